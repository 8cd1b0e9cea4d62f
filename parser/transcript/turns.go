package transcript

import (
	"bytes"
	"slices"
	"strings"

	"unspool/parser/record"
)

// A Turn is a driver and all items that follow until the next driver.
type Turn struct {
	First       int32 // Item
	Driver      Driver
	Began       int32 // the Record at which it began; its messages follow
	Start, End  int64 // own times of its records in ms since 1970; 0 if the first or all have none
	Duration    int64 // ms as recorded; -1 if not recorded
	Branch      int32 // the abandoned branch it belongs to, 0 for none
	Number      int32 // from 1; a turn of an abandoned branch has that of the turn before it, 0 for none
	Prompt      int32 // number of its prompt, from 1; an event has that of the prompt before it, 0 for none
	Open        int32 // tool calls without a result
	Event       bool  // an event began it, not a prompt
	Replied     bool
	Interrupted bool
	Finished    bool
}

// A turnTracker divides the items of a conversation into turns: FORMAT.md, "Turns", "Algorithm".
type turnTracker struct {
	x    *index
	conv *Conversation

	current   int32  // Turn, -1 before the first
	promptID  string // of the current turn
	committed int32  // Records in complete turns, as far as noted
	scheduled bool   // a scheduled task fired since the last driver

	pending []int32 // Items that may begin a turn when a reply follows
	printed bool    // the last of them was a command that printed something

	// lastStop is why the last assistant record of the current turn ended.
	lastStop Stop
	// endsInText is true if that record ended with text.
	endsInText bool
	// stopped is true if the current turn was interrupted or finished, and no reply came since.
	stopped bool
	// hasResult is true if a result ended the current turn: the next reply begins another.
	hasResult bool
	// settled is true if nothing more of the current turn is expected, so that it is complete.
	settled bool

	openPrompt     int32 // Record of the last prompt without a reply, -1 for none
	openPromptTail int32 // the last record attached to it
	openPromptID   string
}

// item appends an item to the current turn and returns its index.
func (c *turnTracker) item(kind ItemKind, index, block int32) int32 {
	at := int32(len(c.conv.Items))
	c.conv.Items = append(c.conv.Items, Item{Record: index, Block: block, Turn: c.current, Kind: kind})
	if e := c.x.Records.At(index); e.Item == None {
		e.Item = at
	}
	return at
}

// mark appends an item of a flaw, which is never the item that stands for its record.
func (c *turnTracker) mark(kind ItemKind, index int32) {
	c.conv.Items = append(c.conv.Items, Item{Record: index, Block: None, Turn: c.current, Kind: kind})
}

// prompt appends the item of a prompt, or of an event, and returns its index.
func (c *turnTracker) prompt(index int32, driver Driver) int32 {
	at := c.item(ItemPrompt, index, None)
	c.conv.Items[at].Driver = driver
	return at
}

// begin starts a turn with the item at first, which may still have to come; all later items become
// part of it.
func (c *turnTracker) begin(first int32, promptID string) {
	record, driver := int32(c.x.Records.Len()-1), DriverUnrecorded
	if int(first) < len(c.conv.Items) {
		record, driver = c.conv.Items[first].Record, c.conv.Items[first].Driver
	}
	start := int64(0)
	if r := c.x.Records.At(record); !r.Untimed {
		start = r.Time // without a prompt, that of the first reply
	}
	c.settled = c.settled || c.current != None // a turn is complete when the next begins
	c.markActive(record)
	turn := Turn{First: first, Driver: driver, Start: start, End: start, Duration: -1, Began: c.x.Records.Len() - 1}
	var before Turn
	if n := len(c.conv.Turns); n > 0 {
		before = c.conv.Turns[n-1]
	}
	turn.number(&before)
	c.conv.Turns = append(c.conv.Turns, turn)
	c.current = int32(len(c.conv.Turns) - 1)
	for i := int(first); i < len(c.conv.Items); i++ {
		c.conv.Items[i].Turn = c.current
	}
	c.promptID, c.lastStop, c.endsInText, c.stopped, c.hasResult = promptID, StopNone, false, false, false
	c.scheduled = false
}

