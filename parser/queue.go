package parser

import (
	"bytes"
	"strings"

	"unspool/parser/record"
)

// queued words wait for being sent.
type queued struct {
	words uint64 // their hash
	item  int32
	typed string // the words themselves, where they name text that was pasted
}

// maxQueued bounds the words that wait, since all are looked through for each that
// is sent. Nobody has typed a dozen.
const maxQueued = 1000

// A pastedMark begins what stands in typed words for text that was pasted:
// "[Pasted text #1 +20 lines]". The queue keeps it, what is sent has the text.
const pastedMark = "[Pasted text #"

// maxMarked bounds the words that are kept for the text they stand for.
const maxMarked = 1000

// holds says that a text is the typed words with the pasted text in its place:
// it begins and ends as they do, and what stands between is longer than the mark.
func (q queued) holds(text []byte) bool {
	from, to := strings.Index(q.typed, pastedMark), strings.LastIndex(q.typed, pastedMark)
	end := strings.IndexByte(q.typed[to:], ']')
	return end > 0 && len(text) > len(q.typed) &&
		bytes.HasPrefix(text, []byte(q.typed[:from])) && bytes.HasSuffix(text, []byte(q.typed[to+end+1:]))
}

// handleQueuedPrompt places words that were typed while Claude worked: they drive a turn
// only where none was running.
func (c *Conversation) handleQueuedPrompt(item int32, class Class) {
	if c.isIdle() {
		c.pending = c.pending[:0]
		c.begin(item, class, "")
	}
}

// queue follows words that were typed while Claude worked: FORMAT.md,
// "Messages typed while Claude works".
func (c *Conversation) queue(r *record.Record, line []byte, index int32) {
	item := c.item(ItemInternal, index, none)
	switch string(r.Subtype) {
	case "enqueue":
		text := record.AppendWords(nil, line, r.Text.Raw.From, 1<<20)
		c.File.notified(index, text)
		if t := stripContext(text); len(t) > 0 && classifyTags(t) == ClassOther && !isTaskState(t) {
			if len(c.queued) == maxQueued {
				c.unsent(c.queued[0])
				c.queued = append(c.queued[:0], c.queued[1:]...)
			}
			q := queued{words: hashWords(t), item: item}
			if len(t) <= maxMarked && bytes.Contains(t, []byte(pastedMark)) {
				q.typed = string(t)
			}
			c.queued = append(c.queued, q)
		}
	case "popAll":
		c.queued = nil
	}
}

// isTaskState tells the state of a background task, which older versions put
// into the queue as JSON.
func isTaskState(text []byte) bool { return bytes.HasPrefix(text, []byte(`{"task_id"`)) }

// sentAs takes the words that a command or a prompt was typed as off the queue.
func (c *Conversation) sentAs(class Class, text []byte, index int32) {
	switch {
	case len(c.queued) == 0:
	case class == ClassCommand:
		c.sent([]byte(CommandLine(text)), index)
	case class == ClassShell && bytes.Contains(text, []byte("<bash-input>")):
		c.sent(tagged(text, "bash-input"), index)
	default:
		c.sent(stripContext(text), index)
	}
}

// sent takes words off the queue that have arrived in the conversation with a
// record, and notes where they were typed.
func (c *Conversation) sent(text []byte, index int32) {
	if len(c.queued) == 0 {
		return
	}
	words := hashWords(text)
	for i, q := range c.queued {
		if q.words == words || q.typed != "" && q.holds(text) {
			c.queued = append(c.queued[:i], c.queued[i+1:]...)
			if c.typed == nil {
				c.typed = map[int32]int32{}
			}
			c.typed[index] = c.Items[q.item].Record
			return
		}
	}
}

// Typed gives the record of the queue with the words as they were typed, which a
// record sent later; -1 for what did not wait in the queue.
func (c *Conversation) Typed(index int32) int32 {
	if at, ok := c.typed[index]; ok {
		return at
	}
	return none
}
