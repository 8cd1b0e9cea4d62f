package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"unspool/parser"
	"unspool/parser/archive"
	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/export"
	"unspool/parser/folder"
	"unspool/parser/redact"
	"unspool/parser/share"
)

// A redaction is one run of the redact command.
type redaction struct {
	inspection
	redactionRules
	list     bool
	show     bool
	replaced export.Redaction // what the heads of transcripts count
	long     map[string]int   // by file: the lines that are too long to be read
	isSingle bool             // there is one file
	spilled  int              // files with outputs that were left out as a whole
	links    export.Links     // ids that stay in parts that are left out
}

// A redactedFile is a file to copy.
type redactedFile struct {
	path string // to open it
	name string // in the output, with "/" between folders
}

// A copier copies the files to the output.
type copier interface {
	Name(name string) string
	Copy(out io.Writer, in io.Reader, file string) error
}

// A checkedCopy copies files in which values were replaced before, and checks that.
type checkedCopy struct{ checker *redact.Checker }

// Name returns the name of a file in the output.
func (checkedCopy) Name(name string) string { return name }

// Copy copies a file. If it has a value, the error is a [redact.LeftError].
func (c checkedCopy) Copy(out io.Writer, in io.Reader, file string) error {
	return c.checker.Check(io.TeeReader(in, out), file)
}

func redactCommand() cli.Command {
	return cli.Command{
		Name: "redact", Summary: "replace secrets and personal data in transcripts", Arguments: "PATH…",
		Help: `Copies transcripts with secrets and personal data replaced by placeholders, such
as ‹EMAIL_1›: the same value has the same placeholder in all files. PATH is a
file, or a folder or archive (zip, tar, gzip) with the files of sessions. The
output is checked: if a value is left in any encoding, nothing is written.

What was found is what rules describe: look at the list before you share the
output, and name what is missing with -word and -pattern.

Parts for -drop:

  images     pictures, which become one pixel
  outputs    the results of tools
  thinking   the model's thinking
  files      the contents of files in calls, results and attachments
  context    reminders, attachments and other texts that Claude Code added

What was replaced and left out goes to stderr.`,
		Done: "the output was written", Failed: "it was not",
		Define: func(env *cli.Environment, flags *flag.FlagSet) cli.Action {
			r := &redaction{inspection: newInspection(env)}
			r.define(flags)
			return r.closing(r.start)
		},
	}
}

// define defines the flags of the command.
func (r *redaction) define(flags *flag.FlagSet) {
	flags.StringVar(&r.output, "o", "", "write to this `file`, or for several files to this folder, instead of to\nstandard output")
	flags.BoolVar(&r.list, "list", false, "print what was found, with its context, and write no transcript")
	flags.BoolVar(&r.show, "show", false, "with -list: print values in full, instead of their beginning and end")
	flags.BoolVar(&r.json, "json", false, "with -list: print one JSON object per value")
	r.redactionRules.define(flags, "")
}

// start runs the command with its paths.
func (r *redaction) start(paths []string) error {
	if (r.show || r.json) && !r.list {
		return fmt.Errorf("%w: -show and -json need -list", errUsage)
	}
	if r.output == cli.Standard {
		r.output = ""
	}
	files, isFolder, err := r.files(paths)
	if err != nil {
		return err
	}
	if !r.hasTranscript(paths) {
		return cli.ErrReported
	}
	return r.run(files, isFolder)
}

// hasTranscript reports whether there is anything in the paths that belongs to a session. It prints what else is there,
// and damage.
func (r *redaction) hasTranscript(paths []string) bool {
	found := false
	for _, path := range paths {
		if parser.RoleOf(filepath.ToSlash(path)) == parser.RoleSpilled { // a part of a session without records
			found = true
		} else if store := r.read(path); store != nil && store.Session(0) != nil {
			found = true
			r.addLinks(store)
		}
	}
	return found
}

// addLinks adds the ids that link the sessions of a store.
func (r *redaction) addLinks(store *parser.Store) {
	if r.parts == 0 {
		return
	}
	for s := range store.Sessions() {
		r.links.Add(s)
	}
}