// number numbers a turn of the main line, after the turn before it.
func (t *Turn) number(before *Turn) {
	t.Number, t.Prompt, t.Event = before.Number+1, before.Prompt, t.Driver.isEvent(before.Prompt == 0)
	if !t.Event {
		t.Prompt++
	}
}

// isIdle reports whether nothing more is expected in the current turn.
func (c *turnTracker) isIdle() bool {
	if c.current == None {
		return true
	}
	t := &c.conv.Turns[c.current]
	return c.stopped || t.Open == 0 && (c.lastStop == StopEnd || c.lastStop == StopNone && (c.endsInText || !t.Replied))
}

// replied is called for a real reply: a pending item gets its turn.
func (c *turnTracker) replied() {
	if len(c.pending) > 0 {
		if c.isIdle() {
			first := c.pending[0]
			// An event before a typed command belongs to the turn before.
			isPrompt := func(item int32) bool { return !c.conv.Items[item].Driver.isEvent(false) }
			if at := slices.IndexFunc(c.pending, isPrompt); at > 0 {
				first = c.pending[at]
			}
			c.begin(first, "")
		}
		c.pending, c.printed = c.pending[:0], false
	}
	c.markActive(c.x.Records.Len() - 1)
	if c.current == None || c.hasResult {
		c.begin(int32(len(c.conv.Items)), "")
	}
	c.conv.Turns[c.current].Replied = true
	c.stopped, c.openPrompt = false, None // the hook or interruption was not the end
}

// replyEnded notes how an assistant record of the current turn ended.
func (c *turnTracker) replyEnded(stop Stop, endsInText bool) {
	c.lastStop, c.endsInText = stop, endsInText
}

// hasReply reports whether the current turn has a reply, and no result ended it.
func (c *turnTracker) hasReply() bool {
	return c.current != None && !c.hasResult && c.conv.Turns[c.current].Replied
}

// finish notes that the current turn, if there is one, is finished.
func (c *turnTracker) finish() {
	if c.current != None {
		c.conv.Turns[c.current].Finished, c.stopped = true, true
	}
}

// finishAfter is like finish, and also notes the recorded duration in ms: the turn is complete.
func (c *turnTracker) finishAfter(duration int64) {
	if c.finish(); c.current != None {
		c.conv.Turns[c.current].Duration, c.settled = duration, true
	}
}

// finishWithResult notes that a result of a headless run ended the current turn, if there is one,
// after a duration in ms, 0 if it is not recorded.
func (c *turnTracker) finishWithResult(duration int64) {
	if c.current == None {
		return
	}
	t := &c.conv.Turns[c.current]
	t.Finished, c.hasResult, c.settled = true, true, true
	if duration > 0 {
		t.Duration = duration
	}
}

// wait adds a record that begins a turn only when a reply follows. Earlier commands that have
// printed their output are finished without one.
func (c *turnTracker) wait(r *record.Record, index int32, driver Driver) {
	if c.printed {
		c.pending, c.printed = c.pending[:0], false
	}
	c.pending = append(c.pending, c.prompt(index, driver))
	c.setOpenPrompt(r, index)
}

// dropPending forgets the records that would begin a turn once a reply follows.
func (c *turnTracker) dropPending() { c.pending = c.pending[:0] }

// taskFired notes that a scheduled task fired: the next prompt comes from it.
func (c *turnTracker) taskFired() { c.scheduled = true }

// setOpenPrompt stores the last prompt without a reply.
func (c *turnTracker) setOpenPrompt(r *record.Record, index int32) {
	c.openPrompt, c.openPromptTail, c.openPromptID = index, index, string(r.PromptID)
}

// isCommandExpansion reports whether a text of Claude Code is the expansion of the pending command.
func (c *turnTracker) isCommandExpansion(r *record.Record, text []byte, index int32) bool {
	if c.openPrompt == None || c.printed || c.x.Records.At(c.openPrompt).Class != ClassCommand ||
		bytes.HasPrefix(text, []byte("<system-reminder>")) || classifyTags(text) != ClassOther {
		return false
	}
	if len(r.PromptID) == 0 && c.openPromptID == "" { // before 2.1.77
		return c.x.Records.At(index).Parent == c.openPrompt
	}
	return string(r.PromptID) == c.openPromptID
}

