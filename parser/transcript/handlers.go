package transcript

import (
	"unspool/parser/internal/tags"
	"unspool/parser/record"
)

func (c *builder) user(r *record.Record, line []byte, index int32) {
	e := c.x.Records.At(index)
	media := r.Export.Attached
	for i := range r.Blocks {
		if k := r.Blocks[i].Kind; k == record.Image || k == record.Document {
			media = true
		}
	}
	if c.conv.FirstMessage == None {
		c.conv.FirstMessage = index
	}
	if hasResult(r) {
		e.Class = ClassToolResult
		c.turns.markActive(index)
		c.results(r, line, index)
		return
	}
	text := c.links.userWords(r, line)
	e.Class = classifyUser(r, text, media, c.turns.scheduled)
	if e.Class == ClassPrompt && r.Has(record.Replay) && c.answers() {
		e.Class = ClassInjected
	}
	if c.replayed(index, r, line, text) {
		return
	}
	if c.conv.leads() {
		c.f.Metadata.noteText(e.Class, text)
	}
	if c.conv.FirstPromptHash == 0 && (e.Class == ClassPrompt || e.Class == ClassPeer) {
		c.conv.FirstPromptHash = tags.HashText(tags.AgentPrompt(text))
	}
	switch e.Class {
	case ClassPrompt, ClassScheduled:
		c.userPrompt(r, text, index)
	case ClassPeer:
		c.sentAs(e.Class, text, index)
		c.peer(r, text, index)
	case ClassCommand, ClassShell, ClassNotification:
		if e.Class == ClassNotification {
			c.links.notified(index, text)
		}
		c.sentAs(e.Class, text, index)
		c.turns.wait(r, index, c.turns.driverOf(r, e.Class, text))
	case ClassOutput:
		c.turns.output(index, text)
	case ClassInterrupt:
		c.turns.interrupted(r, index)
	case ClassSummary:
		c.atBoundary = true
		c.turns.item(ItemSummary, index, None)
	case ClassMemory, ClassNote:
		c.turns.item(ItemNote, index, None)
	case ClassInjected:
		c.injected(r, text, index)
	default:
		c.unknownBlocks(r, index)
	}
}

// userPrompt begins a turn with a prompt, or continues one that has no reply yet.
func (c *builder) userPrompt(r *record.Record, text []byte, index int32) {
	e := c.x.Records.At(index)
	if e.Class == ClassPrompt && c.conv.leads() {
		c.f.PromptCount++
	}
	// A prompt older than the records before it was only written late.
	if r.Has(record.Root) && c.conv.Agent == "" && c.hasMessages && !c.atBoundary && e.Time >= c.conv.Start {
		c.turns.item(ItemRestart, index, None)
	}
	c.modes.prompted(r, index)
	c.sent(tags.StripContext(text), index)
	c.turns.setOpenPrompt(r, index)
	driver := c.turns.driverOf(r, e.Class, text)
	isSamePrompt := len(r.PromptID) > 0 && string(r.PromptID) == c.turns.promptID
	if isSamePrompt && c.turns.current != None && !c.turns.stopped && !c.conv.Turns[c.turns.current].Replied {
		c.turns.prompt(index, driver)
		return
	}
	c.turns.dropPending()
	c.turns.begin(c.turns.prompt(index, driver), string(r.PromptID))
	c.hasMessages, c.atBoundary = true, false
}

// injected handles a text that Claude Code wrote: it belongs to a call or to a prompt, or is folded.
func (c *builder) injected(r *record.Record, text []byte, index int32) {
	switch {
	case c.attachToCall(r.SourceTool, index):
	case c.turns.openPrompt != None && tags.IsImagePath(tags.Trim(text)), c.turns.isCommandExpansion(r, tags.Trim(text), index):
		c.turns.attachToOpenPrompt(index)
	default:
		c.turns.item(ItemInternal, index, None)
	}
}

