package transcript

import (
	"bytes"
	"iter"
	"slices"

	"unspool/parser/record"
)

// A Conversation is a main conversation or an agent's own: the items that a reader sees, in file
// order, and the turns they form. Start and End are the times of its first and last record, in ms
// since 1970.
type Conversation struct {
	File  *File
	Index int32  // in File.Conversations
	Agent string // ID of the agent, "" for a main conversation
	Items []Item
	Turns []Turn

	FirstPromptHash uint64 // can link an agent to its call
	Start, End      int64
	FirstMessage    int32 // Record of the first user or assistant record

	Chat *Chat // of a claude.ai export

	typed map[int32]int32 // record that sent a queued prompt → record that queued it
}

// An ItemKind is the kind of content that an item shows.
type ItemKind uint8

// The kinds of items.
const (
	ItemInternal ItemKind = iota // a record that a reader rarely wants: folded
	ItemPrompt                   // a prompt of the person, or what takes its place: see Record.Class
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
	ItemFeedback   // text next to a tool result
	ItemDamage     // bytes that are not a record
	ItemRestart    // the conversation restarts here: the prompt has no parent
	ItemMode       // the prompt that follows was given in another permission mode
	ItemInvalid    // the record could be read, but is not valid JSON
	ItemEncoding   // the record could be read, but is not valid UTF-8
	ItemUnfinished // behind the last record, the file ends inside another one
)

// IsFlaw reports whether an item marks a flaw of or behind a record that other items show.
func (k ItemKind) IsFlaw() bool { return k >= ItemInvalid && k <= ItemUnfinished }

// An Item is one thing to show: a record or one block of it. Record and Turn are indexes into
// File.Records and Conversation.Turns; Turn is -1 before the first turn.
type Item struct {
	Record int32
	Block  int32 // index into File.Blocks, -1 for the record as a whole
	Turn   int32
	Kind   ItemKind
	Driver Driver // of a prompt: what it is
	// Interrupted is true for a prompt that was interrupted before a reply came.
	Interrupted bool
}

// add adds the next record: FORMAT.md, "Turns", "Algorithm".
func (c *builder) add(r *record.Record, line []byte, index int32) {
	e := c.x.Records.At(index)
	if r.Time > 0 && len(r.UUID) > 0 {
		if c.conv.Start == 0 {
			c.conv.Start = r.Time
		}
		c.conv.End = max(c.conv.End, r.Time)
	}
	if handle := recordTypeOf(c.x.name(e.Label)).handle; handle != nil {
		handle(c, r, line, index)
	} else {
		c.turns.item(ItemInternal, index, None)
	}
	// Only replies and results extend a turn: hooks and notes can also come hours later.
	if c.turns.current != None && len(c.turns.pending) == 0 && !e.Untimed && (e.Class == ClassAssistant || e.Class == ClassToolResult) {
		c.conv.Turns[c.turns.current].End = max(c.conv.Turns[c.turns.current].End, e.Time)
	}
}

// close ends the conversation. Queued prompts that were never sent are shown where they were typed,
// since before 2.1.97 there is no other trace of them.
func (c *builder) close() {
	for _, q := range c.queued {
		c.unsent(q)
	}
	c.showIncomplete(false)
}

// reopen undoes close: the file continues, and the prompts may still be sent.
func (c *builder) reopen() {
	for _, q := range c.queued {
		c.conv.Items[q.item].Kind, c.conv.Items[q.item].Driver = ItemInternal, DriverUnrecorded
		c.x.Records.At(c.conv.Items[q.item].Record).Class = ClassOther
	}
	c.showPieces(false)
}

// unsent shows a queued prompt where it was typed.
func (c *builder) unsent(q queued) {
	c.conv.Items[q.item].Kind, c.conv.Items[q.item].Driver = ItemPrompt, DriverPrompt
	c.x.Records.At(c.conv.Items[q.item].Record).Class = ClassQueuedPrompt
}

// IsEvent reports whether an item of the conversation is an event: a message that no person typed, and
// that the conversation does not begin with.
func (c *Conversation) IsEvent(item *Item) bool {
	if item.Kind != ItemPrompt {
		return false
	}
	if item.Turn != None {
		if t := &c.Turns[item.Turn]; int(t.First) < len(c.Items) && &c.Items[t.First] == item {
			return t.Event
		}
	}
	return item.Driver.isEvent(false)
}

// TurnItems returns the items of a turn, given its index in Turns.
func (c *Conversation) TurnItems(turn int) []Item {
	from, to := c.Turns[turn].First, int32(len(c.Items))
	if turn+1 < len(c.Turns) {
		to = c.Turns[turn+1].First
	}
	return c.Items[min(from, to):to]
}