// attachToOpenPrompt attaches a record to the prompt that waits for a reply: FORMAT.md,
// "Classification of a main-file record".
func (c *turnTracker) attachToOpenPrompt(index int32) {
	c.x.Records.At(c.openPromptTail).Next = index
	c.x.Records.At(index).AttachedTo, c.openPromptTail = c.openPrompt, index
}

// output handles the output of a command; empty output gets no row.
func (c *turnTracker) output(index int32, text []byte) {
	kind := ItemOutput
	if isSilent(text) {
		kind = ItemInternal
	}
	c.item(kind, index, None)
	c.printed = len(c.pending) > 0
}

// rejoin replaces a record by its repetition among the records that are shown together.
func (c *turnTracker) rejoin(old, index int32) {
	all := &c.x.Records
	if all.At(old).Message != None {
		return
	}
	all.At(index).Next, all.At(index).AttachedTo = all.At(old).Next, all.At(old).AttachedTo
	for at := all.At(old).Next; at != None && all.At(at).AttachedTo == old; at = all.At(at).Next {
		all.At(at).AttachedTo = index
	}
	for at := all.At(old).AttachedTo; at != None; at = all.At(at).Next {
		if all.At(at).Next == old {
			all.At(at).Next = index
			break
		}
	}
	if c.openPrompt == old {
		c.openPrompt = index
	}
	if c.openPromptTail == old {
		c.openPromptTail = index
	}
}

// interrupted marks the target of an interruption: the turn of the message that the record names, else the
// last pending item, else the current turn. A pending command that was interrupted is a turn without a
// reply: the user typed it.
func (c *turnTracker) interrupted(r *record.Record, index int32) {
	c.item(ItemInterrupt, index, None)
	turn := c.current
	if at := c.x.findMessage(r.Stopped); at != None && c.x.Messages.At(at).Conv == c.conv.Index {
		turn = c.x.Messages.At(at).Turn
	} else if n := len(c.pending); n > 0 {
		last := c.pending[n-1]
		if c.conv.Items[last].Driver.isEvent(false) || !c.isIdle() {
			c.conv.Items[last].Interrupted = true
			return
		}
		c.begin(last, "")
		c.pending, c.printed, turn = c.pending[:0], false, c.current
	}
	if turn != None {
		c.conv.Turns[turn].Interrupted = true
		c.stopped = c.stopped || turn == c.current
		c.settled = c.settled || turn == c.current
	}
}

// addNote gives a record a row of its own, which shows its text.
func (c *turnTracker) addNote(index int32) {
	c.x.Records.At(index).Class = ClassNote
	c.item(ItemNote, index, None)
}

// A modeTracker shows where the permission mode of a conversation changes.
type modeTracker struct {
	turns *turnTracker
	mode  string // permission mode, as last recorded
	phase string // the mode that attachments name: "plan_mode", "auto_mode"
}

// modeChange shows when a mode begins and ends; in between Claude is only reminded of it.
func (m *modeTracker) modeChange(r *record.Record, index int32) {
	kind, exit := strings.CutSuffix(string(r.Subtype), "_exit")
	kind, _ = strings.CutSuffix(kind, "_reentry")
	// If the permission mode is recorded, its changes already show this.
	if m.phase == kind && !exit || m.mode != "" && kind != "ultra_effort_enter" {
		m.turns.item(ItemInternal, index, None)
		return
	}
	if m.phase = kind; exit {
		m.phase = ""
	}
	m.turns.addNote(index)
}

// permissionMode shows when the permission mode changes; the record is written repeatedly.
func (m *modeTracker) permissionMode(r *record.Record, index int32) {
	if before := m.mode; before == "" || before == string(r.Mode) {
		m.mode = string(r.Mode)
		m.turns.item(ItemInternal, index, None)
		return
	}
	m.mode = string(r.Mode)
	m.turns.addNote(index)
}

// prompted shows when a prompt was given in another permission mode than the one before. From
// 2.1.15 to 2.1.103 no other record contains this. Plan mode is shown from the start.
func (m *modeTracker) prompted(r *record.Record, index int32) {
	before, mode := m.mode, string(r.Mode)
	if mode == "" || mode == before {
		return
	}
	m.mode = mode
	if before != "" || mode == "plan" {
		m.turns.item(ItemMode, index, None)
	}
}
