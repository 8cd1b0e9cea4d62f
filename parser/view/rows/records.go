package rows

import (
	"bytes"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/internal/tags"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/records"
	"unspool/parser/view/source"
)

// A RecordReader fills in the rows that show single records: texts, thinking, notes, the output
// of commands and failed requests.
type RecordReader struct{ source *source.Reader }

// textLimit limits the text of a row in bytes; the body has all of it.
const textLimit = 16 << 10

// row returns the row of an item that shows a single record. The second result is false if the
// item is of another kind.
func (v *RecordReader) row(f *parser.File, item *parser.Item, base protocol.RowBase) (protocol.Row, bool) {
	switch item.Kind {
	case parser.ItemText:
		return &protocol.TextRow{RowBase: base, RowText: v.BlockText(f, item), Cites: v.citations(f, item)}, true
	case parser.ItemThinking:
		row := &protocol.ThinkingRow{RowBase: base, Took: thinkingTime(f, item)}
		row.RowText, row.Flavor = v.Thinking(f, item)
		return row, true
	case parser.ItemImage:
		return &protocol.ImageRow{RowBase: base, Media: v.source.Media(f, item.Record, f.Blocks.At(item.Block).Whole)}, true
	case parser.ItemResult:
		return &protocol.OutputRow{RowBase: base, RowText: v.BlockText(f, item), Flavor: "orphan"}, true
	case parser.ItemFeedback:
		return &protocol.PromptRow{RowBase: base, RowText: v.BlockText(f, item), Flavor: protocol.FlavorFeedback}, true
	case parser.ItemBlock:
		return v.blockRow(f, item, base), true
	case parser.ItemSummary:
		return &protocol.SummaryRow{RowBase: base, RowText: v.recordText(f, item.Record)}, true
	case parser.ItemNote:
		return v.noteRow(f, item, base), true
	case parser.ItemMode:
		row := &protocol.NoteRow{RowBase: base, Name: "permission-mode"}
		o := source.Parse(v.source.Record(f, item.Record))
		row.Text = o.Text(40, "permissionMode")
		return row, true
	case parser.ItemInterrupt:
		row := &protocol.InterruptRow{RowBase: base}
		o := source.Parse(v.source.Record(f, item.Record))
		if o.Has("interruptedByShutdown") && o.JSON[o.Offset("interruptedByShutdown")] == 't' {
			row.Flavor = "shutdown"
		}
		return row, true
	case parser.ItemRestart:
		return &protocol.RestartRow{RowBase: base}, true
	}
	return nil, false
}

// HeadLimit limits the beginning of a text that crosses with its body to 256 kB.
const HeadLimit = 256 << 10

// BlockText returns the text of a block, or the beginning of its JSON if it has no text.
func (v *RecordReader) BlockText(f *parser.File, item *parser.Item) protocol.RowText {
	raw, size := v.blockJSON(f, item)
	out := protocol.RowText{Size: size}
	out.Text, out.Cut = source.Words(raw, textLimit)
	v.source.AppendDeltas(f, item.Block, &out.Text, &out.Cut, textLimit)
	if out.Text == "" && len(raw) > 2 {
		out.Text, out.Cut = excerptOf(raw), true
	}
	return out
}

// blockJSON returns the JSON of the text of a block, or of the whole block if it has no text,
// and its size. The JSON is nil if it cannot be read now.
func (v *RecordReader) blockJSON(f *parser.File, item *parser.Item) (raw []byte, size int) {
	b := f.Blocks.At(item.Block)
	at := b.Text
	if at.Len() == 0 {
		at = b.Whole
	}
	return v.source.Span(f, item.Record, at), at.Len()
}

// excerptOf returns the beginning of raw JSON.
func excerptOf(raw []byte) string { return string(record.Prefix(raw, 400)) }

// recordText returns the text of a record: that of its message, or that outside of a message.
func (v *RecordReader) recordText(f *parser.File, index int32) protocol.RowText {
	out := protocol.RowText{Size: int(f.Records.At(index).Length)}
	out.Text, out.Cut = v.source.RecordText(f, index, textLimit)
	return out
}

// Compaction returns the effect of a compaction and its duration in ms, 0 if it is unknown.
func (v *RecordReader) Compaction(f *parser.File, item *parser.Item) (effect protocol.Compacted, took float64) {
	line := v.source.Record(f, item.Record)
	if line == nil {
		return effect, 0
	}
	o := source.Parse(line)
	meta := o.Object("compactMetadata", "compact_metadata", "microcompactMetadata")
	before, after := meta.Int(-1, "preTokens", "pre_tokens"), meta.Int(-1, "postTokens", "post_tokens")
	if saved := meta.Int(-1, "tokensSaved"); saved >= 0 && before >= 0 {
		after = before - saved
	}
	effect.Trigger = meta.Text(40, "trigger")
	effect.Before = protocol.OrNull(float64(before), before >= 0)
	effect.After = protocol.OrNull(float64(after), after >= 0)
	return effect, float64(meta.Int(0, "durationMs", "duration_ms"))
}