// unknownBlocks shows a record without text by its blocks, if it has any.
func (c *builder) unknownBlocks(r *record.Record, index int32) {
	shown := len(c.conv.Items)
	for i := range r.Blocks {
		if r.Blocks[i].Kind == record.Other {
			c.turns.item(ItemBlock, index, c.x.Records.At(index).First+int32(i))
		}
	}
	if shown == len(c.conv.Items) {
		c.turns.item(ItemInternal, index, None)
	}
}

// results pairs the tool results of a user record with their calls. Text next to them is the
// person's feedback.
func (c *builder) results(r *record.Record, line []byte, index int32) {
	for i := range r.Blocks {
		b := &r.Blocks[i]
		block := c.x.Records.At(index).First + int32(i)
		switch b.Kind {
		case record.ToolResult, record.ServerToolResult:
			call := c.links.pair(b, r, line, index, block)
			c.x.Records.At(index).Call = call
			if c.x.Calls.At(call).PromptHash != 0 && len(r.Result.Agent) == 0 {
				c.f.Evidence.tail(b, line)
			}
			switch use := c.x.Calls.At(call).Use; {
			case use == None || c.x.Records.At(use).Class == ClassDuplicate:
				c.turns.item(ItemResult, index, block)
				c.x.Calls.At(call).Conv = c.conv.Index
			case c.x.Records.At(use).Class == ClassRetracted:
				c.turns.item(ItemInternal, index, block)
			default:
				c.answered(call)
			}
		case record.PlainText:
			text := tags.Trim(record.AppendString(nil, line, b.Text.From, 1000))
			switch {
			case tags.IsInterrupt(text):
				c.turns.interrupted(r, index)
			case len(tags.Trim(tags.StripContext(text))) > 0:
				c.turns.item(ItemFeedback, index, block)
			default:
				c.turns.item(ItemInternal, index, block)
			}
		case record.Image, record.Document:
			c.turns.item(ItemImage, index, block)
		default:
			c.turns.item(ItemBlock, index, block)
		}
	}
}

// answered is called for a result whose call is known. The first result closes the call in its
// turn.
func (c *builder) answered(call int32) {
	x := c.x.Calls.At(call)
	if x.Results == 1 && x.Conv == c.conv.Index && x.Turn != None && !c.x.Records.At(x.Use).IsRetracted() {
		c.conv.Turns[x.Turn].Open--
	}
}

func (c *builder) assistant(r *record.Record, line []byte, index int32) {
	e := c.x.Records.At(index)
	e.Class = ClassAssistant
	if c.conv.FirstMessage == None {
		c.conv.FirstMessage = index
	}
	switch {
	case r.Has(record.APIError):
		if e.Class = ClassFailure; !c.replayed(index, r, line, c.links.userWords(r, line)) {
			c.turns.item(ItemFailure, index, None)
		}
		return
	case r.Has(record.CompactSummary):
		e.Class = ClassSummary
		c.turns.item(ItemSummary, index, None)
		return
	case isFiller(r, line):
		e.Class = ClassFiller
		c.turns.item(ItemInternal, index, None)
		return
	}
	c.turns.replied()
	if c.conv.leads() {
		c.f.Metadata.noteReply()
	}
	c.partial.covered += len(r.Blocks)
	c.hasMessages, c.atBoundary = true, false
	c.links.merge(r, index, c.turns.current, c.conv.Index)
	for i := range r.Blocks {
		c.assistantBlock(r, line, index, i)
	}
	if e.Item == None { // only white space
		c.turns.item(ItemInternal, index, None)
	}
	c.turns.replyEnded(stopOf(r.Message.Stop), len(r.Blocks) > 0 && r.Blocks[len(r.Blocks)-1].Kind == record.PlainText)
	c.hashReply(r, line)
}

