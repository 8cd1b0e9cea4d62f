package export

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/transcript"
)

// writeFile writes the records of a file, or all of a file without records.
func (t *exportedSession) writeFile(f *parser.File, in io.ReaderAt, create Target) (err error) {
	out, err := create(t.nameOf(f))
	if err != nil {
		return err
	}
	defer func() {
		if e := out.Close(); err == nil {
			err = e
		}
	}()
	if f.Role != parser.RoleMain && f.Role != parser.RoleAgent {
		return writeSidecar(t, f, in, out)
	}
	buffered := bufio.NewWriterSize(out, 1<<16)
	if f == t.conv.File {
		if _, err := buffered.Write(t.head); err != nil {
			return err
		}
	}
	var line []byte
	for i := range f.Records.Len() {
		r := f.Records.At(i)
		if t.dropped[f][i] {
			continue
		}
		if t.summary != nil && f == t.conv.File && i == t.summary.before {
			if _, err := buffered.Write(t.summary.lines); err != nil {
				return err
			}
			t.report.Records += 2
		}
		line = append(line[:0], make([]byte, r.Length)...)
		if n, err := in.ReadAt(line, r.Offset); n < len(line) {
			return fmt.Errorf("record %d at byte %d: %w", i+1, r.Offset, err)
		}
		// A record in a document can have several lines: there are no line breaks in its strings.
		for at, c := range line {
			if c == '\n' || c == '\r' {
				line[at] = ' '
			}
		}
		isMain := t.agent != nil && f == t.conv.File && r.Conv == int32(t.conv.Index)
		w := recordWriter{exportedSession: t, file: f, index: i, line: line, isMain: isMain, isRelay: transcript.IsRelay(f.Name(r.Label))}
		if _, err := buffered.Write(append(w.write(), '\n')); err != nil {
			return err
		}
		t.report.Records++
	}
	return buffered.Flush()
}

// A recordWriter writes one record with its edits.
type recordWriter struct {
	*exportedSession
	file     *parser.File
	index    int32
	line     []byte
	edits    []edit
	results  bool // the text of its results is left out
	external bool // one of these is of a tool of another program
	thoughts int  // blocks of thinking that are left out
	isMain   bool // it is of an agent whose conversation becomes the main one
	isRelay  bool // it repeats a record of an agent
}

// An edit replaces a range of a record.
type edit struct {
	from, to int
	text     string
}

func (w *recordWriter) write() []byte {
	jsonl.Object(w.line, 0, func(key []byte, at int) int {
		switch string(key) {
		case "message":
			return w.message(at)
		case "toolUseResult", "tool_use_result": // the second one in stream-json
			return jsonl.Skip(w.line, at)
		case "event":
			if w.options.ResultsOnly {
				removePieceResult(w, at)
			}
			removeCitations(w, memberAt(w.line, at, "content_block"))
			removeCitations(w, memberAt(w.line, at, "delta"))
		case "data":
			if w.isRelay {
				removeRelayed(w, at)
			}
		case "uuid":
			return w.id(at, false)
		case "isSidechain", "agentId":
			if w.isMain {
				return w.ofMain(string(key), at)
			}
		case "forkedFrom":
			if w.line[at] == '{' {
				return jsonl.Object(w.line, at, w.member)
			}
		}
		return w.member(key, at)
	})
	removeCopies(w, 0, w.file.Name(w.file.Records.At(w.index).Label))
	if w.options.ID != "" && w.file.Records.At(w.index).Class == parser.ClassToolResult {
		moveOutputs(w)
	}
	return applyEdits(w.line, w.edits)
}

// applyEdits returns a record with its edits.
func applyEdits(line []byte, edits []edit) []byte {
	if len(edits) == 0 {
		return line
	}
	sort.Slice(edits, func(i, j int) bool {
		a, b := edits[i], edits[j]
		return a.from < b.from || a.from == b.from && a.to > b.to
	})
	var out []byte
	at := 0
	for _, e := range edits {
		if e.from < at { // inside of the one before
			continue
		}
		out = append(append(out, line[at:e.from]...), e.text...)
		at = e.to
	}
	return append(out, line[at:]...)
}

