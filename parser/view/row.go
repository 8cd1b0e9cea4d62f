package view

import (
	"strconv"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/cost"
	"unspool/parser/view/protocol"
)

// textLimit limits the text of a row in bytes; the body has all of it.
const textLimit = 16 << 10

// row returns the row at an index of the list.
func (v *rowReader) row(l *list, at int) protocol.Row { return v.rowOf(l, &l.rows[at]) }

// rowOf returns the row of a ref, also of one that is not in the list now.
func (v *rowReader) rowOf(l *list, r *ref) protocol.Row {
	row := protocol.Row{Key: r.key(), Depth: int(r.depth), Inside: r.inside, Threads: v.threads(l, r.in)}
	switch {
	case r.side != nil:
		v.sideRow(l, r, &row)
		return row
	case r.link != nil:
		v.linkRow(l, r, &row)
		return row
	}
	if r.notice {
		row.Kind = "broken"
		return row
	}
	if r.conv != l.session.Main {
		row.Agent = r.conv.Agent
	}
	f := r.conv.File
	item := &r.conv.Items[r.from]
	e := f.Records.At(item.Record)
	row.Time, row.Branch = float64(e.Time), e.Branch > 0
	row.Turn = turnNumber(r.conv, item.Turn)
	row.Opens = l.visible.opensTurn(r)
	switch {
	case r.fold == modelMark:
		v.modelRow(r, &row)
		return row
	case r.fold == attemptsFold, r.fold == branchFold:
		v.branchRow(l, r, &row)
		return row
	case r.fold == copyFold:
		v.copiedRow(l, r, &row)
		return row
	}
	row.Copied = f.CopyOf(item.Record) != nil
	if !r.inside {
		v.speaker(l, r, &row)
	}
	row.Ends = row.Branch && l.visible.isLast(r)
	if r.fold == seriesFold {
		v.seriesRow(l, r, &row)
		row.Ends = row.Ends && !row.Series.Open
		return row
	}
	switch item.Kind {
	case parser.ItemPrompt:
		v.promptRow(r.conv, item, &row)
	case parser.ItemText:
		row.Kind = "text"
		v.blockText(f, item, &row)
		row.Cites = v.citations(f, item)
	case parser.ItemThinking:
		v.thinkingRow(f, item, &row)
		row.Took = thinkingTime(f, item)
	case parser.ItemTool:
		v.toolRow(l, f, item, &row)
	case parser.ItemImage:
		row.Kind = "image"
		row.Media = v.source.media(f, item.Record, f.Blocks.At(item.Block).Whole)
	case parser.ItemResult:
		row.Kind, row.Flavor = "output", "orphan"
		v.blockText(f, item, &row)
	case parser.ItemCompaction:
		v.compactionRow(f, item, &row)
		if r.to > r.from+1 { // its summary
			v.recordText(f, r.conv.Items[r.to-1].Record, &row)
		}
	case parser.ItemSummary:
		row.Kind = "summary"
		v.recordText(f, item.Record, &row)
	case parser.ItemOutput:
		row.Kind = "output"
		v.recordText(f, item.Record, &row)
		row.Text = commandOutput(row.Text)
		v.outputOf(r, &row)
	case parser.ItemInterrupt:
		row.Kind = "interrupt"
		o := parseObject(v.source.record(f, item.Record))
		if o.has("interruptedByShutdown") && o.json[o.find("interruptedByShutdown")] == 't' {
			row.Flavor = "shutdown"
		}
	case parser.ItemFailure:
		v.failureRow(r, &row)
	case parser.ItemNote:
		v.noteRow(f, item, &row)
	case parser.ItemFeedback:
		row.Kind, row.Flavor = "prompt", "feedback"
		v.blockText(f, item, &row)
	case parser.ItemDamage:
		row.Kind, row.Fold = "damaged", foldOf(r)
		for _, item := range r.conv.Items[r.from:r.to] {
			row.Size += int(f.Records.At(item.Record).Length)
		}
	case parser.ItemGap:
		gap := f.GapOf(item.Record)
		row.Kind, row.Size, row.Fold = "gap", int(gap.Bytes), &protocol.Fold{Count: gap.Count}
		row.Text = strconv.Itoa(int(e.Line)) + "–" + strconv.Itoa(int(gap.To))
	case parser.ItemRestart:
		row.Kind = "restart"
	case parser.ItemMode:
		o := parseObject(v.source.record(f, item.Record))
		row.Kind, row.Name, row.Text = "note", "permission-mode", o.str(40, "permissionMode")
	case parser.ItemBlock:
		row.Kind = "unknown"
		v.blockText(f, item, &row)
		v.otherBlock(f, item, &row)
	default:
		row.Kind = "machinery"
		row.Fold = foldOf(r)
		if row.Fold.Failed > 0 {
			row.Fold.What, row.Fold.Why = v.failedHook(f, item.Record)
		}
	}
	return row
}

