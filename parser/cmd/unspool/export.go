package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/view/filter"
)

const exportUsage = `usage: unspool export FORMAT [flags] PATH

Writes one session in another form. PATH is a transcript, or a folder with the
files of one session; with several sessions, choose one with -session.

formats:
  transcript   a transcript that Claude Code can resume, in parts or as a clone
  messages     the array of messages for the Messages API, in a JSON object
  traces       a trace for each turn, as JSON lines of OTLP, or sent to -endpoint
  chrome       the same spans as trace events, for Perfetto and speedscope

What was left out, read errors and damage go to stderr. The exit code is 0 if
the session was written, 1 if it was not, and 2 if the command line was
invalid.

`

// An exporter is one run of the export command.
type exporter struct {
	inspection
	output     string
	session    string
	clone      bool
	thinking   bool
	tools      string
	results    bool
	keepTurns  int
	prompts    string
	compress   int
	compaction bool
	content    bool
	endpoint   string
	header     http.Header
	redact     bool
	redacted   string         // a folder for files that are redacted before they are kept, or ""
	written    []redactedFile // in that folder
}

func exportSession(args []string, out, progress io.Writer) int {
	x := exporter{inspection: inspection{out: out, progress: progress}}
	format := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		format, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.StringVar(&x.output, "o", "", "write to this `file`, or for a transcript to this folder, instead of to standard output")
	flags.StringVar(&x.session, "session", "", "the `id` of the session, or its beginning")
	flags.BoolVar(&x.clone, "clone", false, "transcript: give the session and its records new ids")
	flags.BoolVar(&x.thinking, "without-thinking", false, "transcript: leave out the model's thinking")
	flags.StringVar(&x.tools, "without-tools", "", "transcript: leave out the calls of these `tools`, separated by commas, or of all")
	flags.BoolVar(&x.results, "results-only", false,
		"transcript: with -without-tools, keep the calls, and leave out the text of their\nresults only")
	flags.IntVar(&x.keepTurns, "keep-turns", 0, "transcript: with -without-tools, keep the calls of the last `n` turns")
	flags.StringVar(&x.prompts, "prompts", "", "transcript: keep only these `prompts` with all that follows each: 12, 12-18, 12- or -5")
	flags.IntVar(&x.compress, "compress", 0, "transcript: keep the last `n` turns, and put a summary in the place of the others")
	flags.BoolVar(&x.compaction, "from-compaction", false, "messages: begin with the summary of the last compaction")
	flags.BoolVar(&x.content, "content", false,
		"traces, chrome: with the texts of prompts and replies, and the inputs and results of\ncalls")
	flags.StringVar(&x.endpoint, "endpoint", "", "traces: send them to the OTLP receiver at this `url`, such as http://localhost:4318")
	flags.Func("header", "traces: send this `name=value` with each request to the receiver", x.addHeader)
	flags.BoolVar(&x.redact, "redact", false, "replace secrets and personal data, like unspool redact does")
	if code, ok := parseFlags(flags, args, exportUsage); !ok {
		return code
	}
	write := x.writers()[format]
	if write == nil || flags.NArg() != 1 {
		flags.Usage()
		return exitUsage
	}
	if x.endpoint != "" && (format != "traces" || x.redact || x.output != "") {
		fmt.Fprintln(progress, "unspool: -endpoint is for traces, and takes neither -redact nor -o: redact the session first")
		return exitUsage
	}
	run := x.run
	if x.redact {
		run = func(write sessionWriter, path string) error {
			return x.runRedacted(write, path, format == "transcript" && x.output != "")
		}
	}
	if err := run(write, flags.Arg(0)); err != nil {
		x.report(err)
		return exitNothing
	}
	return exitOK
}

// A sessionWriter writes a session in a format.
type sessionWriter func(s *parser.Session, open func(file int) io.ReaderAt) error

// writers returns the formats by their names.
func (x *exporter) writers() map[string]sessionWriter {
	return map[string]sessionWriter{"transcript": x.transcript, "messages": x.messages, "traces": x.traces, "chrome": x.chrome}
}

func (x *exporter) run(write sessionWriter, path string) error {
	store := x.read(path)
	if store == nil {
		return fmt.Errorf("%s: nothing was written", path)
	}
	s, err := x.choose(store)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return write(s, func(file int) io.ReaderAt { return fileReader(filepath.FromSlash(store.File(file).Path)) })
}

