package parser

import "unspool/parser/record"

// steer places words that were typed while Claude worked: they drive a turn
// only where none was running.
func (c *Conversation) steer(item int32, class Class) {
	if c.atRest() {
		c.pending = c.pending[:0]
		c.begin(item, class, "")
	}
}

// queue follows words that were typed while Claude worked: format.md,
// "Messages typed while Claude works".
func (c *Conversation) queue(r *record.Record, line []byte, index int32) {
	item := c.item(ItemMachinery, index, none)
	switch string(r.Subtype) {
	case "enqueue":
		text := record.AppendWords(nil, line, r.Text.Raw.From, 1<<20)
		if t := trimText(text); len(t) > 0 && classifyTags(t) == ClassOther {
			if c.queued == nil {
				c.queued = map[uint64]int32{}
			}
			c.queued[hashWords(t)] = item
		}
	case "popAll":
		clear(c.queued)
	}
}

// sent takes words off the queue that have arrived in the conversation.
func (c *Conversation) sent(text []byte) {
	if len(c.queued) > 0 {
		delete(c.queued, hashWords(text))
	}
}
