package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// MessagesOptions choose the messages.
type MessagesOptions struct {
	// FromCompaction begins with the summary of the last compaction, as Claude Code does when the session
	// is resumed. Otherwise, all messages follow from the start, without summaries.
	FromCompaction bool
}

// A MessagesReport counts what an export has, and what it lacks.
type MessagesReport struct {
	Messages int            `json:"-"`
	LeftOut  map[string]int `json:"leftOut"` // records by their class, such as "note" or "failure"
	// Changed counts what the API would refuse: blocks without content, thinking without a signature,
	// results without a call. Calls without a result get one that says so.
	Changed map[string]int `json:"-"`
}

// Messages writes the main conversation of a session as a JSON object, whose member "messages" is the
// array for the Messages API of Anthropic; see FORMAT.md for the records and
// https://docs.anthropic.com/en/api/messages for the API. The blocks of one response are one message,
// results follow their calls at once, and roles alternate. Abandoned branches, records that were
// withdrawn, errors and what is shown in the transcript only are left out, and counted in the head of
// the object.
func Messages(s *parser.Session, open func(file int) io.ReaderAt, out io.Writer, o MessagesOptions) (MessagesReport, error) {
	f, from := s.Main.File, int32(0)
	if s.Shares(f) {
		return MessagesReport{}, fmt.Errorf("%s: %w", f.Path, ErrShared)
	}
	if o.FromCompaction {
		from = lastSummary(s.Main)
	}
	w := &messageWriter{out: bufio.NewWriterSize(out, 1<<16), changed: map[string]int{}}
	leftOut := map[string]int{}
	var sent []int32
	for i := range f.Records.Len() {
		r := f.Records.At(i)
		switch {
		case r.Conv != int32(s.Main.Index):
		case i >= from && r.Branch == 0 && isSent(r, o.FromCompaction && i == from):
			sent = append(sent, i)
		default:
			leftOut[r.Class.String()]++
		}
	}
	head, err := json.Marshal(struct {
		Session string         `json:"session"`
		Title   string         `json:"title"`
		LeftOut map[string]int `json:"leftOut"`
	}{s.ID, s.Title(), leftOut})
	if err != nil {
		return MessagesReport{}, err
	}
	w.write(head[:len(head)-1], []byte(`,"messages":[`))
	in := open(f.Number)
	for _, i := range sent {
		r := f.Records.At(i)
		line := make([]byte, r.Length)
		if n, err := in.ReadAt(line, r.Offset); n < len(line) {
			return MessagesReport{}, fmt.Errorf("%s: record %d at byte %d: %w", f.Path, i+1, r.Offset, err)
		}
		w.add(r, line)
	}
	w.flush()
	w.write([]byte("\n]}\n"))
	return MessagesReport{w.messages, leftOut, w.changed}, w.out.Flush()
}

// lastSummary returns the record of the last summary of a conversation, or 0.
func lastSummary(c *parser.Conversation) int32 {
	for i := c.File.Records.Len() - 1; i > 0; i-- {
		if r := c.File.Records.At(i); r.Class == parser.ClassSummary && r.Conv == int32(c.Index) && r.Branch == 0 {
			return i
		}
	}
	return 0
}

// isSent reports whether a record was sent to the model, or came from it.
func isSent(r *parser.Record, isFirst bool) bool {
	switch r.Class {
	case parser.ClassPrompt, parser.ClassScheduled, parser.ClassCommand, parser.ClassShell, parser.ClassNotification,
		parser.ClassPeer, parser.ClassQueuedPrompt, parser.ClassOutput, parser.ClassInterrupt, parser.ClassInjected,
		parser.ClassContext, parser.ClassMemory, parser.ClassToolResult, parser.ClassAssistant:
		return true
	case parser.ClassSummary:
		return isFirst
	}
	return false
}

// A messageWriter writes pairs of messages: one of the assistant, and the user's that follows it.
type messageWriter struct {
	out      *bufio.Writer
	messages int
	changed  map[string]int

	response string   // id of the current message of the assistant
	blocks   [][]byte // of the assistant
	calls    []string // ids of its tool calls
	results  map[string][]byte
	user     [][]byte // the other blocks of the user
}

func (w *messageWriter) write(texts ...[]byte) {
	for _, text := range texts {
		w.out.Write(text) // the error comes from Flush
	}
}

