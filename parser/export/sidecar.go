package export

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"unspool/parser"
	"unspool/parser/jsonl"
)

// writeSidecar writes a file that is no transcript. The ids in files about the session and its agents become new ones,
// if those of the records do; all other files are copied.
func writeSidecar(t *exportedSession, f *parser.File, in io.ReaderAt, out io.Writer) error {
	source := io.NewSectionReader(in, 0, 1<<62)
	if t.options.ID != "" {
		switch f.Role {
		case parser.RoleJournal:
			return writeLines(t, f, source, out)
		case parser.RoleMeta, parser.RoleRun, parser.RoleCowork:
			document, err := io.ReadAll(source)
			if err != nil {
				return err
			}
			_, err = out.Write(withNewIDs(t, f, document))
			return err
		}
	}
	_, err := io.Copy(out, source)
	return err
}

// writeLines writes a file with one value on each line.
func writeLines(t *exportedSession, f *parser.File, in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if _, e := out.Write(withNewIDs(t, f, line)); e != nil {
			return e
		}
		if err != nil {
			return nil
		}
	}
}

// withNewIDs returns an object with new ids instead of those of the session and its records. Any other text stays as
// it is.
func withNewIDs(t *exportedSession, f *parser.File, text []byte) []byte {
	at := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	if at == len(text) || text[at] != '{' || jsonl.Skip(text, at) < 0 {
		return text
	}
	// It can name records of any file, as a relay does.
	w := recordWriter{exportedSession: t, file: f, line: text, isRelay: true}
	if f.Role == parser.RoleCowork { // sessionId is the id of another service
		w.ids(at)
	} else {
		jsonl.Object(text, at, w.member)
	}
	return applyEdits(text, w.edits)
}

// moveOutputs replaces the ids of the session in paths of a record to the folder of its outputs, which is written, too.
func moveOutputs(w *recordWriter) {
	folder := []byte("tool-results")
	for at := 0; ; at += len(folder) {
		next := bytes.Index(w.line[at:], folder)
		if next < 0 {
			return
		}
		at += next
		end := len(bytes.TrimRight(w.line[:at], `/\`)) // before the separator, which JSON can escape
		if end == at {
			continue
		}
		// A name that is longer than all ids is none, wherever it begins.
		first := max(0, end-w.longestID-1)
		from := first + bytes.LastIndexAny(w.line[first:end], `/\"`) + 1
		if id := string(w.line[from:end]); w.sessions[id] {
			w.replace(from, end, w.newID(id))
		}
	}
}
