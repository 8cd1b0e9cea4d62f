package parser

import (
	"hash/maphash"

	"unspool/parser/record"
)

// A Conversation is a main conversation or an agent's own: the items that a
// reader sees, in file order, and the turns they make up. It lasted from Start to
// End, ms since 1970.
type Conversation struct {
	File  *File
	Index int32  // in File.Conversations
	Agent string // id of the agent, "" for a main conversation
	Items []Item
	Turns []Turn

	FirstWords   uint64 // hash of its first prompt, to link an agent by it
	Start, End   int64
	FirstMessage int32 // Record of the first user or assistant record

	turn     int32 // Turn that runs, -1 before the first
	message  int32 // Message that is being written
	passages []textRef
	seed     maphash.Seed    // of the passages' hashes
	talks    bool            // somebody spoke
	bounded  bool            // nobody did since the last compaction
	pending  []int32         // Items that may begin a turn when a reply follows
	printed  bool            // the last of them was a command that printed something
	prompt   string          // promptId of the turn that runs
	queued   []queued        // words whose sending has not come
	typed    map[int32]int32 // record that sent queued words: the record of the queue
	last     Stop            // of the last assistant record of the turn
	talked   bool            // that record ended in words
	ended    bool            // the turn that runs was interrupted or finished, and nothing was said since
	mode     string          // permission mode, as last recorded
	phase    string          // the mode that attachments speak of: "plan_mode", "auto_mode"

	asked, askedTail int32   // Record of the last words without a reply, and the last one that joined it
	askedPrompt      string  // promptId of these words
	quiet            bool    // nothing more is to come of the turn that runs
	replyHash        uint64  // hash of the last words of a headless run's reply
	over             bool    // a result ended the turn: the next reply begins another
	chat             *chat   // of a claude.ai export
	partial          partial // a message that arrives in pieces
}

// An ItemKind says what an item shows.
type ItemKind uint8

// The kinds of items.
const (
	ItemInternal ItemKind = iota // a record that a reader rarely wants: folded
	ItemPrompt                   // words of the person, or what stands for them: see Record.Class
	ItemText
	ItemThinking
	ItemTool
	ItemImage
	ItemResult // a tool result without its call
	ItemBlock  // a block of an unknown kind
	ItemCompaction
	ItemSummary
	ItemOutput
	ItemInterrupt
	ItemFailure
	ItemNote
	ItemFeedback // words beside a tool result
	ItemDamage   // bytes that are no record
	ItemGap      // records that are not indexed
	ItemRestart  // the conversation begins anew here: no record is the parent
	ItemMode     // the prompt that follows was given in another permission mode
)

// An Item is one thing to show: a record or one block of it. Record and Turn are
// indexes into File.Records and Conversation.Turns; Turn is -1 before the first.
type Item struct {
	Record int32
	Block  int32 // index into File.Blocks, -1 for the record as a whole
	Turn   int32
	Kind   ItemKind
	// Interrupted words waited for a reply when an interruption came.
	Interrupted bool
}

func newConversation(f *File, agent string, index int32) *Conversation {
	return &Conversation{File: f, Agent: agent, Index: index, turn: none, message: none, FirstMessage: none, asked: none}
}

// add takes the next record: FORMAT.md, "Turns", "Algorithm".
func (c *Conversation) add(r *record.Record, line []byte, index int32) {
	e := c.File.Records.At(index)
	if r.Time > 0 && len(r.UUID) > 0 {
		if c.Start == 0 {
			c.Start = r.Time
		}
		c.End = max(c.End, r.Time)
	}
	switch string(r.Type) {
	case "user":
		c.user(r, line, index)
	case "assistant":
		c.assistant(r, line, index)
	case "system":
		c.system(r, line, index)
	case "attachment":
		c.attachment(r, line, index)
	case "queue-operation":
		c.queue(r, line, index)
	case "progress", "tool_progress":
		c.handleAuxiliary(r, index)
	case "permission-mode":
		c.permission(r, index)
	case "result":
		c.result(r, line, index)
	case "stream_event":
		c.event(r, line, index)
	default:
		c.item(ItemInternal, index, none)
	}
	// Only talk makes a turn longer: hooks and notes also come hours later.
	if c.turn != none && len(c.pending) == 0 && (e.Class == ClassAssistant || e.Class == ClassToolResult) {
		c.Turns[c.turn].End = max(c.Turns[c.turn].End, e.Time)
	}
}

// item appends an item to the turn that runs.
func (c *Conversation) item(kind ItemKind, index, block int32) int32 {
	c.File.extent.items++
	at := int32(len(c.Items))
	c.Items = append(c.Items, Item{Record: index, Block: block, Turn: c.turn, Kind: kind})
	if e := c.File.Records.At(index); e.Item == none {
		e.Item = at
	}
	return at
}

// close ends the conversation: words that were queued and never sent are shown
// where they were typed, since before 2.1.97 that is the only trace of them.
func (c *Conversation) close() {
	for _, q := range c.queued {
		c.unsent(q)
	}
	c.unfold(false)
}

// reopen takes them back: the file goes on, they may still be sent.
func (c *Conversation) reopen() {
	for _, q := range c.queued {
		c.Items[q.item].Kind = ItemInternal
		c.File.Records.At(c.Items[q.item].Record).Class = ClassOther
	}
	c.showPieces(false)
}

// unsent shows queued words where they were typed.
func (c *Conversation) unsent(q queued) {
	c.Items[q.item].Kind = ItemPrompt
	c.File.Records.At(c.Items[q.item].Record).Class = ClassQueuedPrompt
}
