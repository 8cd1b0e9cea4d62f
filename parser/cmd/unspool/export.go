package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/export"
)

// A format is one form of a session.
type format struct {
	name, doc string
	paths     string   // as in [cli.Command.Arguments]
	others    []string // as in [cli.Command.SuggestFor]
	// flags defines the flags of the format, and returns what then writes a session.
	flags func(x *exporter, flags *flag.FlagSet) sessionWriter
	// many does the same for a format of all sessions in any number of paths; flags is nil then.
	many func(x *exporter, flags *flag.FlagSet) archiveWriter
}

// A sessionWriter writes a session. The files of the session are opened by their numbers.
type sessionWriter func(s *parser.Session, open func(file int) io.ReaderAt) error

// An archiveWriter writes all sessions in files and folders.
type archiveWriter func(paths []string) error

// formats returns all formats, in the order of the help.
func formats() []format {
	return []format{
		{name: "transcript", paths: "PATH", flags: transcriptFlags, others: []string{"jsonl", "session"},
			doc: "a transcript that Claude Code can resume, in parts or as a clone"},
		{name: "markdown", paths: "PATH", doc: "a Markdown document", flags: markdownFlags, others: []string{"md", "text"}},
		{name: "html", paths: "PATH", doc: "a page in one file, without scripts", flags: htmlFlags, others: []string{"page"}},
		{name: "messages", paths: "PATH", flags: messagesFlags, others: []string{"api", "json"},
			doc: "the array of messages for the Messages API, in a JSON object"},
		{name: "otlp", paths: "PATH…", flags: otlpFlags,
			others: []string{"traces", "spans", "otel", "opentelemetry", "langfuse", "jaeger"},
			doc:    "a trace for each turn, as JSON lines of OTLP, or sent to -endpoint"},
		{name: "chrome", paths: "PATH", flags: chromeFlags, others: []string{"perfetto", "speedscope"},
			doc: "a trace for each turn, as trace events for Perfetto and speedscope"},
		{name: "tables", paths: "PATH…", many: tablesFlags, others: []string{"parquet", "csv", "ndjson", "duckdb"},
			doc: "tables of many sessions, as Parquet, CSV or NDJSON, for DuckDB and others"},
	}
}

// An exporter is one run of the export command.
type exporter struct {
	inspection
	session  string
	part     *export.Selection // of the format, or nil
	tools    *string           // that are left out, by their names, or nil
	redact   bool
	rules    redactionRules
	redacted string                   // a folder for files that are redacted before they are kept, or ""
	inOutput func(name string) string // returns a name as redacted output has it; nil if nothing is replaced
	written  []redactedFile           // in that folder
	folder   bool                     // -o names a folder
	created  []*outputFile            // that are not complete
	// watch follows the sessions of several paths instead of writing one. It is nil unless the flags ask for
	// that.
	watch archiveWriter
	store *parser.Store // that was read
}

// errUsage is wrapped by errors about the command line.
var errUsage = cli.ErrUsage

func exportCommand() cli.Command {
	c := cli.Command{
		Name: "export", Summary: "write a session in another form: a transcript, messages, traces, tables", Kind: "format",
		Help: `Writes one session in another form. PATH is a transcript, or a folder or
archive (zip, tar, gzip) with the files of one session; with several sessions,
choose one with -session. Tables take any number of paths, and all sessions in
them. What was left out, read errors and damage go to stderr.`,
		Done: "the session was written", Failed: "it was not",
	}
	for _, f := range formats() {
		c.Commands = append(c.Commands, cli.Command{
			Name: f.name, SuggestFor: f.others, Summary: f.doc, Arguments: f.paths, Help: "Writes " + f.doc + ".",
			Done: c.Done, Failed: c.Failed, Define: f.command,
		})
	}
	return c
}

// command defines the flags of a command that writes sessions in the format.
func (f *format) command(env *cli.Environment, flags *flag.FlagSet) cli.Action {
	x := &exporter{inspection: newInspection(env)}
	flags.StringVar(&x.output, "o", "", "write to this `file`, or into this folder, instead of to standard output")
	flags.StringVar(&x.session, "session", "", "the `id` of the session, or its beginning")
	flags.BoolVar(&x.redact, "redact", false, "replace secrets and personal data, like unspool redact does")
	if f.many == nil {
		x.rules.define(flags, "with -redact: ")
	}
	run := x.define(f, flags)
	return x.closing(func(paths []string) error {
		if x.output == cli.Standard {
			x.output = ""
		}
		return x.finish(run(paths))
	})
}

