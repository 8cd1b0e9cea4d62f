package tables

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view"
)

// Options choose how tables are written.
type Options struct {
	Format    Format
	Partition bool // by project and month
	Prices    *price.Table
}

// A Target creates a file of the output. Names have "/" between folders.
type Target func(name string) (io.WriteCloser, error)

// A Writer writes sessions as tables. It is not safe for concurrent use.
type Writer struct {
	options  Options
	create   Target
	open     []*part // the latest first
	next     map[Partition]int
	manifest Manifest
}

// openPartitions is the number of partitions whose files are open. Those of a partition that comes up again
// later get further parts.
const openPartitions = 4

// NewWriter returns a writer that creates its files with a target.
func NewWriter(create Target, o Options) (*Writer, error) {
	if !slices.Contains(Formats(), o.Format) {
		return nil, fmt.Errorf("there is no format %q for tables", o.Format)
	}
	w := &Writer{options: o, create: create, next: map[Partition]int{}}
	w.manifest = newManifest(o)
	return w, nil
}

// Write writes a session. If its files cannot be read, nothing of it is written, and the manifest names it;
// the error is one of the output.
func (w *Writer) Write(v *view.Viewer, s *parser.Session) error {
	rows, err := RowsOf(v, s, w.options.Prices)
	if err != nil {
		w.AddUnread(s.Files[0].Path, err)
		return nil
	}
	return w.WriteRows(&rows)
}

// WriteRows writes the rows of a session.
func (w *Writer) WriteRows(rows *Rows) error {
	p := w.partOf(rows.Sessions[0].Partition)
	if p == nil {
		var err error
		if p, err = w.openPart(rows.Sessions[0].Partition); err != nil {
			return err
		}
	}
	if err := p.write(rows); err != nil {
		return err
	}
	w.manifest.add(rows)
	return nil
}

// partOf returns the open part for a partition, or nil if there is none.
func (w *Writer) partOf(partition Partition) *part {
	for i, p := range w.open {
		if !w.options.Partition || p.partition == partition {
			copy(w.open[1:i+1], w.open[:i])
			w.open[0] = p
			return p
		}
	}
	return nil
}

func (w *Writer) openPart(partition Partition) (*part, error) {
	if len(w.open) == openPartitions {
		last := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		if err := last.close(&w.manifest); err != nil {
			return nil, err
		}
	}
	p := &part{partition: partition, number: w.next[partition], writer: w}
	w.next[partition]++
	w.open = append([]*part{p}, w.open...)
	return p, nil
}

// Close finishes the tables, writes the manifest, and returns it. Without any session, it writes nothing.
func (w *Writer) Close() (Manifest, error) {
	var errs []error
	for _, p := range w.open {
		if !w.options.Partition {
			errs = append(errs, p.openAll())
		}
		errs = append(errs, p.close(&w.manifest))
	}
	w.open = nil
	if err := errors.Join(errs...); err != nil || w.manifest.Sessions() == 0 {
		return w.manifest, err
	}
	w.manifest.sort()
	text, err := json.MarshalIndent(&w.manifest, "", "  ")
	if err != nil {
		return w.manifest, err
	}
	out, err := w.create("manifest.json")
	if err != nil {
		return w.manifest, err
	}
	_, err = out.Write(append(text, '\n'))
	return w.manifest, errors.Join(err, out.Close())
}

// Abort closes the files without finishing them.
func (w *Writer) Abort() error {
	var errs []error
	for _, p := range w.open {
		errs = append(errs, p.close(&w.manifest))
	}
	w.open = nil
	return errors.Join(errs...)
}

// A part holds the open files of a partition, or of all tables.
type part struct {
	partition   Partition
	number      int
	writer      *Writer
	sessions    table[Session]
	turns       table[Turn]
	responses   table[Response]
	toolCalls   table[ToolCall]
	fileChanges table[FileChange]
}

func (p *part) write(rows *Rows) error {
	return errors.Join(
		p.sessions.write(p, nameSessions, rows.Sessions),
		p.turns.write(p, nameTurns, rows.Turns),
		p.responses.write(p, nameResponses, rows.Responses),
		p.toolCalls.write(p, nameToolCalls, rows.ToolCalls),
		p.fileChanges.write(p, nameFileChanges, rows.FileChanges))
}

// openAll creates the files of tables without rows, so that they can be queried, too.
func (p *part) openAll() error {
	return errors.Join(p.sessions.open(p, nameSessions), p.turns.open(p, nameTurns), p.responses.open(p, nameResponses),
		p.toolCalls.open(p, nameToolCalls), p.fileChanges.open(p, nameFileChanges))
}

func (p *part) close(m *Manifest) error {
	return errors.Join(p.sessions.close(m), p.turns.close(m), p.responses.close(m), p.toolCalls.close(m), p.fileChanges.close(m))
}

// A table is a file of a table, which is created with its first rows.
type table[T any] struct {
	name    string
	rows    int
	file    io.WriteCloser
	encoder encoder[T]
}

func (t *table[T]) open(p *part, name string) (err error) {
	if t.encoder != nil {
		return nil
	}
	o := &p.writer.options
	t.name = name + "." + string(o.Format)
	if o.Partition {
		t.name = fmt.Sprintf("%s/%s/part-%d.%s", name, p.partition.folder(), p.number, o.Format)
	}
	if t.file, err = p.writer.create(t.name); err != nil {
		return err
	}
	t.encoder = newEncoder[T](t.file, o.Format, o.Partition)
	return nil
}

func (t *table[T]) write(p *part, name string, rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	if err := t.open(p, name); err != nil {
		return err
	}
	t.rows += len(rows)
	if _, err := t.encoder.Write(rows); err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	return nil
}

func (t *table[T]) close(m *Manifest) error {
	if t.encoder == nil {
		return nil
	}
	err := errors.Join(t.encoder.Close(), t.file.Close())
	t.encoder = nil
	m.Files = append(m.Files, TableFile{t.name, t.rows})
	if err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	return nil
}
