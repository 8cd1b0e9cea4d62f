package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/export"
	"unspool/parser/redact"
)

// A redactedExport writes a session from a copy in which values were replaced.
type redactedExport struct {
	*exporter
	path   string    // that the user named
	root   string    // the folder that the files are in
	source redaction // which writes the copy
	from   string    // what is read of the copy
	files  []redactedFile
	agent  *parser.Agent // whose conversation is written, or nil
	values *redact.Values
	names  map[string]string // of files, by the paths of their copies
}

// runRedacted redacts the files of the session, writes it from there, and checks what was written: it must have none
// of the values. Nothing is replaced in it, since that would also change what the form itself consists of.
func (x *exporter) runRedacted(write sessionWriter, path string) error {
	x.sources.stop = newInterruption() // until finish
	dir, err := os.MkdirTemp("", "unspool-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &redactedExport{exporter: x, path: path, names: map[string]string{}}
	r.source = redaction{inspection: x.inspection, redactionRules: x.rules}
	r.source.output = filepath.Join(dir, "source")
	r.from = r.source.output
	if err := r.choose(); err != nil {
		return err
	}
	replacer, err := r.copy()
	if err != nil {
		return r.userError(err)
	}
	x.redacted = filepath.Join(dir, "output")
	if err := r.write(write); err != nil {
		return r.userError(err)
	}
	checked := redaction{inspection: x.inspection}
	if err := checked.write(checkedCopy{redact.NewChecker(r.values)}, x.written, x.folder && x.output != ""); err != nil {
		return r.userError(err)
	}
	r.source.summarize(replacer.Report, r.values)
	return nil
}

// choose finds the files of the session to write, and what is selected of it.
func (r *redactedExport) choose() error {
	store := r.read(r.path)
	if store == nil {
		return fmt.Errorf("%s: nothing was written", r.path)
	}
	r.source.addLinks(store)
	s, err := r.exporter.choose(store)
	if err != nil {
		return fmt.Errorf("%s: %w", r.path, err)
	}
	if r.part != nil {
		if r.agent, err = export.FindAgent(s, r.part.Agent); err != nil {
			return err
		}
	}
	if names := r.toolNames(); len(names) > 0 {
		if err := checkTools(s, names); err != nil {
			return err
		}
	}
	if r.root = filepath.Clean(r.path); filepath.FromSlash(s.Main.File.Path) == r.root {
		r.root = filepath.Dir(r.root)
	}
	for _, f := range slices.Concat(s.Files, s.Sidecars) {
		name := filepath.FromSlash(f.Path)
		below, err := filepath.Rel(r.root, name)
		if err != nil {
			return err
		}
		if name == cli.Standard {
			below = standardName
		}
		r.files = append(r.files, redactedFile{name, filepath.ToSlash(below)})
	}
	return nil
}

// toolNames returns the names of the tools that are left out, or none for all tools.
func (r *redactedExport) toolNames() []string {
	if r.tools == nil || strings.TrimSpace(*r.tools) == allTools {
		return nil
	}
	return splitNames(*r.tools)
}

// copy copies the files with the values replaced, also in the names of tools that are left out.
func (r *redactedExport) copy() (*redact.Replacer, error) {
	var err error
	if r.values, err = r.source.find(r.files); err != nil {
		return nil, err
	}
	replacer := r.source.newReplacer(r.values)
	for _, f := range r.files {
		name := filepath.Join(r.source.output, filepath.FromSlash(replacer.Name(f.name)))
		r.names[name] = f.path
		if f.path == filepath.Clean(r.path) { // it is read whatever its name is
			r.from = name
		}
	}
	if err := r.source.writeFolder(replacer, r.files); err != nil {
		if failed := new(fs.PathError); errors.As(err, &failed) && strings.HasPrefix(failed.Path, r.source.output) {
			err = fmt.Errorf("the temporary copy: %w", err)
		}
		return nil, err
	}
	other := redact.NewReplacer(r.values, redact.ReplacerOptions{}) // which counts what it replaces
	r.inOutput = other.Name
	if names := r.toolNames(); len(names) > 0 {
		for i, name := range names {
			if names[i], err = redactedTool(other, name); err != nil {
				return nil, err
			}
		}
		*r.tools = strings.Join(names, ",")
	}
	return replacer, nil
}

// redactedTool returns the name of a tool as it is in a transcript in which values are replaced: names of built-in tools
// stay.
func redactedTool(replacer *redact.Replacer, name string) (string, error) {
	type block struct {
		Type string `json:"type"`
		Name string `json:"name"`
	}
	type message struct {
		Role    string  `json:"role"`
		Content []block `json:"content"`
	}
	type reply struct {
		Type    string  `json:"type"`
		Message message `json:"message"`
	}
	line, err := json.Marshal(reply{"assistant", message{"assistant", []block{{"tool_use", name}}}})
	if err != nil {
		return "", err
	}
	var redacted reply
	if err := json.Unmarshal(replacer.Line(nil, line), &redacted); err != nil {
		return "", err
	}
	return redacted.Message.Content[0].Name, nil
}

// write writes the session from the copies. What is reported names the files as they are. Their damage was reported
// before: the copies have other lines.
func (r *redactedExport) write(write sessionWriter) error {
	progress, reported := r.progress, new(strings.Builder)
	r.session, r.progress = "", reported
	err := r.writeCopy(write)
	err = r.keep(cmp.Or(r.sources.stop.err(), err))
	r.progress = progress
	fmt.Fprint(progress, r.renamer().Replace(reported.String()))
	return err
}

func (r *redactedExport) writeCopy(write sessionWriter) error {
	store, err := r.sources.read(r.from, r.progress)
	if err != nil {
		return err
	}
	if store.Session(0) == nil {
		return fmt.Errorf("%s: no session is found in it once values are replaced, also in the names of files", r.path)
	}
	if r.agent != nil {
		if r.part.Agent, err = r.redactedAgent(store); err != nil {
			return err
		}
	}
	return r.writeFrom(store, write, r.path)
}

// redactedAgent returns the id of the selected agent in the copies.
func (r *redactedExport) redactedAgent(store *parser.Store) (string, error) {
	c := r.agent.Conv
	for s := range store.Sessions() {
		for _, a := range s.Agents {
			if a.Conv == nil || a.Conv.Index != c.Index {
				continue
			}
			if r.names[filepath.FromSlash(a.Conv.File.Path)] == filepath.FromSlash(c.File.Path) {
				return a.ID, nil
			}
		}
	}
	return "", fmt.Errorf("agent %s: %w", r.agent.ID, export.ErrNoAgent)
}

// A renamedError is an error with other names of files.
type renamedError struct {
	text string
	err  error
}

// Error implements error.
func (e *renamedError) Error() string { return e.text }

// Unwrap returns the error.
func (e *renamedError) Unwrap() error { return e.err }

// userError returns an error with the names of files that the user knows: those that were read, and those to be written.
func (r *redactedExport) userError(err error) error {
	if text := r.renamer().Replace(err.Error()); text != err.Error() && !errors.Is(err, cli.ErrReported) {
		return &renamedError{text, err}
	}
	return err
}

// renamer returns a replacer of the paths of copies.
func (r *redactedExport) renamer() *strings.Replacer {
	const separator = string(filepath.Separator)
	names := map[string]string{r.source.output: r.path, r.source.output + separator: r.root + separator}
	for from, to := range r.names {
		names[from], names[filepath.ToSlash(from)] = to, to
	}
	for _, f := range r.written {
		names[f.path] = cmp.Or(r.output, "standard output")
		if r.folder && r.output != "" {
			names[f.path] = filepath.Join(r.output, filepath.FromSlash(f.name))
		}
	}
	var pairs []string
	for _, from := range slices.SortedFunc(maps.Keys(names), func(a, b string) int { return len(b) - len(a) }) {
		pairs = append(pairs, from, names[from])
	}
	return strings.NewReplacer(pairs...)
}
