package parser

import "unspool/parser/record"

// A Conversation is a main conversation or an agent's own: the items that a
// reader sees, in file order, and the turns they make up.
type Conversation struct {
	File  *File
	Index int32  // in File.Conversations
	Agent string // id of the agent, "" for a main conversation
	Items []Item
	Turns []Turn

	FirstWords uint64 // hash of its first prompt, to link an agent by it
	Start, End int64
	OpensWith  int32 // Record of the first user or assistant record

	turn    int32            // Turn that runs, -1 before the first
	pending []int32          // Items that may begin a turn when a reply follows
	printed bool             // the last of them was a command that printed something
	prompt  string           // promptId of the turn that runs
	queued  map[uint64]int32 // Items of enqueued words whose sending has not come
	last    Stop             // of the last assistant record of the turn
	talked  bool             // that record ended in words
}

// An ItemKind says what an item shows.
type ItemKind uint8

// The kinds of items.
const (
	ItemMachinery ItemKind = iota // a record that a reader rarely wants: folded
	ItemPrompt                    // words of the person, or what stands for them: see Record.Class
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
)

// An Item is one thing to show: a record or one block of it.
type Item struct {
	Record int32
	Block  int32 // index into File.Blocks, -1 for the record as a whole
	Turn   int32
	Kind   ItemKind
}

// A Turn is a driver and all that follows until the next.
type Turn struct {
	First       int32 // Item
	Driver      Class // ClassOther: no prompt was recorded
	Start, End  int64 // ms since 1970
	Duration    int64 // ms as recorded, else from the driver to the last record; -1 unknown
	Branch      int32 // the abandoned branch it belongs to, 0 for none
	Open        int32 // tool calls without a result
	Replied     bool
	Interrupted bool
	Finished    bool
}

func newConversation(f *File, agent string, index int32) *Conversation {
	return &Conversation{File: f, Agent: agent, Index: index, turn: none, OpensWith: none}
}

// add takes the next record: format.md, "Turns", "Algorithm".
func (c *Conversation) add(r *record.Record, line []byte, index int32) {
	e := &c.File.Records[index]
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
	case "progress":
		c.side(r, index)
	default:
		c.item(ItemMachinery, index, none)
	}
	// Only talk makes a turn longer: hooks and notes also come hours later.
	if c.turn != none && len(c.pending) == 0 && (e.Class == ClassAssistant || e.Class == ClassToolResult) {
		c.Turns[c.turn].End = max(c.Turns[c.turn].End, e.Time)
	}
}

// item appends an item to the turn that runs.
func (c *Conversation) item(kind ItemKind, index, block int32) int32 {
	c.Items = append(c.Items, Item{Record: index, Block: block, Turn: c.turn, Kind: kind})
	return int32(len(c.Items) - 1)
}

// begin starts a turn with the item at first; later items come along.
func (c *Conversation) begin(first int32, driver Class, prompt string) {
	start := int64(0)
	if int(first) < len(c.Items) {
		start = c.File.Records[c.Items[first].Record].Time
	}
	c.Turns = append(c.Turns, Turn{First: first, Driver: driver, Start: start, End: start, Duration: -1})
	c.turn = int32(len(c.Turns) - 1)
	for i := int(first); i < len(c.Items); i++ {
		c.Items[i].Turn = c.turn
	}
	c.prompt, c.last, c.talked = prompt, StopNone, false
}

// atRest says that nothing more is to come in the turn that runs.
func (c *Conversation) atRest() bool {
	if c.turn == none {
		return true
	}
	t := &c.Turns[c.turn]
	if t.Interrupted || t.Finished {
		return true
	}
	return t.Open == 0 && (c.last == StopEnd || c.last == StopNone && (c.talked || !t.Replied))
}

// replied is called for a real reply: what waited for one gets its turn.
func (c *Conversation) replied() {
	if len(c.pending) > 0 {
		if c.atRest() {
			first := c.pending[0]
			class := c.File.Records[c.Items[first].Record].Class
			c.begin(first, class, "")
		}
		c.pending, c.printed = c.pending[:0], false
	}
	if c.turn == none {
		c.begin(int32(len(c.Items)), ClassOther, "")
	}
	c.Turns[c.turn].Replied = true
}