// speaker sets whose words begin with a row, if the speaker changes there.
func (v *rowReader) speaker(l *list, r *ref, row *protocol.Row) {
	me := voice(r.conv, r.from)
	if me == "" || me == "nobody" {
		return
	}
	f := r.conv.File
	where := rangeOf(f, &r.conv.Items[r.from])
	for i := r.from - 1; i >= 0 && !row.Opens; i-- {
		if rangeOf(f, &r.conv.Items[i]) != where {
			break
		}
		if before := voice(r.conv, i); before != "" && l.visible.keeps(r.conv, &r.conv.Items[i]) {
			if before == me {
				return
			}
			break
		}
	}
	if me == "you" {
		row.By, row.Before = "you", before(r.conv, &r.conv.Items[r.from], row.Opens)
		return
	}
	row.By = "claude"
	if r.conv.Agent != "" {
		row.By = "agent"
		row.Speaker, _ = v.nameOf(l.session.AgentOf(r.conv))
	}
	row.Reply = v.reply(l, r)
}

// before returns when the turn before a prompt began, or the current turn for a prompt sent in
// its middle. Abandoned turns do not count for a prompt that was kept.
func before(c *parser.Conversation, item *parser.Item, opens bool) float64 {
	at := item.Turn
	if at >= 0 && opens {
		at--
	}
	for ; at >= 0; at-- {
		if t := &c.Turns[at]; t.Start > 0 && (t.Branch == 0 || t.Branch == c.Turns[item.Turn].Branch) {
			return float64(t.Start)
		}
	}
	return 0
}

func voice(c *parser.Conversation, at int32) string {
	item := &c.Items[at]
	switch item.Kind {
	case parser.ItemPrompt, parser.ItemFeedback:
		return "you"
	case parser.ItemCompaction, parser.ItemInterrupt, parser.ItemOutput:
		return "nobody"
	case parser.ItemText, parser.ItemThinking, parser.ItemTool, parser.ItemImage, parser.ItemBlock:
		if c.File.Records.At(item.Record).Class == parser.ClassContext {
			return ""
		}
		return "claude"
	}
	return ""
}

// reply summarizes the answer to the turn of a row. If prompts divide the answer, only its
// first part has the totals.
func (v *rowReader) reply(l *list, r *ref) *protocol.Reply {
	f := r.conv.File
	item := &r.conv.Items[r.from]
	at := f.Records.At(item.Record).Message
	if at < 0 || item.Turn < 0 {
		return nil
	}
	out := &protocol.Reply{Model: f.Name(f.Messages.At(at).Model), Duration: -1}
	for i := at; i < f.Messages.Len(); i++ {
		if m := f.Messages.At(i); m.Conv == r.conv.Index {
			if m.Turn != item.Turn {
				break
			}
			if m.Counted {
				out.Context = float64(m.Usage.Context())
			}
		}
	}
	if !l.visible.isFirst(r, true) {
		return &protocol.Reply{Model: out.Model, Output: -1, Context: -1, Duration: -1}
	}
	usage := parser.UsageOf(v.prices, r.conv.TurnResponses(item.Turn))
	out.Output, out.Cost, out.Low = float64(usage.Usage.Output), cost.Of(&usage), cost.UnderReported(&usage)
	if usage.Responses == 0 {
		out.Output = -1
	}
	out.Headless = r.conv.Turns[item.Turn].Driver == parser.ClassOther
	out.Duration = cost.TurnDuration(&r.conv.Turns[item.Turn])
	return out
}

// blockText reads the text of a block.
func (v *rowReader) blockText(f *parser.File, item *parser.Item, row *protocol.Row) {
	b := f.Blocks.At(item.Block)
	at := b.Text
	if at.Len() == 0 {
		at = b.Whole
	}
	raw := v.source.span(f, item.Record, at)
	row.Size = at.Len()
	row.Text, row.Cut = words(raw, textLimit)
	v.source.appendDeltas(f, item.Block, &row.Text, &row.Cut, textLimit)
	if row.Kind == "unknown" || row.Text == "" && len(raw) > 2 {
		row.Text, row.Cut = excerptOf(raw), true
	}
}

// excerptOf returns the beginning of raw JSON.
func excerptOf(raw []byte) string { return string(record.Prefix(raw, 400)) }

// recordText reads the text of a record: that of its message, or that outside of a message.
func (v *rowReader) recordText(f *parser.File, index int32, row *protocol.Row) {
	row.Text, row.Cut = v.source.wordsOf(f, index, textLimit)
	row.Size = int(f.Records.At(index).Length)
}

func (v *rowReader) thinkingRow(f *parser.File, item *parser.Item, row *protocol.Row) {
	row.Kind = "thinking"
	b := f.Blocks.At(item.Block)
	switch {
	case b.Kind == record.RedactedThinking:
		row.Flavor = "redacted"
	case b.Empty && f.Deltas(item.Block) == nil:
		row.Flavor = "hidden"
	default:
		v.blockText(f, item, row)
	}
}

func (v *rowReader) compactionRow(f *parser.File, item *parser.Item, row *protocol.Row) {
	row.Kind = "compaction"
	row.Cause = &protocol.Compacted{Before: -1, After: -1}
	line := v.source.record(f, item.Record)
	if line == nil {
		return
	}
	o := parseObject(line)
	meta := o.object("compactMetadata", "compact_metadata", "microcompactMetadata")
	row.Cause.Trigger, row.Took = meta.str(40, "trigger"), float64(meta.integer(0, "durationMs", "duration_ms"))
	before, after := meta.integer(-1, "preTokens", "pre_tokens"), meta.integer(-1, "postTokens", "post_tokens")
	if saved := meta.integer(-1, "tokensSaved"); saved >= 0 && before >= 0 {
		after = before - saved
	}
	row.Cause.Before, row.Cause.After = float64(max(before, -1)), float64(max(after, -1))
}