// add adds a record to the current messages, or begins the next ones.
func (w *messageWriter) add(r *parser.Record, line []byte) {
	isAssistant := r.Class == parser.ClassAssistant
	message := record.Member(line, 0, "message")
	if isAssistant {
		id, _ := record.MemberText(line, message, "id", 1<<10)
		if (id == "" || id != w.response) && len(w.results)+len(w.user) > 0 {
			w.flush()
		}
		w.response = id
	}
	at := record.Member(line, message, "content")
	if at < 0 { // a prompt in the queue
		at = record.Member(line, record.Member(line, 0, "attachment"), "prompt")
	}
	if at < 0 {
		return
	}
	if line[at] != '[' {
		w.block(line, at, isAssistant)
		return
	}
	jsonl.Array(line, at, func(at int) int { return w.block(line, at, isAssistant) })
}

// block adds a block of content.
func (w *messageWriter) block(line []byte, at int, isAssistant bool) int {
	end := jsonl.Skip(line, at)
	if end < 0 {
		return end
	}
	block := bytes.Clone(line[at:end])
	if line[at] == '"' {
		block = enclose(`{"type":"text","text":`, line[at:end], `}`)
	}
	kind, _ := record.MemberText(block, 0, "type", 64)
	id, _ := record.MemberText(block, 0, "id", 1<<10)
	switch {
	case kind == "text" && isBlank(block, "text"):
		w.changed["empty text"]++
	case kind == "thinking" && isBlank(block, "signature"):
		w.changed["thinking without a signature"]++
	case kind == "tool_use" && slices.Contains(w.calls, id):
		w.changed["repeated call"]++
	case kind == "tool_use":
		w.calls = append(w.calls, id)
		w.blocks = append(w.blocks, block)
	case kind == "tool_result":
		w.result(block)
	case !isKnown(kind):
		w.changed["block of type "+kind]++
	case isAssistant:
		w.blocks = append(w.blocks, block)
	default:
		w.user = append(w.user, block)
	}
	return end
}

// result adds the result of a call of the current message. The last one counts.
func (w *messageWriter) result(block []byte) {
	id, _ := record.MemberText(block, 0, "tool_use_id", 1<<10)
	if !slices.Contains(w.calls, id) {
		w.changed["result without a call"]++
		return
	}
	if w.results == nil {
		w.results = map[string][]byte{}
	}
	w.results[id] = block
}

// flush writes the current messages.
func (w *messageWriter) flush() {
	if len(w.blocks) > 0 {
		if w.messages == 0 {
			w.message("user", [][]byte{textBlock("[What came before is not recorded.]")})
		}
		w.message("assistant", w.blocks)
	}
	var user [][]byte
	for _, id := range w.calls {
		block := w.results[id]
		if block == nil {
			w.changed["call without a result"]++
			quoted, _ := json.Marshal(id) // a string never fails
			block = enclose(`{"type":"tool_result","tool_use_id":`, quoted, `,"is_error":true,"content":"[No result is recorded.]"}`)
		}
		user = append(user, block)
	}
	if user = append(user, w.user...); len(user) > 0 {
		w.message("user", user)
	}
	w.response, w.blocks, w.calls, w.results, w.user = "", nil, nil, nil, nil
}

func (w *messageWriter) message(role string, blocks [][]byte) {
	if w.messages > 0 {
		w.write([]byte(","))
	}
	w.messages++
	w.write([]byte("\n"+`{"role":"`+role+`","content":[`), bytes.Join(blocks, []byte(",")), []byte("]}"))
}

func textBlock(text string) []byte { return []byte(`{"type":"text","text":"` + text + `"}`) }

func enclose(before string, middle []byte, after string) []byte {
	return append(append([]byte(before), middle...), after...)
}

// isBlank reports whether a member is no string, or one without content.
func isBlank(block []byte, name string) bool {
	text, ok := record.MemberText(block, 0, name, 1<<10)
	return !ok || strings.TrimSpace(text) == ""
}

// isKnown reports whether the API takes blocks of a type.
func isKnown(kind string) bool {
	switch kind {
	case "text", "thinking", "redacted_thinking", "image", "document", "search_result", "server_tool_use",
		"web_search_tool_result", "web_fetch_tool_result", "code_execution_tool_result",
		"bash_code_execution_tool_result", "text_editor_code_execution_tool_result", "tool_search_tool_result":
		return true
	}
	return false
}