func (w *recordWriter) replace(from, to int, text string) {
	w.edits = append(w.edits, edit{from, to, text})
}

// ofMain replaces a member that tells the records of agents from those of main conversations.
func (w *recordWriter) ofMain(key string, at int) int {
	end := jsonl.Skip(w.line, at)
	if end > at {
		w.replace(at, end, map[string]string{"isSidechain": "false", "agentId": "null"}[key])
	}
	return end
}

// message edits the message of a record.
func (w *recordWriter) message(at int) int {
	return jsonl.Object(w.line, at, func(key []byte, at int) int {
		if string(key) == "content" {
			removeNotices(w, at)
			if w.line[at] == '[' {
				return w.content(at)
			}
		}
		return jsonl.Skip(w.line, at)
	})
}

// content leaves out elements of the content, with the commas between them.
func (w *recordWriter) content(at int) int {
	hasBefore, endBefore := false, 0 // whether there is an element before, and where it ends
	var gap []record.Span            // elements left out since then
	end := jsonl.Array(w.line, at, func(at int) int {
		end := jsonl.Skip(w.line, at)
		switch {
		case end < 0:
		case w.omits(at):
			gap = append(gap, record.Span{From: at, To: end})
		default:
			if len(gap) > 0 && hasBefore { // from the end of the element before
				w.replace(endBefore, gap[len(gap)-1].To, "")
			} else if len(gap) > 0 { // up to this element
				w.replace(gap[0].From, at, "")
			}
			hasBefore, endBefore, gap = true, end, nil
		}
		return end
	})
	if len(gap) > 0 && hasBefore {
		w.replace(endBefore, gap[len(gap)-1].To, "")
	} else if len(gap) > 0 {
		w.replace(gap[0].From, gap[len(gap)-1].To, "")
	}
	return end
}

// omits reports whether an element of the content is left out. The text of a result is left out here, and citations of it.
func (w *recordWriter) omits(at int) bool {
	kind, _ := record.MemberText(w.line, at, "type", 64)
	idMember, isResult := "id", strings.HasSuffix(kind, "tool_result")
	switch {
	case kind == "thinking", kind == "redacted_thinking":
		if w.options.Thinking {
			w.thoughts++
		}
		return w.options.Thinking
	case kind == "text":
		removeCitations(w, at)
		return false
	case isResult:
		idMember = "tool_use_id"
	case !strings.HasSuffix(kind, "tool_use"):
		return false
	}
	id, _ := record.MemberText(w.line, at, idMember, 1<<10)
	if call, ok := w.file.FindCall(id); ok && w.orphans[parser.CallRef{File: w.file, Index: call}] {
		w.results = w.results || isResult
		return true
	}
	if !isSelected(w, id, at) {
		return false
	}
	if !w.options.ResultsOnly {
		w.results = w.results || isResult
		return true
	}
	if isResult {
		w.replace(at, jsonl.Skip(w.line, at), blockWithoutResult(w, at, withoutText(w, id)))
		w.results = true
		w.external = w.external || isExternal(w.file, id)
	}
	return false
}

// member replaces the ids in a member of a record or of its forkedFrom, which name any session. Farther down, a member
// of that name can be of another program: there, only known ids are replaced.
func (w *recordWriter) member(key []byte, at int) int {
	if w.line[at] == '"' && isSessionKey(key) {
		return w.sessionID(at)
	}
	return w.ids(at)
}

// ids replaces the known ids in the value of a member outside of the message.
func (w *recordWriter) ids(at int) int {
	switch w.line[at] {
	case '{':
		return jsonl.Object(w.line, at, func(key []byte, at int) int {
			switch {
			case string(key) == "content":
				return jsonl.Skip(w.line, at)
			case string(key) == "uuid" && w.line[at] == '"': // of the record of an agent that this one repeats
				return w.id(at, false)
			}
			return w.ids(at)
		})
	case '[':
		return jsonl.Array(w.line, at, w.ids)
	case '"':
		return w.id(at, true)
	}
	return jsonl.Skip(w.line, at)
}

