package parser

import (
	"strings"

	"unspool/parser/record"
)

func (c *Conversation) user(r *record.Record, line []byte, index int32) {
	f := c.File
	e := f.Records.At(index)
	media := r.Export.Attached
	for i := range r.Blocks {
		if k := r.Blocks[i].Kind; k == record.Image || k == record.Document {
			media = true
		}
	}
	if c.FirstMessage == none {
		c.FirstMessage = index
	}
	if hasResult(r) {
		e.Class = ClassToolResult
		c.markActive(index)
		c.results(r, line, index)
		return
	}
	text := f.userWords(r, line)
	e.Class = classifyUser(r, text, media, f.scheduled)
	if e.Class == ClassPrompt && r.Has(record.Replay) && c.answers() {
		e.Class = ClassInjected
	}
	if f.replayed(index, r, text) {
		return
	}
	if c.leads() {
		f.facts.words(e.Class, text)
	}
	if c.FirstWords == 0 && (e.Class == ClassPrompt || e.Class == ClassPeer) {
		c.FirstWords = hashWords(opening(text))
	}
	switch e.Class {
	case ClassPrompt, ClassScheduled:
		if e.Class == ClassPrompt && c.leads() {
			f.Prompts++
		}
		// A prompt older than the records before it was only written late.
		if r.Has(record.Root) && c.Agent == "" && c.talks && !c.bounded && e.Time >= c.Start {
			c.item(ItemRestart, index, none)
		}
		c.prompted(r, index)
		c.sent(stripContext(text), index)
		c.setPending(r, index)
		if c.turn != none && !c.ended && !c.Turns[c.turn].Replied && len(r.Prompt) > 0 && string(r.Prompt) == c.prompt {
			c.item(ItemPrompt, index, none)
			return
		}
		c.pending = c.pending[:0]
		c.begin(c.item(ItemPrompt, index, none), e.Class, string(r.Prompt))
		c.talks, c.bounded = true, false
	case ClassPeer:
		c.sentAs(e.Class, text, index)
		c.peer(r, index)
	case ClassCommand, ClassShell, ClassNotification:
		if e.Class == ClassNotification {
			f.notified(index, text)
		}
		c.sentAs(e.Class, text, index)
		c.wait(r, index)
	case ClassOutput:
		c.output(index, text)
	case ClassInterrupt:
		c.interrupted(r, index)
	case ClassSummary:
		c.bounded = true
		c.item(ItemSummary, index, none)
	case ClassMemory, ClassNote:
		c.item(ItemNote, index, none)
	case ClassInjected:
		switch {
		case c.attachToCall(r.SourceTool, index):
		case c.asked != none && isPicturePath(trimText(text)), c.isCommandExpansion(r, trimText(text), index):
			c.attachToPending(index)
		default:
			c.item(ItemInternal, index, none)
		}
	default:
		c.unknownBlocks(r, index)
	}
}

// unknownBlocks shows a record without text by its blocks, if it has any.
func (c *Conversation) unknownBlocks(r *record.Record, index int32) {
	shown := len(c.Items)
	for i := range r.Blocks {
		if r.Blocks[i].Kind == record.Other {
			c.item(ItemBlock, index, c.File.Records.At(index).First+int32(i))
		}
	}
	if shown == len(c.Items) {
		c.item(ItemInternal, index, none)
	}
}

// results pairs the tool results of a user record with their calls. Text next to them is the
// person's feedback.
func (c *Conversation) results(r *record.Record, line []byte, index int32) {
	f := c.File
	for i := range r.Blocks {
		b := &r.Blocks[i]
		block := f.Records.At(index).First + int32(i)
		switch b.Kind {
		case record.ToolResult, record.ServerToolResult:
			call := f.pair(b, r, line, index, block)
			f.Records.At(index).Call = call
			if f.Calls.At(call).Prompt != 0 && len(r.Result.Agent) == 0 {
				f.links.tail(b, line)
			}
			switch use := f.Calls.At(call).Use; {
			case use == none || f.Records.At(use).Class == ClassDuplicate:
				c.item(ItemResult, index, block)
				f.Calls.At(call).Conv = c.Index
			case f.Records.At(use).Class == ClassRetracted:
				c.item(ItemInternal, index, block)
			default:
				c.answered(call)
			}
		case record.PlainText:
			text := trimText(record.AppendString(nil, line, b.Text.From, 1000))
			switch {
			case isInterrupt(text):
				c.interrupted(r, index)
			case len(trimText(stripContext(text))) > 0:
				c.item(ItemFeedback, index, block)
			default:
				c.item(ItemInternal, index, block)
			}
		case record.Image, record.Document:
			c.item(ItemImage, index, block)
		default:
			c.item(ItemBlock, index, block)
		}
	}
}