// assistantBlock shows the i-th block of a reply.
func (c *builder) assistantBlock(r *record.Record, line []byte, index int32, i int) {
	b := &r.Blocks[i]
	block := c.x.Records.At(index).First + int32(i)
	switch b.Kind {
	case record.PlainText:
		if blankText(line, b.Text) {
			return
		}
		if !c.supersedes(index, block, line) {
			c.turns.item(ItemText, index, block)
		}
	case record.Thinking, record.RedactedThinking:
		if !c.supersedes(index, block, line) {
			c.turns.item(ItemThinking, index, block)
		}
	case record.ToolUse, record.ServerToolUse:
		if c.links.use(b, line, index, block, c.turns.current, c.conv.Index) {
			c.turns.item(ItemTool, index, block)
			if c.x.Calls.At(c.x.Blocks.At(block).Call).Results == 0 {
				c.conv.Turns[c.turns.current].Open++
			}
		}
	case record.ToolResult, record.ServerToolResult:
		if call := c.links.pair(b, r, line, index, block); c.x.Calls.At(call).Use == None {
			c.turns.item(ItemResult, index, block)
		} else {
			c.answered(call)
		}
	case record.Image, record.Document:
		c.turns.item(ItemImage, index, block)
	default:
		if string(b.Name) == "token_budget" { // claude.ai's own accounting
			return
		}
		c.turns.item(ItemBlock, index, block)
	}
}

// compactBoundary handles the mark of a compaction.
func (c *builder) compactBoundary(_ *record.Record, _ []byte, index int32) {
	c.f.Metadata.Compactions++
	c.atBoundary = true
	c.microcompactBoundary(nil, nil, index)
}

func (c *builder) microcompactBoundary(_ *record.Record, _ []byte, index int32) {
	c.x.Records.At(index).Class = ClassBoundary
	c.turns.item(ItemCompaction, index, None)
}

// localCommand handles a command that Claude Code runs itself, or its output.
func (c *builder) localCommand(r *record.Record, line []byte, index int32) {
	e := c.x.Records.At(index)
	text := c.links.ownWords(r, line)
	e.Class = classifyLocal(r, tags.Trim(text))
	switch {
	case c.replayed(index, r, line, text):
	case e.Class == ClassOutput:
		c.turns.output(index, text)
	default:
		c.turns.wait(r, index, c.turns.driverOf(r, e.Class, text))
	}
}

func turnDuration(c *builder, r *record.Record, _ []byte, index int32) {
	c.turns.finishAfter(r.DurationMs)
	c.turns.item(ItemInternal, index, None)
}

func (c *builder) stopHookSummary(r *record.Record, line []byte, index int32) {
	c.turns.finish()
	c.auxiliary(r, line, index)
}

func requestFailure(c *builder, _ *record.Record, _ []byte, index int32) {
	c.x.Records.At(index).Class = ClassFailure
	c.turns.item(ItemFailure, index, None)
}

// permissionDenied handles a refusal: in stream-json it has no text and concerns a call.
func (c *builder) permissionDenied(r *record.Record, line []byte, index int32) {
	if r.Text.Len() == 0 {
		c.auxiliary(r, line, index)
		return
	}
	c.notice(r, line, index)
}

func (c *builder) taskNotification(r *record.Record, line []byte, index int32) {
	c.links.taskEvent(index, line)
	c.auxiliary(r, line, index)
}

func scheduledTask(c *builder, _ *record.Record, _ []byte, index int32) {
	c.turns.taskFired()
	c.turns.item(ItemInternal, index, None)
}

// untypedSystem handles a system record without a subtype: the warnings of 1.0.x, and its hooks,
// which belong to a call.
func (c *builder) untypedSystem(r *record.Record, line []byte, index int32) {
	if !c.attachToCall(r.Tool, index) {
		c.notice(r, line, index)
	}
}

// otherSystem handles the subtypes of later versions.
func (c *builder) otherSystem(r *record.Record, line []byte, index int32) {
	if len(r.Subtype) == 0 {
		c.untypedSystem(r, line, index)
	} else if r.Text.Len() <= 2 {
		c.auxiliary(r, line, index)
	} else if !c.attachToCall(r.Tool, index) {
		c.notice(r, line, index)
	}
}