// noteRow returns the row of a message of Claude Code to the user, or of a change of mode.
func (v *RecordReader) noteRow(f *parser.File, item *parser.Item, base protocol.RowBase) *protocol.NoteRow {
	e := f.Records.At(item.Record)
	row := &protocol.NoteRow{RowBase: base, RowText: v.recordText(f, item.Record), Name: records.NameOf(f, e)}
	if e.Class == parser.ClassMemory {
		row.Name, row.Text = "memory", MemoryText(row.Text)
	}
	if e.Blocks > 0 {
		return row
	}
	o := source.Parse(v.source.Record(f, item.Record))
	if level := o.Text(20, "level"); level == "warning" || level == "error" {
		row.Flavor = "warning"
	}
	if strings.TrimSpace(row.Text) == "" {
		var label string
		if label, row.Text = records.Summary(v.source, f, item.Record); label == "met" {
			row.Name = "goal_met"
		}
	}
	return row
}

// MemoryText removes the tag of a "#" entry.
func MemoryText(text string) string {
	if inside := tags.Tagged([]byte(text), "user-memory-input"); inside != "" {
		return strings.TrimSpace(inside)
	}
	return text
}

// blockRow returns the row of a block that is neither text nor a tool call: FORMAT.md, "Content
// blocks". Unknown blocks are shown as they are recorded.
func (v *RecordReader) blockRow(f *parser.File, item *parser.Item, base protocol.RowBase) protocol.Row {
	raw, size := v.blockJSON(f, item)
	if b := f.Blocks.At(item.Block); b.Kind == record.Fallback {
		o := source.Parse(bytes.Clone(v.source.Span(f, item.Record, b.Whole)))
		from, to := o.Object("from"), o.Object("to")
		if before, after := from.Text(100, "model"), to.Text(100, "model"); after != "" {
			return &protocol.NoteRow{RowBase: base, RowText: protocol.RowText{Text: before + " → " + after, Size: size}, Flavor: "fallback"}
		}
	}
	return &protocol.UnknownRow{RowBase: base, RowText: protocol.RowText{Text: excerptOf(raw), Cut: true, Size: size}}
}

// citations lists the sources that a text cites, each source once.
func (v *RecordReader) citations(f *parser.File, item *parser.Item) []protocol.Field {
	b := f.Blocks.At(item.Block)
	if b.Whole.Len() < b.Text.Len()+len(`{"type":"text","text":,"citations":[]}`) {
		return nil // too short to contain citations
	}
	o := source.Parse(v.source.Span(f, item.Record, b.Whole))
	var list []protocol.Field
	source.EachShown(o.Raw("citations"), func(raw []byte) {
		c := source.Parse(raw)
		one := protocol.Field{Name: c.Text(400, "title", "document_title"), Value: c.Text(2000, "url", "source"),
			Note: source.OneLine(c.Text(800, "cited_text"), 200)}
		if !slices.ContainsFunc(list, func(x protocol.Field) bool { return x.Name == one.Name && x.Value == one.Value }) {
			list = append(list, one)
		}
	})
	return list
}

// blockType returns the type of a block of an unknown kind.
func (v *RecordReader) blockType(f *parser.File, index, block int32) string {
	o := source.Parse(v.source.Span(f, index, f.Blocks.At(block).Whole))
	return o.Text(60, "type")
}

// commandRun returns the command in the record of a local command.
func (v *RecordReader) commandRun(f *parser.File, index int32) string {
	o := source.Parse(v.source.Record(f, index))
	run := o.Object("commandRun")
	name := strings.TrimPrefix(run.Text(200, "command"), "/")
	if name == "" {
		return ""
	}
	return strings.TrimSpace("/" + name + " " + run.Text(2000, "args"))
}

// commandChips returns a chip with the command that printed an output, if no row before shows
// the command.
func (v *RecordReader) commandChips(r *Ref) []protocol.Chip {
	if r.From > 0 && r.Conv.Items[r.From-1].Kind == parser.ItemPrompt {
		return nil
	}
	if command := v.commandRun(r.Conv.File, r.Conv.Items[r.From].Record); command != "" {
		return []protocol.Chip{{Kind: protocol.ChipCommand, Label: command}}
	}
	return nil
}