// answered is called for a result whose call is known. The first result closes the call in its
// turn.
func (c *Conversation) answered(call int32) {
	x := c.File.Calls.At(call)
	if x.Results == 1 && x.Conv == c.Index && x.Turn != none && !c.File.isRetracted(x.Use) {
		c.Turns[x.Turn].Open--
	}
}

func (c *Conversation) assistant(r *record.Record, line []byte, index int32) {
	f := c.File
	e := f.Records.At(index)
	e.Class = ClassAssistant
	if c.FirstMessage == none {
		c.FirstMessage = index
	}
	switch {
	case r.Has(record.APIError):
		if e.Class = ClassFailure; !f.replayed(index, r, f.userWords(r, line)) {
			c.item(ItemFailure, index, none)
		}
		return
	case r.Has(record.CompactSummary):
		e.Class = ClassSummary
		c.item(ItemSummary, index, none)
		return
	case isFiller(r, line):
		e.Class = ClassFiller
		c.item(ItemInternal, index, none)
		return
	}
	c.replied()
	c.partial.covered += len(r.Blocks)
	c.talks, c.bounded = true, false
	f.merge(r, index, c.turn, c.Index)
	for i := range r.Blocks {
		b := &r.Blocks[i]
		block := e.First + int32(i)
		switch b.Kind {
		case record.PlainText:
			if blankText(line, b.Text) {
				continue
			}
			if !c.supersedes(index, block, line) {
				c.item(ItemText, index, block)
			}
		case record.Thinking, record.RedactedThinking:
			if !c.supersedes(index, block, line) {
				c.item(ItemThinking, index, block)
			}
		case record.ToolUse, record.ServerToolUse:
			if f.use(b, line, index, block, c.turn, c.Index) {
				c.item(ItemTool, index, block)
				if f.Calls.At(f.Blocks.At(block).Call).Results == 0 {
					c.Turns[c.turn].Open++
				}
			}
		case record.ToolResult, record.ServerToolResult:
			if call := f.pair(b, r, line, index, block); f.Calls.At(call).Use == none {
				c.item(ItemResult, index, block)
			} else {
				c.answered(call)
			}
		case record.Image, record.Document:
			c.item(ItemImage, index, block)
		default:
			if string(b.Name) == "token_budget" { // claude.ai's own accounting
				continue
			}
			c.item(ItemBlock, index, block)
		}
	}
	if e.Item == none { // only white space
		c.item(ItemInternal, index, none)
	}
	c.last = stopOf(r.Message.Stop)
	c.talked = len(r.Blocks) > 0 && r.Blocks[len(r.Blocks)-1].Kind == record.PlainText
	c.says(r, line)
}

func (c *Conversation) system(r *record.Record, line []byte, index int32) {
	f := c.File
	e := f.Records.At(index)
	switch string(r.Subtype) {
	case "compact_boundary", "microcompact_boundary":
		e.Class = ClassBoundary
		if string(r.Subtype) == "compact_boundary" {
			f.facts.Compactions++
			c.bounded = true
		}
		c.item(ItemCompaction, index, none)
	case "local_command":
		text := f.ownWords(r, line)
		e.Class = classifyLocal(r, trimText(text))
		switch {
		case f.replayed(index, r, text):
		case e.Class == ClassOutput:
			c.output(index, text)
		default:
			c.wait(r, index)
		}
	case "turn_duration":
		if c.turn != none {
			t := &c.Turns[c.turn]
			t.Duration, t.Finished, c.ended, c.quiet = r.DurationMs, true, true, true
		}
		c.item(ItemInternal, index, none)
	case "stop_hook_summary":
		if c.turn != none {
			c.Turns[c.turn].Finished, c.ended = true, true
		}
		c.handleAuxiliary(r, index)
	case "api_error":
		e.Class = ClassFailure
		c.item(ItemFailure, index, none)
	case "init":
		c.headless(r)
		c.handleAuxiliary(r, index)
	case "away_summary", "informational", "bridge_status", "model_refusal_fallback", "permission_denied", "agents_killed", "error":
		if string(r.Subtype) == "permission_denied" && r.Text.Len() == 0 { // in stream-json it concerns a call
			c.handleAuxiliary(r, index)
			return
		}
		c.handleNotice(r, line, index)
	case "task_notification":
		f.taskEvent(index, line)
		c.handleAuxiliary(r, index)
	case "": // warnings of 1.0.x, and its hooks, which belong to a call
		if !c.attachToCall(r.Tool, index) {
			c.handleNotice(r, line, index)
		}
	case "scheduled_task_fire":
		f.scheduled = true
		c.item(ItemInternal, index, none)
	default: // subtypes of later versions
		if r.Text.Len() <= 2 {
			c.handleAuxiliary(r, index)
		} else if !c.attachToCall(r.Tool, index) {
			c.handleNotice(r, line, index)
		}
	}
}