func (c *Conversation) user(r *record.Record, line []byte, index int32) {
	f := c.File
	e := &f.Records[index]
	media, result := false, false
	for i := range r.Blocks {
		switch r.Blocks[i].Kind {
		case record.Image, record.Document:
			media = true
		case record.ToolResult, record.ServerToolResult:
			result = true
		}
	}
	if c.OpensWith == none {
		c.OpensWith = index
	}
	if result {
		e.Class = ClassToolResult
		c.results(r, line, index)
		return
	}
	text := f.userWords(r, line)
	e.Class = classifyUser(r, text, media, f.scheduled)
	if c.Index == 0 && f.Role == RoleMain {
		f.facts.words(e.Class, text)
	}
	if c.FirstWords == 0 && (e.Class == ClassPrompt || e.Class == ClassPeer) {
		c.FirstWords = hashWords(text)
	}
	switch e.Class {
	case ClassPrompt, ClassAuto:
		if e.Class == ClassPrompt && c.Index == 0 {
			f.Prompts++
		}
		f.scheduled = false
		c.sent(text)
		if c.turn != none && !c.Turns[c.turn].Replied && len(r.Prompt) > 0 && string(r.Prompt) == c.prompt {
			c.item(ItemPrompt, index, none)
			return
		}
		c.pending = c.pending[:0]
		c.begin(c.item(ItemPrompt, index, none), e.Class, string(r.Prompt))
	case ClassCommand, ClassShell, ClassNotification, ClassPeer:
		c.wait(index)
	case ClassOutput:
		c.output(index)
	case ClassInterrupt:
		c.interrupted(index)
	case ClassSummary:
		c.item(ItemSummary, index, none)
	case ClassMemory, ClassNote:
		c.item(ItemNote, index, none)
	case ClassMeta:
		if call, ok := f.byCall[string(r.SourceTool)]; ok && len(r.SourceTool) > 0 {
			e.Call = call
			return
		}
		c.item(ItemMachinery, index, none)
	default:
		c.item(ItemMachinery, index, none)
	}
}

// wait adds a record that begins a turn only when a reply follows. Commands
// that have printed their output before it were done without one.
func (c *Conversation) wait(index int32) {
	if c.printed {
		c.pending, c.printed = c.pending[:0], false
	}
	c.pending = append(c.pending, c.item(ItemPrompt, index, none))
}

func (c *Conversation) output(index int32) {
	c.item(ItemOutput, index, none)
	c.printed = len(c.pending) > 0
}

func (c *Conversation) interrupted(index int32) {
	c.item(ItemInterrupt, index, none)
	if len(c.pending) == 0 && c.turn != none {
		c.Turns[c.turn].Interrupted = true
	}
}

// results pairs the tool results of a user record; words beside them are the
// person's feedback.
func (c *Conversation) results(r *record.Record, line []byte, index int32) {
	f := c.File
	for i := range r.Blocks {
		b := &r.Blocks[i]
		block := f.Records[index].First + int32(i)
		switch b.Kind {
		case record.ToolResult, record.ServerToolResult:
			call := f.pair(b, r, index, block)
			f.Records[index].Call = call
			if f.Calls[call].Use == none {
				c.item(ItemResult, index, block)
				f.Calls[call].Conv = c.Index
			} else if t := f.Calls[call].Turn; t != none && f.Calls[call].Conv == c.Index && f.Calls[call].Results == 1 {
				c.Turns[t].Open--
			}
		case record.PlainText:
			text := trimText(record.AppendString(nil, line, b.Text.From, 1000))
			switch {
			case isInterrupt(text):
				c.interrupted(index)
			case len(trimText(stripContext(text))) > 0:
				c.item(ItemFeedback, index, block)
			}
		}
	}
}

func (c *Conversation) assistant(r *record.Record, line []byte, index int32) {
	f := c.File
	e := &f.Records[index]
	e.Class = ClassAssistant
	if c.OpensWith == none {
		c.OpensWith = index
	}
	switch {
	case r.Has(record.APIError):
		e.Class = ClassFailure
		c.item(ItemFailure, index, none)
		return
	case r.Has(record.CompactSummary):
		e.Class = ClassSummary
		c.item(ItemSummary, index, none)
		return
	case isFiller(r, line):
		e.Class = ClassFiller
		c.item(ItemMachinery, index, none)
		return
	}
	c.replied()
	f.merge(r, index, c.turn, c.Index)
	f.facts.model(f, r)
	for i := range r.Blocks {
		b := &r.Blocks[i]
		block := e.First + int32(i)
		switch b.Kind {
		case record.PlainText:
			if !blankText(line, b.Text) {
				c.item(ItemText, index, block)
			}
		case record.Thinking, record.RedactedThinking:
			c.item(ItemThinking, index, block)
		case record.ToolUse, record.ServerToolUse:
			if f.use(b, line, index, block, c.turn, c.Index) {
				c.item(ItemTool, index, block)
				c.Turns[c.turn].Open++
			}
		case record.ToolResult, record.ServerToolResult:
			if call := f.pair(b, r, index, block); f.Calls[call].Use == none {
				c.item(ItemResult, index, block)
			} else if f.Calls[call].Results == 1 {
				c.Turns[c.turn].Open--
			}
		case record.Image, record.Document:
			c.item(ItemImage, index, block)
		default:
			c.item(ItemBlock, index, block)
		}
	}
	c.last = stopOf(r.Stop)
	c.talked = len(r.Blocks) > 0 && r.Blocks[len(r.Blocks)-1].Kind == record.PlainText
}