// runRedacted writes the session to a folder of its own, and from there to the output, redacted.
func (x *exporter) runRedacted(write sessionWriter, path string, toFolder bool) error {
	dir, err := os.MkdirTemp("", "unspool-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	x.redacted = dir
	if err := x.run(write, path); err != nil {
		return err
	}
	r := redaction{inspection: x.inspection, output: x.output}
	return r.run(x.written, toFolder)
}

// choose returns the session to write.
func (x *exporter) choose(store *parser.Store) (*parser.Session, error) {
	var found []*parser.Session
	var ids []string
	for s := range store.Sessions() {
		if strings.HasPrefix(s.ID, x.session) {
			found, ids = append(found, s), append(ids, s.ID)
		}
	}
	switch len(found) {
	case 0:
		return nil, errors.New("there is no such session")
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("there are %d sessions; choose one with -session: %s", len(ids), strings.Join(ids[:min(len(ids), 10)], ", "))
}

func (x *exporter) messages(s *parser.Session, open func(int) io.ReaderAt) error {
	out, err := x.create(x.output)
	if err != nil {
		return err
	}
	report, err := export.Messages(s, open, out, export.MessagesOptions{FromCompaction: x.compaction})
	if e := out.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(x.progress, "unspool: %d messages%s%s\n", report.Messages,
		counted("; records left out", report.LeftOut), counted("; changed for the API", report.Changed))
	return nil
}

// counted returns a text with counts by name, or "" for none.
func counted(text string, counts map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[name], name))
	}
	if len(parts) == 0 {
		return ""
	}
	return text + ": " + strings.Join(parts, ", ")
}

func (x *exporter) transcript(s *parser.Session, open func(int) io.ReaderAt) error {
	o := export.TranscriptOptions{Thinking: x.thinking, ResultsOnly: x.results, Compress: x.compress}
	prompts, err := filter.ParseTurns(x.prompts)
	if err != nil {
		return fmt.Errorf("-prompts: %w", err)
	}
	o.Prompts = [2]int{prompts.First, prompts.Last}
	if o.Tools.KeepTurns = x.keepTurns; x.tools == "all" {
		o.Tools.All = true
	} else if x.tools != "" {
		o.Tools.Names = strings.Split(x.tools, ",")
	}
	if x.clone {
		o.ID = export.NewID()
	}
	omitted := 0 // files that standard output has no place for
	report, err := export.Transcript(s, open, func(name string) (io.WriteCloser, error) {
		if x.output != "" {
			return x.create(filepath.Join(x.output, filepath.FromSlash(name)))
		}
		if omitted++; omitted == 1 {
			return x.create("")
		}
		return nopCloser{io.Discard}, nil
	}, o)
	if err != nil {
		return err
	}
	if omitted > 1 {
		fmt.Fprintf(x.progress, "unspool: %d more files of the session were not written; use -o FOLDER\n", omitted-1)
	}
	left := map[string]int{}
	for name, n := range map[string]int{"turns": report.Turns, "calls": report.Calls, "blocks of thinking": report.Thinking,
		"agents": report.Agents, "records": report.Dropped, "damaged ranges": report.Damaged} {
		if n > 0 {
			left[name] = n
		}
	}
	fmt.Fprintf(x.progress, "unspool: %d records%s\n", report.Records, counted("; left out", left))
	return nil
}

// create creates a new file with its folders; "" is standard output.
func (x *exporter) create(name string) (io.WriteCloser, error) {
	if x.redacted != "" {
		below := filepath.Base(cmp.Or(name, "session"))
		if x.output != "" && name != x.output {
			below, _ = filepath.Rel(x.output, name)
		}
		name = filepath.Join(x.redacted, below)
		x.written = append(x.written, redactedFile{name, filepath.ToSlash(below)})
	}
	if name == "" {
		return nopCloser{x.out}, nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists and is not overwritten", name)
	}
	return file, err
}

// A nopCloser is a writer that stays open.
type nopCloser struct{ io.Writer }

// Close implements [io.Closer].
func (nopCloser) Close() error { return nil }

// A fileReader is the name of a file that is opened for each read.
type fileReader string

// ReadAt implements [io.ReaderAt].
func (name fileReader) ReadAt(b []byte, offset int64) (int, error) {
	file, err := os.Open(string(name))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return file.ReadAt(b, offset)
}
