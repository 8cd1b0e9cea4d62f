package parser

import "unspool/parser/record"

func (c *Conversation) user(r *record.Record, line []byte, index int32) {
	f := c.File
	e := &f.Records[index]
	media := false
	for i := range r.Blocks {
		if k := r.Blocks[i].Kind; k == record.Image || k == record.Document {
			media = true
		}
	}
	if c.OpensWith == none {
		c.OpensWith = index
	}
	if hasResult(r) {
		e.Class = ClassToolResult
		c.results(r, line, index)
		return
	}
	text := f.userWords(r, line)
	e.Class = classifyUser(r, text, media, f.scheduled)
	if e.Class == ClassPrompt && f.replayed(index, r, text) {
		return
	}
	if c.Index == 0 {
		f.facts.words(e.Class, text)
	}
	if c.FirstWords == 0 && (e.Class == ClassPrompt || e.Class == ClassPeer) {
		c.FirstWords = hashWords(opening(text))
	}
	switch e.Class {
	case ClassPrompt, ClassAuto:
		if e.Class == ClassPrompt && c.Index == 0 {
			f.Prompts++
		}
		f.scheduled = false
		if r.Has(record.Root) && c.Agent == "" && c.talks && !c.bounded {
			c.item(ItemRestart, index, none)
		}
		c.sent(text)
		if c.turn != none && !c.Turns[c.turn].Replied && len(r.Prompt) > 0 && string(r.Prompt) == c.prompt {
			c.item(ItemPrompt, index, none)
			return
		}
		c.pending = c.pending[:0]
		c.begin(c.item(ItemPrompt, index, none), e.Class, string(r.Prompt))
		c.talks, c.bounded = true, false
	case ClassPeer:
		c.peer(r, index)
	case ClassCommand, ClassShell, ClassNotification:
		if e.Class == ClassNotification {
			f.notified(index, text)
		}
		c.wait(index)
	case ClassOutput:
		c.output(index)
	case ClassInterrupt:
		c.interrupted(index)
	case ClassSummary:
		c.bounded = true
		c.item(ItemSummary, index, none)
	case ClassMemory, ClassNote:
		c.item(ItemNote, index, none)
	case ClassMeta:
		if !c.beside(r.SourceTool, index) {
			c.item(ItemMachinery, index, none)
		}
	default:
		c.item(ItemMachinery, index, none)
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
			if f.Calls[call].Prompt != 0 && len(r.ResultAgent) == 0 {
				f.links.tail(b, line)
			}
			switch use := f.Calls[call].Use; {
			case use == none || f.Records[use].Class == ClassDuplicate:
				c.item(ItemResult, index, block)
				f.Calls[call].Conv = c.Index
			case f.Records[use].Class == ClassRetracted:
				c.item(ItemMachinery, index, block)
			default:
				c.answered(call)
			}
		case record.PlainText:
			text := trimText(record.AppendString(nil, line, b.Text.From, 1000))
			switch {
			case isInterrupt(text):
				c.interrupted(index)
			case len(trimText(stripContext(text))) > 0:
				c.item(ItemFeedback, index, block)
			default:
				c.item(ItemMachinery, index, block)
			}
		case record.Image, record.Document:
			c.item(ItemImage, index, block)
		default:
			c.item(ItemBlock, index, block)
		}
	}
}

// answered is called for a result whose call is known: the first one ends the
// wait of the call's turn.
func (c *Conversation) answered(call int32) {
	x := &c.File.Calls[call]
	if x.Results == 1 && x.Conv == c.Index && x.Turn != none && !c.File.withdrawn(x.Use) {
		c.Turns[x.Turn].Open--
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
	c.talks, c.bounded = true, false
	f.merge(r, index, c.turn, c.Index)
	f.facts.model(f, r)
	shown, merged := len(c.Items), false
	for i := range r.Blocks {
		b := &r.Blocks[i]
		block := e.First + int32(i)
		switch b.Kind {
		case record.PlainText:
			if blankText(line, b.Text) {
				continue
			}
			if c.grew(index, block, line) {
				merged = true
				continue
			}
			c.item(ItemText, index, block)
		case record.Thinking, record.RedactedThinking:
			if c.grew(index, block, line) {
				merged = true
				continue
			}
			c.item(ItemThinking, index, block)
		case record.ToolUse, record.ServerToolUse:
			if f.use(b, line, index, block, c.turn, c.Index) {
				c.item(ItemTool, index, block)
				if f.Calls[f.Blocks[block].Call].Results == 0 {
					c.Turns[c.turn].Open++
				}
			}
		case record.ToolResult, record.ServerToolResult:
			if call := f.pair(b, r, index, block); f.Calls[call].Use == none {
				c.item(ItemResult, index, block)
			} else {
				c.answered(call)
			}
		case record.Image, record.Document:
			c.item(ItemImage, index, block)
		default:
			c.item(ItemBlock, index, block)
		}
	}
	switch {
	case shown < len(c.Items):
	case merged:
		e.Item = c.moved
	default: // words of nothing but white space
		c.item(ItemMachinery, index, none)
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
			c.bounded = true
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
	case "task_notification":
		f.taskEvent(index, line)
		c.side(r, index)
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
		f.notified(index, text)
		c.wait(index)
		return
	}
	e.Class = ClassSteer
	c.sent(text)
	c.steer(c.item(ItemPrompt, index, none), ClassSteer)
}

// side is a record that belongs to a tool call, or machinery of its own.
func (c *Conversation) side(r *record.Record, index int32) {
	e := &c.File.Records[index]
	e.Failed = r.Exit > 0 || isFailedHook(r.Subtype)
	if e.Failed || !c.beside(r.Tool, index) {
		c.item(ItemMachinery, index, none)
	}
}

// beside ties a record to the tool call it tells something about, where that
// call has a row of its own.
func (c *Conversation) beside(id []byte, index int32) bool {
	call, ok := c.File.byCall[string(id)]
	if !ok || len(id) == 0 || c.File.Calls[call].Use == none {
		return false
	}
	c.File.Records[index].Call = call
	return true
}

func isFailedHook(kind []byte) bool {
	switch string(kind) {
	case "hook_non_blocking_error", "hook_blocking_error", "hook_cancelled", "hook_stopped_continuation":
		return true
	}
	return false
}