func (c *Conversation) system(r *record.Record, line []byte, index int32) {
	f := c.File
	e := &f.Records[index]
	switch string(r.Subtype) {
	case "compact_boundary", "microcompact_boundary":
		e.Class = ClassBoundary
		if string(r.Subtype) == "compact_boundary" {
			f.facts.compactions++
		}
		c.item(ItemCompaction, index, none)
	case "local_command":
		text := record.AppendWords(f.words[:0], line, r.Text.Raw.From, 1<<20)
		f.words = text
		switch class := classifyTags(trimText(text)); class {
		case ClassCommand, ClassShell:
			e.Class = class
			c.wait(index)
		default:
			e.Class = ClassOutput
			c.output(index)
		}
	case "turn_duration":
		if c.turn != none {
			t := &c.Turns[c.turn]
			t.Duration, t.Finished = r.DurationMs, true
		}
		c.item(ItemMachinery, index, none)
	case "api_error":
		e.Class = ClassFailure
		c.item(ItemFailure, index, none)
	case "away_summary", "informational", "model_refusal_fallback", "permission_denied", "agents_killed":
		e.Class = ClassNote
		c.item(ItemNote, index, none)
	case "scheduled_task_fire":
		f.scheduled = true
		c.item(ItemMachinery, index, none)
	default:
		c.side(r, index)
	}
}

func (c *Conversation) attachment(r *record.Record, line []byte, index int32) {
	f := c.File
	if string(r.Subtype) != "queued_command" {
		c.side(r, index)
		return
	}
	text := record.AppendWords(f.words[:0], line, r.Text.Raw.From, 1<<20)
	f.words = text
	e := &f.Records[index]
	if string(r.OriginSub) == "task-notification" || classifyTags(trimText(text)) == ClassNotification {
		e.Class = ClassNotification
		c.wait(index)
		return
	}
	e.Class = ClassSteer
	c.sent(text)
	c.steer(c.item(ItemPrompt, index, none), ClassSteer)
}

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

// side is a record that belongs to a tool call, or machinery of its own.
func (c *Conversation) side(r *record.Record, index int32) {
	e := &c.File.Records[index]
	e.Failed = r.Exit > 0 || isFailedHook(r.Subtype)
	if call, ok := c.File.byCall[string(r.Tool)]; ok && len(r.Tool) > 0 && !e.Failed {
		e.Call = call
		return
	}
	c.item(ItemMachinery, index, none)
}

func isFailedHook(kind []byte) bool {
	switch string(kind) {
	case "hook_non_blocking_error", "hook_blocking_error", "hook_cancelled", "hook_stopped_continuation":
		return true
	}
	return false
}

// close ends the conversation: words that were queued and never sent are shown
// where they were typed, since before 2.1.97 that is the only trace of them.
func (c *Conversation) close() {
	for _, item := range c.queued {
		c.Items[item].Kind = ItemPrompt
		c.File.Records[c.Items[item].Record].Class = ClassSteer
	}
	c.queued = nil
}

// hashWords hashes words (FNV-1a) without regard to white space; never 0.
func hashWords(text []byte) uint64 {
	const prime = 1099511628211
	h, gap, any := uint64(14695981039346656037), false, false
	for _, b := range text {
		switch b {
		case ' ', '\n', '\r', '\t':
			gap = any
			continue
		}
		if gap {
			h = (h ^ ' ') * prime
		}
		h = (h ^ uint64(b)) * prime
		gap, any = false, true
	}
	return h | 1
}

// isFiller tells records that Claude Code makes to fill a gap.
func isFiller(r *record.Record, line []byte) bool {
	if len(r.Blocks) != 1 || r.Blocks[0].Kind != record.PlainText {
		return len(r.Blocks) == 0
	}
	if r.Blocks[0].Text.Len() > 40 {
		return false
	}
	text := string(record.AppendString(nil, line, r.Blocks[0].Text.From, 64))
	return text == "(no content)" || string(r.Model) == "<synthetic>" && text == "No response requested."
}

func blankText(line []byte, s record.Span) bool {
	return s.Len() < 64 && len(trimText(record.AppendString(nil, line, s.From, 64))) == 0
}