// files returns the files below paths, and whether the output is a folder.
func (r *redaction) files(paths []string) (files []redactedFile, isFolder bool, err error) {
	others, archives := 0, []string(nil)
	for _, root := range paths {
		if root == cli.Standard {
			files = append(files, redactedFile{root, standardName})
			continue
		}
		info, err := os.Stat(root)
		if err != nil {
			return nil, false, err
		}
		if !info.IsDir() {
			names, err := r.sources.unpack(root, r.progress)
			if err != nil {
				return nil, false, err
			}
			for _, name := range names {
				isFolder = true
				below, err := filepath.Rel(root, name)
				if err != nil {
					return nil, false, err
				}
				files = append(files, redactedFile{name, filepath.ToSlash(below)})
			}
			if names == nil {
				files = append(files, redactedFile{root, filepath.Base(root)})
			}
			continue
		}
		isFolder = true
		err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			switch isFile := entry.Type().IsRegular(); {
			case isFile && archive.IsArchiveName(entry.Name()):
				archives = append(archives, name)
				return nil
			case !isFile, !folder.IsSessionFile(filepath.ToSlash(name)):
				others++
				return nil
			}
			below, err := filepath.Rel(root, name)
			files = append(files, redactedFile{name, filepath.ToSlash(below)})
			return err
		})
		if err != nil {
			return nil, false, err
		}
	}
	if others > 0 {
		fmt.Fprintf(r.progress, "unspool: %d other files and links left out\n", others)
	}
	if len(files) == 0 {
		for _, name := range archives {
			reportArchive(name, r.progress)
		}
		return nil, false, fmt.Errorf("%s: no Claude Code transcript found", paths[0])
	}
	return files, isFolder || len(files) > 1, nil
}

// run finds the values in files, and lists them or writes the files without them.
func (r *redaction) run(files []redactedFile, isFolder bool) error {
	if !r.list && isFolder && r.output == "" {
		return errors.New("several files need a folder for the output: use -o FOLDER")
	}
	if !r.list && r.output != "" && !isFolder {
		if err := isFree(r.output); err != nil {
			return err
		}
	}
	return r.guarded(func() error { return r.runGuarded(files, isFolder) })
}

func (r *redaction) runGuarded(files []redactedFile, isFolder bool) error {
	values, err := r.find(files)
	if err != nil {
		return err
	}
	if r.list {
		return r.print(values)
	}
	replacer := r.newReplacer(values)
	if err := r.write(replacer, files, isFolder); err != nil {
		return err
	}
	r.summarize(replacer.Report, values)
	return nil
}

// guarded runs the work of a command that has files in temporary places, which it can remove when the user interrupts.
func (r *redaction) guarded(work func() error) error {
	stop := newInterruption()
	r.sources.stop = stop
	defer func() { r.sources.stop = nil }()
	return cmp.Or(work(), stop.end())
}

// newReplacer returns a replacer of values, and prepares the heads of transcripts.
func (r *redaction) newReplacer(values *redact.Values) *redact.Replacer {
	replacer := redact.NewReplacer(values, redact.ReplacerOptions{Parts: r.parts, Links: r.links.Has})
	r.replaced = share.Redaction(values, r.parts)
	return replacer
}

// write writes the files without the values, to a folder or as one file.
func (r *redaction) write(c copier, files []redactedFile, isFolder bool) error {
	if isFolder {
		return r.writeFolder(c, files)
	}
	if r.output != "" {
		if err := isFree(r.output); err != nil {
			return err
		}
	}
	return r.writeFile(c, files[0])
}

// find returns the values in files that are to be replaced.
func (r *redaction) find(files []redactedFile) (*redact.Values, error) {
	finder, err := redact.NewFinder(redact.FinderOptions{Words: r.words, Patterns: r.patterns})
	if err != nil {
		return nil, err
	}
	values := new(redact.Values)
	r.long, r.isSingle = map[string]int{}, len(files) == 1
	for _, f := range files {
		if err := r.findIn(finder, f, values); err != nil {
			return nil, fmt.Errorf("%s: %w", f.path, err)
		}
	}
	before := values.Len()
	values.Delete(func(v *redact.Value) bool {
		return slices.Contains(r.keep, v.Rule) || slices.Contains(r.keep, v.Value) || slices.Contains(r.keep, v.Kind.String())
	})
	if n := before - values.Len(); n > 0 {
		fmt.Fprintf(r.progress, "unspool: %d values kept\n", n)
	}
	return values, nil
}

