package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"unspool/parser"
	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/export"
	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/tables"
	"unspool/parser/view"
)

// A tablesExport writes the sessions of an archive as tables.
type tablesExport struct {
	*exporter
	format    string
	partition bool
	prices    string
	inputs    []input
	failures  []failure
	writer    *tables.Writer
	damage    damage
}

// batchBytes is how much of an archive is read into one store: the files of one session and of those that it
// is related to, or more sessions if all of them are small.
const batchBytes = 32 << 20

func tablesFlags(x *exporter, flags *flag.FlagSet) archiveWriter {
	t := &tablesExport{exporter: x}
	flags.Lookup("o").Usage = "write to this `folder`, which must be empty or not exist"
	flags.Lookup("session").Usage = "only the session with this `id`, or with this beginning of its id"
	t.format = string(tables.Parquet)
	flags.Lookup("redact").Usage = "not for tables: run unspool redact first, and export its output"
	words := []string{string(tables.Parquet), string(tables.CSV), string(tables.NDJSON)}
	flags.Var(cli.Choice(&t.format, words...), "format", "the `format` of the files: parquet, csv or ndjson")
	flags.BoolVar(&t.partition, "partition", false, "write folders by project and month, in the form of Hive")
	flags.StringVar(&t.prices, "prices", "", pricesUsage)
	return t.write
}

func (t *tablesExport) write(paths []string) error {
	if t.redact {
		return fmt.Errorf("%w: tables take no -redact: run unspool redact first, and export its output", errUsage)
	}
	if t.output == "" {
		return fmt.Errorf("%w: tables need a folder: use -o FOLDER", errUsage)
	}
	prices, err := prices(t.prices)
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	create := func(name string) (io.WriteCloser, error) {
		return t.create(filepath.Join(t.output, filepath.FromSlash(name)))
	}
	o := tables.Options{Format: tables.Format(t.format), Partition: t.partition, Prices: prices}
	if t.writer, err = tables.NewWriter(create, o); err != nil {
		return fmt.Errorf("%w: -format: %w", errUsage, err)
	}
	if err := isEmpty(t.output); err != nil {
		return err
	}
	if err := t.list(paths); err != nil {
		return err
	}
	if err := t.sessions(prices); err != nil {
		return errors.Join(err, t.writer.Abort())
	}
	return t.finish()
}

// isEmpty returns an error if there is a file of that name, or a folder with files.
func isEmpty(name string) error {
	entries, err := os.ReadDir(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty, and nothing in it is overwritten", name)
	}
	return nil
}

// list lists the files at all paths, each of them once.
func (t *tablesExport) list(paths []string) error {
	known := map[string]bool{}
	for _, path := range paths {
		found, err := t.sources.find(path, t.progress)
		if err != nil && len(found.inputs) == 0 && len(paths) == 1 {
			return err
		}
		if err != nil {
			t.report(err)
			t.failures = append(t.failures, failure{path, err})
		}
		t.failures = append(t.failures, found.failures...)
		for _, in := range found.inputs {
			place, err := filepath.Abs(in.name)
			if err != nil {
				return err
			}
			if !known[place] {
				known[place] = true
				t.inputs = append(t.inputs, in)
			}
		}
	}
	return nil
}

// sessions writes the sessions, one store with related ones after the other.
func (t *tablesExport) sessions(prices *price.Table) error {
	files := make([]folder.Source, len(t.inputs))
	for i, in := range t.inputs {
		files[i] = folder.Source{Path: in.as, Size: -1}
		if info, err := t.sources.stat(in.name); err == nil {
			files[i].Size = info.Size()
		}
	}
	groups, shared := folder.Related(files, func(i int) (io.ReadCloser, error) { return t.sources.open(t.inputs[i].name) })
	for len(groups) > 0 {
		batch, bytes := []int(nil), int64(0)
		for len(groups) > 0 && (len(batch) == 0 || bytes+groups[0].Bytes <= batchBytes) {
			batch, bytes = append(batch, groups[0].Files...), bytes+groups[0].Bytes
			groups = groups[1:]
		}
		if err := t.batch(append(batch, shared...), prices); err != nil {
			return err
		}
		if len(groups) > 0 {
			shared = t.readable(shared)
		}
	}
	return nil
}

// readable returns those of some files that were read, so that the others are not named again.
func (t *tablesExport) readable(files []int) []int {
	var list []int
	for _, i := range files {
		isFailure := false
		for _, f := range t.failures {
			isFailure = isFailure || f.path == t.inputs[i].name
		}
		if !isFailure {
			list = append(list, i)
		}
	}
	return list
}

// batch reads files into a store, and writes its sessions.
func (t *tablesExport) batch(files []int, prices *price.Table) error {
	store, opened := parser.NewStore(), int64(0)
	for _, i := range files {
		if err := t.sources.add(store, t.inputs[i], &opened, t.progress); errors.Is(err, cli.ErrInterrupted) {
			return err
		} else if err != nil {
			t.report(err)
			t.failures = append(t.failures, failure{t.inputs[i].name, err})
		}
	}
	store.Finish()
	t.damage.add(store)
	t.writer.AddStore(store)
	open := func(file int) io.ReaderAt { return t.reader(store, file) }
	v := view.New(store, prices, open)
	for s := range store.Sessions() {
		if !strings.HasPrefix(s.ID, t.session) {
			continue
		}
		if earlier, err := export.EarlierCounts(s, open); err == nil { // or else Write names the file that cannot be read
			t.writer.AddEarlier(earlier)
		}
		if err := t.writer.Write(v, s); err != nil {
			return err
		}
	}
	return nil
}

// finish writes the manifest, and prints what it says.
func (t *tablesExport) finish() error {
	for _, f := range t.failures {
		t.writer.AddUnread(f.path, f.err)
	}
	m, err := t.writer.Close()
	if err != nil {
		return err
	}
	t.damage.print(t.progress, "")
	if m.Sessions() == 0 && t.session != "" {
		return errors.New("there is no such session; nothing was written")
	}
	if m.Sessions() == 0 {
		for _, f := range m.NotTranscripts {
			fmt.Fprintf(t.progress, "unspool: %s: no transcript, but of type %s\n", f.Path, f.Reason)
		}
		return errors.New("no Claude Code transcript found; nothing was written")
	}
	left := map[string]int{}
	for name, n := range map[string]int{
		"unread files": len(m.Unread), "files that are no transcripts": len(m.NotTranscripts), "files with damage": len(m.Damaged),
		"copied turns": m.Excluded.Turns, "copied calls": m.Excluded.ToolCalls, "repeated calls": m.Excluded.Repeated,
		"repeated sessions": m.Repeated,
	} {
		if n > 0 {
			left[name] = n
		}
	}
	fmt.Fprintf(t.progress, "unspool: %s%s\n", counted("rows", m.Rows), counted("; left out, see manifest.json", left))
	return nil
}
