package export

import (
	"bufio"
	"bytes"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A messageWriter writes pairs of messages: one of the assistant, and the user's that follows it.
type messageWriter struct {
	out      *bufio.Writer
	before   string // the text that stands for what came before a reply at the start
	messages int
	changed  map[string]int
	ids      *callIDs
	seen     map[string]bool // ids of all tool calls

	response string // id of the current message of the assistant
	isNew    bool   // the blocks that follow are of another message
	blocks   []contentBlock
	calls    []string // ids of the tool calls in these
	results  map[string][]byte
	user     [][]byte // the other blocks of the user
	waiting  [][]byte // the message of the user to write before the next one of the assistant
}

// A contentBlock is a block of a message of the assistant.
type contentBlock struct {
	kind, id string // the id of the call that it is, or that it answers
	text     []byte
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
		w.isNew = w.isNew || id == "" || id != w.response
		w.response = id
	}
	at := contentOf(line, message)
	if at < 0 {
		w.changed["record without content"]++
		return
	}
	if line[at] != '[' {
		w.block(line, at, isAssistant)
		return
	}
	jsonl.Array(line, at, func(at int) int { return w.block(line, at, isAssistant) })
}

// contentOf returns where the content of a record with a message, or without one, begins, or -1.
func contentOf(line []byte, message int) int {
	if message >= 0 {
		return record.Member(line, message, "content")
	}
	if attachment := record.Member(line, 0, "attachment"); attachment >= 0 { // a prompt in the queue
		return record.Member(line, attachment, "prompt")
	}
	return record.Member(line, 0, "content") // of a command, or in a file of another program
}

// block adds a block of content.
func (w *messageWriter) block(line []byte, at int, isAssistant bool) int {
	end := jsonl.Skip(line, at)
	if end < 0 {
		return end
	}
	recorded, ok := strict(line[at:end])
	if !ok {
		w.changed["damaged block"]++
		return end
	}
	block, ok := apiForm{w.changed, w.ids}.block(recorded)
	switch {
	case !ok:
	case block.kind == "tool_result":
		w.result(block)
	case isAssistant && isOfAssistant(block.kind):
		w.reply(block)
	case isAssistant:
		w.changed["block of type "+block.kind+" from the assistant"]++
	case isOfUser(block.kind):
		w.user = append(w.user, block.text)
	default:
		w.changed["block of type "+block.kind+" from the user"]++
	}
	return end
}

// reply adds a block of the assistant. The messages before are complete once a block of the next one is
// there: a response can consist of blocks that are left out.
func (w *messageWriter) reply(block contentBlock) {
	isCall := block.kind == "tool_use" || block.kind == "server_tool_use"
	if isCall && w.seen[block.id] {
		w.changed["repeated call"]++
		return
	}
	if w.isNew && len(w.results)+len(w.user) > 0 {
		w.flush()
	}
	w.isNew = false
	if isCall {
		w.seen[block.id] = true
	}
	if block.kind == "tool_use" {
		w.calls = append(w.calls, block.id)
	}
	w.blocks = append(w.blocks, block)
}

// result adds the result of a call of the current message. The last one counts.
func (w *messageWriter) result(block contentBlock) {
	if !slices.Contains(w.calls, block.id) {
		w.changed["result without a call"]++
		return
	}
	if w.results == nil {
		w.results = map[string][]byte{}
	}
	w.results[block.id] = block.text
}

// flush writes the current message of the assistant, and that of the user before it. The one after it
// waits for the next one: what is left of a response can be nothing.
func (w *messageWriter) flush() {
	if blocks := w.answered(); len(blocks) > 0 {
		if w.messages == 0 && len(w.waiting) == 0 {
			w.waiting = [][]byte{textBlock(w.before)}
		}
		w.finish()
		w.message("assistant", blocks)
	}
	for _, id := range w.calls {
		block := w.results[id]
		if block == nil {
			w.changed["call without a result"]++
			block = enclose(`{"type":"tool_result","tool_use_id":`, quoted(id), `,"is_error":true,"content":[`+noResult+`]}`)
		}
		w.waiting = append(w.waiting, block)
	}
	w.waiting = append(w.waiting, w.user...)
	w.blocks, w.calls, w.results, w.user = nil, nil, nil, nil
}

// finish writes the message of the user that waits.
func (w *messageWriter) finish() {
	if len(w.waiting) > 0 {
		w.message("user", w.waiting)
	}
	w.waiting = nil
}

// noResult is the content of the result of a call that has none.
const noResult = `{"type":"text","text":"[No result is recorded.]"}`

// answered returns the blocks of the assistant without calls of server tools that have no result, and
// results that have no such call: both are in the same message.
func (w *messageWriter) answered() [][]byte {
	var texts [][]byte
	has := func(id string, isCall bool) bool {
		return slices.ContainsFunc(w.blocks, func(b contentBlock) bool {
			return b.id == id && (b.kind == "server_tool_use") == isCall
		})
	}
	for _, b := range w.blocks {
		isCall, isResult := b.kind == "server_tool_use", strings.HasSuffix(b.kind, "_tool_result")
		switch {
		case isCall && !has(b.id, false):
			w.changed["call without a result"]++
		case isResult && !has(b.id, true):
			w.changed["result without a call"]++
		default:
			texts = append(texts, b.text)
		}
	}
	return texts
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
