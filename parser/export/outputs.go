package export

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"path"

	"unspool/parser"
	"unspool/parser/record"
)

// selectOutputs finds the outputs of calls, in files of their own, that the results name that stay. If no call is
// left out, all stay.
func (t *exportedSession) selectOutputs(open func(file int) io.ReaderAt) error {
	if t.report.LeftOut.Calls+t.report.LeftOut.Results == 0 {
		return nil
	}
	t.outputs = map[*parser.File]bool{}
	outputs := outputNames{files: map[string][]*parser.File{}}
	for _, f := range t.session.Sidecars {
		if f.Role == parser.RoleSpilled {
			outputs.add(f)
		}
	}
	if len(outputs.files) == 0 {
		return nil
	}
	omitted := maps.Clone(t.calls)
	maps.Copy(omitted, t.orphans)
	for _, f := range t.session.Files {
		r := reader{file: f, in: open(f.Number)}
		for i, isDropped := range t.dropped[f] {
			if isDropped || f.Records.At(int32(i)).Class != parser.ClassToolResult {
				continue
			}
			line, err := r.line(int32(i))
			if err != nil {
				return fmt.Errorf("%s: %w", f.Path, err)
			}
			for _, span := range stayingResults(f, int32(i), len(line), omitted) {
				for _, o := range outputs.filesIn(span.Of(line)) {
					t.outputs[o] = true
				}
			}
		}
	}
	return nil
}

// isRunOmitted reports whether the files about a run of a workflow are left out, with its call.
func isRunOmitted(t *exportedSession, id string) bool {
	for _, w := range t.session.Workflows {
		if w.ID != id {
			continue
		}
		if w.Call.File == nil {
			return t.cut.turns
		}
		use := w.Call.Call().Use
		return t.calls[w.Call] && !t.options.ResultsOnly || use >= 0 && t.dropped[w.Call.File][use]
	}
	return false
}

// stayingResults returns the ranges of a record with its results that stay, if those of some calls are left out:
// the whole record if all of them stay.
func stayingResults(f *parser.File, index int32, length int, omitted map[parser.CallRef]bool) []record.Span {
	r := f.Records.At(index)
	var staying []record.Span
	isWhole := true
	for i := r.First; i < r.First+int32(r.Blocks); i++ {
		b := f.Blocks.At(i)
		switch {
		case b.Call >= 0 && omitted[parser.CallRef{File: f, Index: b.Call}]:
			isWhole = false
		case b.Kind == record.ToolResult || b.Kind == record.ServerToolResult:
			staying = append(staying, record.Span{From: int(b.Whole.From), To: int(b.Whole.To)})
		}
	}
	if isWhole {
		return []record.Span{{To: length}}
	}
	return staying
}

// outputNames are files with outputs of calls, by their base names.
type outputNames struct {
	files   map[string][]*parser.File
	longest int // name, in bytes
}

func (n *outputNames) add(f *parser.File) {
	name := path.Base(f.Path)
	n.files[name] = append(n.files[name], f)
	n.longest = max(n.longest, len(name))
}

// filesIn returns the files that a part of a record names. Their paths are those of the machine that wrote it, as
// JSON: only the base name below the folder of outputs counts.
func (n *outputNames) filesIn(text []byte) (files []*parser.File) {
	folder := []byte("tool-results")
	for at := bytes.Index(text, folder); at >= 0; at = bytes.Index(text, folder) {
		text = text[at+len(folder):]
		if name := bytes.TrimLeft(text, `/\`); len(name) < len(text) {
			files = append(files, n.startOf(name)...)
		}
	}
	return files
}

// startOf returns the files whose name a text begins with.
func (n *outputNames) startOf(text []byte) []*parser.File {
	for end := min(len(text), n.longest); end > 0; end-- {
		if files := n.files[string(text[:end])]; files != nil && !continuesName(text[end:]) {
			return files
		}
	}
	return nil
}

// continuesName reports whether a name goes on with a text. A dot can also end a sentence.
func continuesName(text []byte) bool {
	if len(text) > 1 && text[0] == '.' {
		text = text[1:]
	}
	if len(text) == 0 {
		return false
	}
	c := text[0]
	return c == '_' || c == '-' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