// CommandOutput removes the tags from the output of a command.
func CommandOutput(text string) string {
	var parts []string
	for _, tag := range []string{"local-command-stdout", "local-command-stderr", "bash-stdout", "bash-stderr"} {
		if inside := strings.Trim(tags.Tagged([]byte(text), tag), "\n"); inside != "" {
			parts = append(parts, inside)
		}
	}
	if parts == nil {
		return stripTags(text)
	}
	return strings.Join(parts, "\n")
}

// stripTags removes the output tags of a text that has nothing else.
func stripTags(text string) string {
	for _, tag := range []string{"local-command-stdout", "local-command-stderr", "bash-stdout", "bash-stderr"} {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "<"+tag+">", ""), "</"+tag+">", "")
	}
	return strings.TrimSpace(text)
}

// Attempt returns the error of one request: the text of a synthetic reply, or
// the error object of a system record.
func (v *RecordReader) Attempt(f *parser.File, index int32) protocol.Attempt {
	e := f.Records.At(index)
	out := protocol.Attempt{Time: float64(e.Time)}
	out.Text, _ = v.source.RecordText(f, index, textLimit)
	line := v.source.Record(f, index)
	if line == nil {
		return out
	}
	o := source.Parse(bytes.Clone(line))
	out.Request = o.Text(100, "requestId")
	if e.Flags&record.APIError != 0 {
		out.Status = o.Int(0, "apiErrorStatus")
		return out
	}
	failure := o.Object("error")
	inner := failure.Object("error")
	deepest := inner.Object("error")
	for _, text := range []string{deepest.Text(400, "message"), inner.Text(400, "message"), failure.Text(400, "message"),
		o.Text(400, "error")} {
		if text != "" {
			out.Text = text
			break
		}
	}
	if out.Text == "" {
		for _, o := range []*source.Object{&failure, &o} { // a network error, not an API error
			cause := o.Object("cause")
			if out.Text = cause.Text(100, "code", "message"); out.Text != "" {
				break
			}
		}
	}
	if out.Text == "" { // a result: FORMAT.md, "stream-json and SDK output"
		out.Text, _ = source.Words(o.Raw("errors"), textLimit)
	}
	if code := o.Text(100, "subtype"); out.Text == "" && strings.HasPrefix(code, "error_") {
		out.Text = code
	}
	out.Number, out.Most = o.Int(0, "retryAttempt"), o.Int(0, "maxRetries")
	out.Status, out.Wait = failure.Int(0, "status"), float64(o.Int(0, "retryInMs"))
	if id := failure.Text(100, "requestID", "request_id"); id != "" {
		out.Request = id
	}
	return out
}

// failureRow returns the row of the attempts of a request, with the error of the last one.
func (v *RecordReader) failureRow(r *Ref, base protocol.RowBase) *protocol.ErrorRow {
	f := r.Conv.File
	last := r.Conv.Items[r.To-1].Record
	one := v.Attempt(f, last)
	reports := f.Records.At(last).Flags&record.APIError != 0 // the last record only reports the attempts
	if r.To > r.From+1 && one.Status == 0 && reports {       // the final error may not include the status
		one.Status = v.Attempt(f, r.Conv.Items[r.To-2].Record).Status
	}
	row := &protocol.ErrorRow{RowBase: base, RowText: protocol.RowText{Text: one.Text, Size: int(f.Records.At(last).Length)},
		Retry: protocol.Retry{Status: one.Status, Attempts: int(r.To - r.From), Ended: afterwards(r)}}
	if reports {
		row.Retry.Attempts--
	}
	return row
}

// maxAfter limits how many items after the attempts are searched for what came next: a
// turn can contain thousands of attempts, each with a row that searches.
const maxAfter = 500

// afterwards returns the outcome of the attempts: "on" for a reply, "up" for an error,
// "stopped" for an interruption, and "" for none of them.
func afterwards(r *Ref) string {
	f := r.Conv.File
	if f.Records.At(r.Conv.Items[r.To-1].Record).Flags&record.APIError != 0 {
		return "up"
	}
	turn := r.Conv.Items[r.From].Turn
	end := min(int(r.To)+maxAfter, len(r.Conv.Items))
	for i := int(r.To); i < end && r.Conv.Items[i].Turn == turn; i++ {
		switch item := &r.Conv.Items[i]; item.Kind {
		case parser.ItemText, parser.ItemThinking, parser.ItemTool:
			return "on"
		case parser.ItemInterrupt:
			return "stopped"
		case parser.ItemFailure:
			if f.Records.At(item.Record).Flags&record.APIError != 0 {
				return "up"
			}
		}
	}
	return ""
}