// handleNotice handles a system record with text for the reader.
func (c *Conversation) handleNotice(r *record.Record, line []byte, index int32) {
	f := c.File
	f.Records.At(index).Class = ClassNote
	if r.Text.Len() == 0 || !f.replayed(index, r, f.ownWords(r, line)) {
		c.note(index)
	}
}

func (c *Conversation) attachment(r *record.Record, line []byte, index int32) {
	f := c.File
	switch string(r.Subtype) {
	case "queued_command":
	case "file", "edited_text_file", "compact_file_reference", "plan_file_reference", "nested_memory", "read_truncation_notice":
		if c.asked != none { // files that the prompt mentions
			c.attachToPending(index)
			return
		}
		c.item(ItemInternal, index, none)
		return
	case "plan_mode", "plan_mode_reentry", "plan_mode_exit", "auto_mode", "auto_mode_exit", "ultra_effort_enter":
		c.modeChange(r, index)
		return
	case "goal_status", "hook_system_message":
		c.note(index)
		return
	default:
		c.handleAuxiliary(r, index)
		return
	}
	text := f.ownWords(r, line)
	e := f.Records.At(index)
	e.Class = classifyQueued(r, trimText(text))
	if f.replayed(index, r, text) {
		return
	}
	c.sentAs(e.Class, text, index)
	if e.Class == ClassNotification {
		f.notified(index, text)
	}
	if e.Class != ClassQueuedPrompt {
		c.wait(r, index)
		return
	}
	c.setPending(r, index)
	c.handleQueuedPrompt(c.item(ItemPrompt, index, none), ClassQueuedPrompt)
}

// note shows a record with text that a reader wants.
func (c *Conversation) note(index int32) {
	c.File.Records.At(index).Class = ClassNote
	c.item(ItemNote, index, none)
}

// modeChange shows when a mode begins and ends; in between Claude is only reminded of it.
func (c *Conversation) modeChange(r *record.Record, index int32) {
	kind, exit := strings.CutSuffix(string(r.Subtype), "_exit")
	kind, _ = strings.CutSuffix(kind, "_reentry")
	// If the permission mode is recorded, its changes already show this.
	if c.phase == kind && !exit || c.mode != "" && kind != "ultra_effort_enter" {
		c.item(ItemInternal, index, none)
		return
	}
	if c.phase = kind; exit {
		c.phase = ""
	}
	c.note(index)
}

// permission shows when the permission mode changes; the record is written repeatedly.
func (c *Conversation) permission(r *record.Record, index int32) {
	if before := c.mode; before == "" || before == string(r.Mode) {
		c.mode = string(r.Mode)
		c.item(ItemInternal, index, none)
		return
	}
	c.mode = string(r.Mode)
	c.note(index)
}

// prompted shows when a prompt was given in another permission mode than the one before. From
// 2.1.15 to 2.1.103 no other record contains this. Plan mode is shown from the start.
func (c *Conversation) prompted(r *record.Record, index int32) {
	before, mode := c.mode, string(r.Mode)
	if mode == "" || mode == before {
		return
	}
	c.mode = mode
	if before != "" || mode == "plan" {
		c.item(ItemMode, index, none)
	}
}

// handleAuxiliary handles a record that belongs to a tool call, or is internal.
func (c *Conversation) handleAuxiliary(r *record.Record, index int32) {
	e := c.File.Records.At(index)
	e.Failed = r.Exit > 0 || r.Has(record.HookErrors) || isFailedHook(r.Subtype)
	if e.Failed || !c.attachToCall(r.Tool, index) {
		c.item(ItemInternal, index, none)
	}
}

// attachToCall attaches a record to the tool call it concerns. It reports whether that call has a
// row of its own.
func (c *Conversation) attachToCall(id []byte, index int32) bool {
	if len(id) == 0 {
		return false
	}
	call := c.File.findCall(id)
	if call == none || c.File.Calls.At(call).Use == none {
		return false
	}
	c.File.Records.At(index).Call = call
	return true
}

// isFailedHook reports whether an attachment is the record of a failed hook.
func isFailedHook(kind []byte) bool {
	switch string(kind) {
	case "hook_non_blocking_error", "hook_blocking_error", "hook_cancelled", "hook_stopped_continuation":
		return true
	}
	return false
}