// notice handles a system record with text for the reader.
func (c *builder) notice(r *record.Record, line []byte, index int32) {
	c.x.Records.At(index).Class = ClassNote
	if r.Text.Len() == 0 || !c.replayed(index, r, line, c.links.ownWords(r, line)) {
		c.turns.addNote(index)
	}
}

// promptFile handles a file that the prompt mentions, or one that Claude Code adds.
func (c *builder) promptFile(_ *record.Record, _ []byte, index int32) {
	if c.turns.openPrompt != None {
		c.turns.attachToOpenPrompt(index)
		return
	}
	c.turns.item(ItemInternal, index, None)
}

// queuedCommand handles what was typed, or arrived, while Claude worked, when it is sent.
func (c *builder) queuedCommand(r *record.Record, line []byte, index int32) {
	text := c.links.ownWords(r, line)
	e := c.x.Records.At(index)
	e.Class = classifyQueued(r, tags.Trim(text))
	if c.replayed(index, r, line, text) {
		return
	}
	c.sentAs(e.Class, text, index)
	if e.Class == ClassNotification {
		c.links.notified(index, text)
	}
	if e.Class != ClassQueuedPrompt {
		c.turns.wait(r, index, c.turns.driverOf(r, e.Class, text))
		return
	}
	c.turns.setOpenPrompt(r, index)
	c.handleQueuedPrompt(c.turns.prompt(index, DriverPrompt))
}

// auxiliary handles a record that belongs to a tool call, or is internal.
func (c *builder) auxiliary(r *record.Record, _ []byte, index int32) {
	e := c.x.Records.At(index)
	e.Failed = r.Exit > 0 || r.Has(record.HookErrors)
	e.Minor = r.Exit > 0 && r.Exit != blockingExit
	if e.Failed || !c.attachToCall(r.Tool, index) {
		c.turns.item(ItemInternal, index, None)
	}
}

// blockingExit is the exit status of a hook that stops what Claude does. Others are only reported.
const blockingExit = 2

// minorHook handles a record whose type alone means that a hook failed without stopping anything.
func minorHook(c *builder, r *record.Record, line []byte, index int32) {
	c.x.Records.At(index).Minor = true
	c.failedHook(r, line, index)
}

// failedHook handles a record whose type alone means that a hook failed.
func (c *builder) failedHook(_ *record.Record, _ []byte, index int32) {
	c.x.Records.At(index).Failed = true
	c.turns.item(ItemInternal, index, None)
}

// attachToCall attaches a record to the tool call it concerns. It reports whether that call has a
// row of its own.
func (c *builder) attachToCall(id []byte, index int32) bool {
	if len(id) == 0 {
		return false
	}
	call := c.x.findCall(id)
	if call == None || c.x.Calls.At(call).Use == None {
		return false
	}
	c.x.Records.At(index).Call = call
	return true
}

// peer handles a message of another agent or session. In an agent's own conversation a message of
// its coordinator resumes it: each begins a turn.
func (c *builder) peer(r *record.Record, text []byte, index int32) {
	driver := c.turns.driverOf(r, ClassPeer, text)
	if c.conv.Agent == "" || string(r.Origin.Kind) != "coordinator" {
		c.turns.wait(r, index, driver)
		return
	}
	c.turns.dropPending()
	c.turns.begin(c.turns.prompt(index, driver), string(r.PromptID))
	c.turns.setOpenPrompt(r, index)
}

// noteAttachment shows an attachment with text that is useful to a reader.
func noteAttachment(c *builder, _ *record.Record, _ []byte, index int32) { c.turns.addNote(index) }

func modeChange(c *builder, r *record.Record, _ []byte, index int32) { c.modes.modeChange(r, index) }
func permissionMode(c *builder, r *record.Record, _ []byte, index int32) {
	c.modes.permissionMode(r, index)
}