func (r *redaction) findIn(finder *redact.Finder, f redactedFile, values *redact.Values) error {
	opened, err := r.sources.open(f.path)
	if err != nil {
		return err
	}
	in := damagedFile{opened}
	defer in.Close()
	reader := io.Reader(stoppedReader{in, r.sources.stop})
	if info, err := in.Stat(); err == nil {
		if bar := newBar(r.progress, f.path, info.Size()); bar != nil {
			reader = io.TeeReader(reader, bar)
			defer bar.clear()
		}
	}
	lines, long := finder.Lines, finder.Long
	for found, err := range finder.Read(reader) {
		if err != nil {
			return err
		}
		values.Add(found, f.path)
	}
	for found := range finder.Name(f.name) {
		values.Add(found, f.path)
	}
	if r.long[f.path] = finder.Long - long; r.long[f.path] > 0 && finder.Lines == lines {
		return errors.New("all of its lines are too long to be read")
	}
	return nil
}

// writeFile writes one file under another name first, so that nothing is left if it fails.
func (r *redaction) writeFile(c copier, f redactedFile) error {
	where := os.TempDir()
	if r.output != "" {
		where = filepath.Dir(r.output)
		if err := os.MkdirAll(where, 0o755); err != nil {
			return err
		}
	}
	temp, err := os.CreateTemp(where, ".unspool-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	defer temp.Close()
	if err := r.copy(c, temp, f); err != nil {
		return renamed(err, temp.Name(), cmp.Or(r.output, temp.Name()))
	}
	if r.output == "" {
		if _, err := temp.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err := io.Copy(r.out, stoppedReader{temp, r.sources.stop})
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), r.output)
}

// writeFolder writes files to a folder, likewise.
func (r *redaction) writeFolder(c copier, files []redactedFile) error {
	output := filepath.Clean(r.output)
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Dir(output), ".unspool-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	var names []string
	for _, f := range files {
		name := filepath.FromSlash(c.Name(f.name))
		if err := r.writeBelow(temp, name, c, f); err != nil {
			return renamed(err, temp, output)
		}
		names = append(names, name)
	}
	if isFree(output) == nil {
		return os.Rename(temp, output)
	}
	for _, name := range names {
		if err := isFree(filepath.Join(output, name)); err != nil {
			return err
		}
	}
	for _, name := range names {
		to := filepath.Join(output, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(temp, name), to); err != nil {
			return err
		}
	}
	return nil
}

// writeBelow writes a file below a folder.
func (r *redaction) writeBelow(dir, name string, c copier, f redactedFile) error {
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	out, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: two files have one name once their values are replaced", f.path)
	}
	if err != nil {
		return err
	}
	err = r.copy(c, out, f)
	return cmp.Or(err, out.Close())
}

// copy copies a file without the values. A file that only holds the output of a tool goes with the
// outputs.
func (r *redaction) copy(c copier, out io.Writer, f redactedFile) error {
	if parser.RoleOf(f.name) == parser.RoleSpilled && r.parts&redact.Outputs != 0 {
		_, err := io.WriteString(out, "[output removed]\n")
		r.spilled++
		return err
	}
	opened, err := r.sources.open(f.path)
	if err != nil {
		return err
	}
	in := damagedFile{opened}
	defer in.Close()
	text, err := r.withHead(bufio.NewReaderSize(stoppedReader{in, r.sources.stop}, headBytes), f)
	if err != nil {
		return err
	}
	return c.Copy(out, text, f.path)
}

// summarize prints what was replaced and left out.
func (r *redaction) summarize(report redact.Report, values *redact.Values) {
	replaced, left := map[string]int{}, maps.Clone(report.Parts)
	for kind, n := range report.Replaced {
		replaced[kind.String()] = n
	}
	if r.spilled > 0 {
		left["outputs"] += r.spilled
	}
	if report.Images > 0 {
		left["images with values in their data"] = report.Images
	}
	if report.Long > 0 {
		left["lines that are too long"] = report.Long
	}
	fmt.Fprintf(r.progress, "unspool: %d files, %d lines%s%s\n", report.Files, report.Lines,
		counted("; replaced", replaced), counted("; left out", left))
	if report.Texts > 0 && r.parts != 0 {
		fmt.Fprintf(r.progress,
			"unspool: %d lines are no JSON objects: values are replaced in them, and no parts are left out\n", report.Texts)
	}
	fmt.Fprintf(r.progress, "unspool: checked: none of %d values is left in the output\n", values.Len())
}