// define defines the flags of a format, and returns what then writes the sessions in paths.
func (x *exporter) define(f *format, flags *flag.FlagSet) archiveWriter {
	if f.many != nil {
		return f.many(x, flags)
	}
	write := f.flags(x, flags)
	return func(paths []string) error {
		switch {
		case x.rules.flag != "" && !x.redact:
			return fmt.Errorf("%w: -%s needs -redact", errUsage, x.rules.flag)
		case x.watch != nil:
			return x.watch(paths)
		case len(paths) > 1:
			return fmt.Errorf("%w: one session at a time: %s is one path too many", errUsage, paths[1])
		case x.redact:
			return x.runRedacted(write, paths[0])
		}
		return x.run(write, paths[0])
	}
}

func (x *exporter) run(write sessionWriter, path string) error {
	store := x.read(path)
	if store == nil {
		return fmt.Errorf("%s: nothing was written", path)
	}
	return x.writeFrom(store, write, path)
}

// writeFrom writes the session to write of a store.
func (x *exporter) writeFrom(store *parser.Store, write sessionWriter, path string) error {
	x.store = store
	s, err := x.choose(store)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return ofOutput(write(s, func(file int) io.ReaderAt { return x.reader(store, file) }))
}

// choose returns the session to write: that with the id, or the only one whose id begins with it.
func (x *exporter) choose(store *parser.Store) (*parser.Session, error) {
	var found, exact []*parser.Session
	for s := range store.Sessions() {
		if strings.HasPrefix(s.ID, x.session) {
			found = append(found, s)
		}
		if s.ID == x.session {
			exact = append(exact, s)
		}
	}
	if len(exact) > 0 {
		found = exact
	}
	switch len(found) {
	case 0:
		if x.session == "" {
			return nil, cli.ErrReported // read reports what is there instead
		}
		return nil, errors.New("there is no such session")
	case 1:
		return found[0], nil
	}
	names, how := make([]string, min(len(found), 10)), "choose one with -session"
	for i := range names {
		names[i] = found[i].ID
	}
	if len(exact) > 1 { // copies of one session in several folders
		how = "name one of their files"
		for i := range names {
			names[i] = found[i].Main.File.Path
		}
	}
	list := strings.Join(names, ", ")
	if more := len(found) - len(names); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return nil, fmt.Errorf("there are %d sessions; %s: %s", len(found), how, list)
}

// counted returns a text with counts by name, without those that are 0, or "" for none.
func counted(text string, counts map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if counts[name] != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[name], name))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return text + ": " + strings.Join(parts, ", ")
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
	if x.sources.stop == nil {
		x.sources.stop = newInterruption()
	}
	file, err := createFile(name, x.sources.stop)
	if err != nil {
		return nil, err
	}
	x.created = append(x.created, file)
	return file, nil
}

// finish gives the files that were created their names, or removes them if there is an error, which it returns.
func (x *exporter) finish(err error) error {
	err = cmp.Or(x.sources.stop.end(), err)
	x.sources.stop = nil
	return x.keep(err)
}

// keep does the same as finish, and goes on to wait for interrupts.
func (x *exporter) keep(err error) error {
	for _, file := range slices.Backward(x.created) { // a folder is removed after what is in it
		err = file.finish(err)
	}
	x.created = nil
	return err
}

// A nopCloser is a writer that stays open.
type nopCloser struct{ io.Writer }

// Close implements [io.Closer].
func (nopCloser) Close() error { return nil }

// outputFor returns the name of the file for a format of one file: "" for standard output. In a folder, the file has the name
// of the session's main file with another extension.
func (x *exporter) outputFor(s *parser.Session, extension string) string {
	info, err := os.Stat(x.output)
	if err != nil || !info.IsDir() {
		return x.output
	}
	x.folder = true
	main := path.Base(s.Main.File.Path)
	return filepath.Join(x.output, strings.TrimSuffix(main, path.Ext(main))+extension)
}
