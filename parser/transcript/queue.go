package transcript

import (
	"bytes"
	"strings"

	"unspool/parser/internal/tags"
	"unspool/parser/record"
)

// A queued is a prompt that was queued and not sent yet.
type queued struct {
	words uint64 // hash of its text
	item  int32
	typed string // the text itself if it contains a mark for pasted text
}

// maxQueued limits the queued prompts, since each prompt that is sent is compared with all of them.
// Nobody has typed a dozen.
const maxQueued = 1000

// pastedMark begins the placeholder for pasted text in a typed prompt: "[Pasted text #1 +20
// lines]". The queue contains the placeholder, the sent prompt the text.
const pastedMark = "[Pasted text #"

// maxMarked limits the length of a typed prompt that is kept for its placeholders.
const maxMarked = 1000

// holds reports whether a text is the typed prompt with pasted text instead of the placeholders:
// both begin and end alike, and the text is longer.
func (q queued) holds(text []byte) bool {
	from, to := strings.Index(q.typed, pastedMark), strings.LastIndex(q.typed, pastedMark)
	end := strings.IndexByte(q.typed[to:], ']')
	return end > 0 && len(text) > len(q.typed) &&
		bytes.HasPrefix(text, []byte(q.typed[:from])) && bytes.HasSuffix(text, []byte(q.typed[to+end+1:]))
}

// handleQueuedPrompt handles a prompt that was typed while Claude worked: it begins a turn only if
// none was running.
func (c *builder) handleQueuedPrompt(item int32) {
	if c.turns.isIdle() {
		c.turns.dropPending()
		c.turns.begin(item, "")
	}
}

// queue tracks prompts that were typed while Claude worked: FORMAT.md, "Messages typed while Claude
// works".
func (c *builder) queue(r *record.Record, line []byte, index int32) {
	item := c.turns.item(ItemInternal, index, None)
	switch string(r.Subtype) {
	case "enqueue":
		text := record.AppendWords(nil, line, r.Text.From, 1<<20)
		c.links.notified(index, text)
		if t := tags.StripContext(text); len(t) > 0 && classifyTags(t) == ClassOther && !isTaskState(t) {
			if len(c.queued) == maxQueued {
				c.unsent(c.queued[0])
				c.queued = append(c.queued[:0], c.queued[1:]...)
			}
			q := queued{words: tags.HashText(t), item: item}
			if len(t) <= maxMarked && bytes.Contains(t, []byte(pastedMark)) {
				q.typed = string(t)
			}
			c.queued = append(c.queued, q)
		}
	case "popAll":
		c.queued = nil
	}
}

// isTaskState reports whether a text is the state of a background task, which older versions put
// into the queue as JSON.
func isTaskState(text []byte) bool { return bytes.HasPrefix(text, []byte(`{"task_id"`)) }

// sentAs removes the text of a command or a prompt, as it was typed, from the queue.
func (c *builder) sentAs(class Class, text []byte, index int32) {
	switch {
	case len(c.queued) == 0:
	case class == ClassCommand:
		c.sent([]byte(tags.CommandLine(text)), index)
	case class == ClassShell && bytes.Contains(text, []byte("<bash-input>")):
		c.sent(tags.Inside(text, "bash-input"), index)
	default:
		c.sent(tags.StripContext(text), index)
	}
}

// sent removes a text from the queue when a record of the conversation contains it, and notes which
// record queued it.
func (c *builder) sent(text []byte, index int32) {
	if len(c.queued) == 0 {
		return
	}
	words := tags.HashText(text)
	for i, q := range c.queued {
		if q.words == words || q.typed != "" && q.holds(text) {
			c.queued = append(c.queued[:i], c.queued[i+1:]...)
			if c.conv.typed == nil {
				c.conv.typed = map[int32]int32{}
			}
			c.conv.typed[index] = c.conv.Items[q.item].Record
			return
		}
	}
}

// Typed returns the record that queued the prompt, as it was typed, that a record sent later. The
// second result is false if it was not queued.
func (c *Conversation) Typed(index int32) (queued int32, ok bool) {
	queued, ok = c.typed[index]
	return queued, ok
}