// Segments iterates over the segments in file order. There is at least one. The head of an export is none by itself: it
// is part of the segment after it.
func (c *Conversation) Segments() iter.Seq[Segment] {
	return func(yield func(Segment) bool) {
		s, atBoundary := Segment{Opens: None}, false
		heads := 0 // records at the start
		for i := range c.Items {
			item := &c.Items[i]
			label := c.File.Name(c.File.Records.At(item.Record).Label)
			switch {
			case label == ExportLabel && i == heads:
				heads++
				continue
			case item.Kind == ItemCompaction && recordTypeOf(label).compacts:
			case item.Kind == ItemSummary && !atBoundary: // old versions have no boundary
			case item.Kind == ItemInternal || item.Kind == ItemSummary || item.Kind == ItemCompaction:
				continue
			default:
				atBoundary = false
				continue
			}
			atBoundary = true
			from := int32(i)
			if i == heads {
				from = 0
			} else if s.To = from; !yield(s) {
				return
			}
			s = Segment{From: from, Opens: item.Record}
		}
		s.To = int32(len(c.Items))
		yield(s)
	}
}

// Restarts returns the records of the current branch with which a segment begins, in file order: there,
// the context of the model began anew.
func (c *Conversation) Restarts() []int32 {
	var at []int32
	for s := range c.Segments() {
		if s.Opens != None && c.File.Records.At(s.Opens).Branch == 0 {
			at = append(at, s.Opens)
		}
	}
	slices.Sort(at)
	return at
}

// A Segment is the range of a conversation between two compactions: the context that the model had,
// directly or in a summary (FORMAT.md, "Compaction").
type Segment struct {
	From, To int32 // Items; To is exclusive
	Opens    int32 // Record of the boundary or the summary that it begins with, -1 for the first
}

// A builder makes the items and turns of a conversation from its records, in file order.
type builder struct {
	f        *File
	x        *index
	links    *recordLinker
	conv     *Conversation
	turns    turnTracker
	modes    modeTracker
	passages passages
	// hasMessages is true once a prompt or a reply came.
	hasMessages bool
	// atBoundary is true while no prompt or reply came since the last compaction.
	atBoundary bool
	queued     []queued // queued prompts that were not sent yet

	headless  bool    // the records are the output of a headless run
	replyHash uint64  // hash of the last text of a headless run's reply, 0 for none
	partial   partial // a message that arrives in pieces
}

func newBuilder(links *recordLinker, c *Conversation) *builder {
	b := &builder{
		f: links.f, x: links.x, links: links, conv: c,
		turns:    turnTracker{x: links.x, conv: c, current: None, openPrompt: None},
		passages: passages{message: None},
	}
	b.modes.turns = &b.turns
	return b
}

// A Chat is a conversation of a claude.ai export. An export is one file with many main
// conversations, each a session of its own: FORMAT.md, "Other inputs people drop".
type Chat struct {
	id          string
	Metadata    Metadata
	PromptCount int
	Part        Part
}

// A Part is the share of a file that belongs to a session, as ranges of the file's index: from, to.
type Part struct{ Records, Messages, Calls [2]int32 }

// end returns the current length of the index.
func (x *index) end() [3]int32 {
	return [3]int32{x.Records.Len(), x.Messages.Len(), x.Calls.Len()}
}

// WholePart returns the part that is all of the file.
func (f *File) WholePart() Part { return part([3]int32{}, f.x.end()) }

func part(from, to [3]int32) Part {
	return Part{[2]int32{from[0], to[0]}, [2]int32{from[1], to[1]}, [2]int32{from[2], to[2]}}
}

// MainConversations returns the main conversations of a file: usually one. An export should contain only chats,
// but other records in it must not be lost.
func (f *File) MainConversations() []*Conversation {
	var list []*Conversation
	for _, c := range f.Conversations {
		if c.Chat != nil || c.Index == 0 && (f.extent.chats == 0 || c.FirstMessage != None) {
			list = append(list, c)
		}
	}
	return list
}

// SessionID returns the ID of the session whose main conversation this is.
func (c *Conversation) SessionID() string {
	if c.Chat != nil && c.Chat.id != "" {
		return c.Chat.id
	}
	return BaseName(c.File.Path)
}

// leads reports whether the session's facts come from this conversation.
func (c *Conversation) leads() bool { return c.Index == 0 || c.Chat != nil }

// isChat reports whether the array at text[at] holds messages of claude.ai instead of records: a
// record has no sender.
func isChat(text []byte, at int) bool {
	return bytes.HasSuffix(bytes.TrimRight(text[:at], " \t\r\n"), []byte(`"chat_messages":`)) ||
		bytes.HasSuffix(bytes.TrimRight(bytes.TrimRight(text[:at], ": \t\r\n"), " \t\r\n"), []byte(`"chat_messages"`))
}