// isSessionKey reports whether a member has the id of a session. That of a bridge has one of another service.
func isSessionKey(key []byte) bool {
	switch string(key) {
	case "sessionId", "session_id", "parentSessionId", "continuedInSessionId":
		return true
	}
	return false
}

// idBytes is the length of the longest text that is looked up as an id, in bytes: UUIDs have 36.
const idBytes = 64

// sessionID replaces the id of a session.
func (w *recordWriter) sessionID(at int) int {
	end := jsonl.Skip(w.line, at)
	if id := string(record.AppendString(nil, w.line, at, -1)); end > at && id != "" && w.options.ID != "" {
		w.replace(at, end, `"`+w.newID(id)+`"`)
	}
	return end
}

// id replaces a text if it is the id of a session or of a record. With isReference, an id of a
// record that is not written becomes that of the nearest record above it that is, or null.
func (w *recordWriter) id(at int, isReference bool) int {
	end := jsonl.Skip(w.line, at)
	if end < 0 || end-at-2 > idBytes || end-at <= 2 {
		return end
	}
	text := string(w.line[at+1 : end-1])
	id := text
	if !w.sessions[text] {
		f, index := w.find(text)
		if f == nil {
			return end
		}
		if isReference {
			if id = w.nearest(f, index, text); id == "" {
				above := "null"
				if w.summary != nil {
					above = `"` + w.summary.id + `"`
				}
				w.replace(at, end, above)
				return end
			}
		}
	}
	if id = w.newID(id); id != text {
		w.replace(at, end, `"`+id+`"`)
	}
	return end
}

// nearest returns the id of a record as it was given, or, if the record is not written, the id of the
// nearest record above it that is, or "".
func (w *recordWriter) nearest(f *parser.File, index int32, id string) string {
	// In damaged files, records can be above each other in a cycle.
	for range f.Records.Len() {
		if !w.gone[f][f.UUIDOf(id)] {
			return id
		}
		if !w.dropped[f][index] { // it was written again with another id
			return f.UUID(index)
		}
		above, ok := f.ParentOf(index)
		if !ok {
			break
		}
		index, id = above, f.UUID(above)
	}
	return ""
}

// find returns the record with a UUID: in the same file, in the main one or, if the record repeats one of
// an agent, in any file.
func (w *recordWriter) find(uuid string) (*parser.File, int32) {
	for _, f := range []*parser.File{w.file, w.conv.File, w.session.Main.File} {
		if index, ok := f.Lookup(uuid); ok {
			return f, index
		}
	}
	if !w.isRelay {
		return nil, 0
	}
	for _, f := range w.session.Files {
		if index, ok := f.Lookup(uuid); ok {
			return f, index
		}
	}
	return nil, 0
}

// newID returns the id for an id of the session. The same id always becomes the same one, in all
// files, without a table of them.
func (t *exportedSession) newID(id string) string {
	main := t.session.Main
	switch {
	case t.options.ID == "":
		return id
	case id == t.session.ID:
		return t.options.ID
	case main.Agent != "" && t.agent == nil && id == main.File.ParentSession():
		// A file of an agent alone is a session by its name, but its records have the id of the session that
		// started the agent.
		return t.options.ID
	}
	return hashID(t.options.ID, id)
}

// sessionIDs returns the ids of the session and of those that its records name, as far as these are indexed.
func sessionIDs(s *parser.Session) map[string]bool {
	ids := map[string]bool{s.ID: true}
	for _, f := range s.Files {
		for _, id := range f.Metadata.SessionIDs {
			ids[id] = true
		}
		for _, r := range slices.Concat(f.Lineage.IDs, f.Lineage.Forks) {
			ids[r.Session] = true
		}
	}
	delete(ids, "")
	return ids
}

// NewID returns a random id for a session.
func NewID() string { return hashID(rand.Text()) }

// hashID returns a UUID that follows from texts, in the form of version 4.
func hashID(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\n")))
	sum[6], sum[8] = sum[6]&0x0f|0x40, sum[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
