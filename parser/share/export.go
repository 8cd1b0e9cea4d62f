package share

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"unspool/parser"
	"unspool/parser/document"
	"unspool/parser/export"
	"unspool/parser/price"
	"unspool/parser/redact"
)

// A Session is a session with its files.
type Session struct {
	*parser.Session
	Store *parser.Store
	Open  func(file int) io.ReaderAt // returns a reader of a file by its number in the store
}

// Options are what an export contains, and in what form.
type Options struct {
	// Format is "transcript", "messages", "markdown", "html", "traces" for OTLP, "chrome" for trace events, or "csv" or
	// "ndjson" for tables.
	Format         string
	Transcript     export.TranscriptOptions // of a transcript; its prompts are also those of messages and documents
	FromCompaction bool                     // of messages
	Document       document.Options         // of Markdown and HTML
	Content        bool                     // of traces: with the texts of prompts, replies and calls
	Prices         *price.Table             // of documents, traces and tables; nil for the list prices
	// Values are replaced in a transcript. In other forms they must not occur: these are made from a
	// transcript in which they were replaced. nil replaces and checks nothing.
	Values *redact.Values
	// Parts are left out of a transcript.
	Parts redact.Parts
}

// A Piece is a part of a file of an export. The pieces of a file follow each other.
type Piece struct {
	File  string
	Bytes []byte // valid until the next piece
}

// pieceBytes is the size of a piece, except for the last one of a file.
const pieceBytes = 256 << 10

// Export yields the files of an export piece by piece.
func Export(in *Session, o Options) iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		write := formats()[o.Format]
		if write == nil {
			yield(Piece{}, fmt.Errorf("there is no format %q", o.Format))
			return
		}
		if o.Prices == nil {
			o.Prices = price.Default()
		}
		values := o.values()
		options := redact.ReplacerOptions{Parts: o.Parts}
		if o.Parts != 0 {
			links := new(export.Links)
			links.Add(in.Session)
			options.Links = links.Has
		}
		replacer, checker := redact.NewReplacer(values, options), redact.NewChecker(values)
		prices := *o.Prices
		prices.Name = replacer.Name(prices.Name) // documents name it
		o.Prices = &prices
		o.Transcript.Redaction = Redaction(values, o.Parts)
		err := eachFile(func(create export.Target) error { return write(in, create, &o) }, func(name string, in io.Reader) error {
			if o.Format != "transcript" {
				out := &pieceWriter{name: name, yield: yield}
				if err := checker.Check(io.TeeReader(in, out), name); err != nil {
					return err
				}
				return out.Close()
			}
			out := &pieceWriter{name: replacer.Name(name), yield: yield}
			if err := replacer.Copy(out, in, name); err != nil {
				return err
			}
			return out.Close()
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(Piece{}, err)
		}
	}
}

// Redaction returns what the head of a transcript says about values that have placeholders, and about parts.
func Redaction(values *redact.Values, parts redact.Parts) export.Redaction {
	return export.Redaction{Values: values.Placeholders(), Parts: parts.Names()}
}

func (o *Options) values() *redact.Values {
	if o.Values == nil {
		return new(redact.Values)
	}
	return o.Values
}

// A writtenFile is a file as it is written.
type writtenFile struct {
	name string
	in   *io.PipeReader
}

// eachFile runs write in a goroutine of its own and calls use for each file while it is written. It
// returns the first error; then write ends, too.
func eachFile(write func(export.Target) error, use func(name string, in io.Reader) error) error {
	files, done := make(chan writtenFile), make(chan error, 1)
	go func() {
		err := write(func(name string) (io.WriteCloser, error) {
			in, out := io.Pipe()
			files <- writtenFile{name, in}
			return out, nil
		})
		close(files)
		done <- err
	}()
	var failed error
	for f := range files {
		if failed == nil {
			failed = use(f.name, f.in)
		}
		f.in.CloseWithError(failed) // nil stands for io.ErrClosedPipe
	}
	if err := <-done; failed == nil {
		failed = err
	}
	return failed
}

// errStopped ends the work when the caller wants no more of it.
var errStopped = errors.New("stopped")

// A pieceWriter yields what is written to a file.
type pieceWriter struct {
	name    string
	yield   func(Piece, error) bool
	buffer  []byte
	yielded bool
}

// Write implements [io.Writer].
func (w *pieceWriter) Write(p []byte) (int, error) {
	for remaining := p; len(remaining) > 0; {
		n := min(len(remaining), pieceBytes-len(w.buffer))
		w.buffer, remaining = append(w.buffer, remaining[:n]...), remaining[n:]
		if len(w.buffer) < pieceBytes {
			break
		}
		if err := w.flush(); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

func (w *pieceWriter) flush() error {
	w.yielded = true
	more := w.yield(Piece{w.name, w.buffer}, nil)
	w.buffer = w.buffer[:0]
	if !more {
		return errStopped
	}
	return nil
}

// Close implements [io.Closer]. An empty file has one empty piece.
func (w *pieceWriter) Close() error {
	if len(w.buffer) == 0 && w.yielded {
		return nil
	}
	return w.flush()
}
