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

// row fills in the row of an item that shows a single record. It reports whether it knows the
// kind of the item.
func (v *RecordReader) row(f *parser.File, item *parser.Item, row *protocol.Row) bool {
	switch item.Kind {
	case parser.ItemText:
		row.Kind = "text"
		v.BlockText(f, item, row)
		row.Cites = v.citations(f, item)
	case parser.ItemThinking:
		v.ThinkingRow(f, item, row)
		row.Took = thinkingTime(f, item)
	case parser.ItemImage:
		row.Kind = "image"
		row.Media = v.source.Media(f, item.Record, f.Blocks.At(item.Block).Whole)
	case parser.ItemResult:
		row.Kind, row.Flavor = "output", "orphan"
		v.BlockText(f, item, row)
	case parser.ItemFeedback:
		row.Kind, row.Flavor = "prompt", "feedback"
		v.BlockText(f, item, row)
	case parser.ItemBlock:
		row.Kind = "unknown"
		v.BlockText(f, item, row)
		v.otherBlock(f, item, row)
	case parser.ItemSummary:
		row.Kind = "summary"
		v.recordText(f, item.Record, row)
	case parser.ItemNote:
		v.noteRow(f, item, row)
	case parser.ItemMode:
		o := source.Parse(v.source.Record(f, item.Record))
		row.Kind, row.Name, row.Text = "note", "permission-mode", o.Text(40, "permissionMode")
	case parser.ItemInterrupt:
		row.Kind = "interrupt"
		o := source.Parse(v.source.Record(f, item.Record))
		if o.Has("interruptedByShutdown") && o.JSON[o.Offset("interruptedByShutdown")] == 't' {
			row.Flavor = "shutdown"
		}
	case parser.ItemRestart:
		row.Kind = "restart"
	default:
		return false
	}
	return true
}

// HeadLimit limits the beginning of a text that crosses with its body to 256 kB.
const HeadLimit = 256 << 10

// BlockText reads the text of a block.
func (v *RecordReader) BlockText(f *parser.File, item *parser.Item, row *protocol.Row) {
	b := f.Blocks.At(item.Block)
	at := b.Text
	if at.Len() == 0 {
		at = b.Whole
	}
	raw := v.source.Span(f, item.Record, at)
	row.Size = at.Len()
	row.Text, row.Cut = source.Words(raw, textLimit)
	v.source.AppendDeltas(f, item.Block, &row.Text, &row.Cut, textLimit)
	if row.Kind == "unknown" || row.Text == "" && len(raw) > 2 {
		row.Text, row.Cut = excerptOf(raw), true
	}
}

// excerptOf returns the beginning of raw JSON.
func excerptOf(raw []byte) string { return string(record.Prefix(raw, 400)) }

// recordText reads the text of a record: that of its message, or that outside of a message.
func (v *RecordReader) recordText(f *parser.File, index int32, row *protocol.Row) {
	row.Text, row.Cut = v.source.RecordText(f, index, textLimit)
	row.Size = int(f.Records.At(index).Length)
}

// ThinkingRow fills in the row of a thinking block.
func (v *RecordReader) ThinkingRow(f *parser.File, item *parser.Item, row *protocol.Row) {
	row.Kind = "thinking"
	b := f.Blocks.At(item.Block)
	switch {
	case b.Kind == record.RedactedThinking:
		row.Flavor = "redacted"
	case b.Empty && f.Deltas(item.Block) == nil:
		row.Flavor = "hidden"
	default:
		v.BlockText(f, item, row)
	}
}

// thinkingTime returns the duration of a thinking block in ms, measured from the previous
// record: the records of one response are written as its blocks end. It returns 0 if all of
// them were written at once, as some programs do, or if a time is missing.
func thinkingTime(f *parser.File, item *parser.Item) float64 {
	e := f.Records.At(item.Record)
	if e.Blocks != 1 || e.Parent < 0 || e.Time == 0 || f.Records.At(e.Parent).Time == 0 {
		return 0
	}
	if e.Message >= 0 && e.Next >= 0 && f.Records.At(e.Next).Time <= e.Time {
		return 0
	}
	return float64(max(0, e.Time-f.Records.At(e.Parent).Time))
}

// CompactionRow fills in the row of a compaction, without its summary.
func (v *RecordReader) CompactionRow(f *parser.File, item *parser.Item, row *protocol.Row) {
	row.Kind = "compaction"
	row.Cause = &protocol.Compacted{Before: -1, After: -1}
	line := v.source.Record(f, item.Record)
	if line == nil {
		return
	}
	o := source.Parse(line)
	meta := o.Object("compactMetadata", "compact_metadata", "microcompactMetadata")
	row.Cause.Trigger, row.Took = meta.Text(40, "trigger"), float64(meta.Int(0, "durationMs", "duration_ms"))
	before, after := meta.Int(-1, "preTokens", "pre_tokens"), meta.Int(-1, "postTokens", "post_tokens")
	if saved := meta.Int(-1, "tokensSaved"); saved >= 0 && before >= 0 {
		after = before - saved
	}
	row.Cause.Before, row.Cause.After = float64(max(before, -1)), float64(max(after, -1))
}

// noteRow shows a message of Claude Code to the user, or a change of mode.
func (v *RecordReader) noteRow(f *parser.File, item *parser.Item, row *protocol.Row) {
	e := f.Records.At(item.Record)
	row.Kind, row.Name = "note", records.NameOf(f, e)
	v.recordText(f, item.Record, row)
	if e.Class == parser.ClassMemory {
		row.Name, row.Text = "memory", MemoryText(row.Text)
	}
	if e.Blocks > 0 {
		return
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
}

// MemoryText removes the tag of a "#" entry.
func MemoryText(text string) string {
	if inside := tags.Tagged([]byte(text), "user-memory-input"); inside != "" {
		return strings.TrimSpace(inside)
	}
	return text
}

// otherBlock fills in the row of a block that is neither text nor a tool call:
// FORMAT.md, "Content blocks". Unknown blocks are shown as they are recorded.
func (v *RecordReader) otherBlock(f *parser.File, item *parser.Item, row *protocol.Row) {
	b := f.Blocks.At(item.Block)
	if b.Kind != record.Fallback {
		return
	}
	o := source.Parse(bytes.Clone(v.source.Span(f, item.Record, b.Whole)))
	from, to := o.Object("from"), o.Object("to")
	if before, after := from.Text(100, "model"), to.Text(100, "model"); after != "" {
		row.Kind, row.Flavor, row.Cut = "note", "fallback", false
		row.Text = before + " → " + after
	}
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

// Attempt returns what went wrong with one request: the text of a synthetic reply, or
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

// failureRow fills in the row of the attempts of a request, with the error of the last
// one.
func (v *RecordReader) failureRow(r *Ref, row *protocol.Row) {
	f := r.Conv.File
	row.Kind = "error"
	last := r.Conv.Items[r.To-1].Record
	one := v.Attempt(f, last)
	if r.To > r.From+1 && one.Status == 0 && f.Records.At(last).Flags&record.APIError != 0 { // the final error may not include the status
		one.Status = v.Attempt(f, r.Conv.Items[r.To-2].Record).Status
	}
	row.Text, row.Size = one.Text, int(f.Records.At(last).Length)
	row.Retry = &protocol.Retry{Status: one.Status, Attempts: int(r.To - r.From), Ended: afterwards(r)}
	if f.Records.At(last).Flags&record.APIError != 0 { // the last record only reports the attempts
		row.Retry.Attempts--
	}
}

// mostAfter limits how many items after the attempts are searched for what came next: a
// turn can contain thousands of attempts, each with a row that searches.
const mostAfter = 500

// afterwards returns what came after the attempts: "on" for a reply, "up" for an error,
// "stopped" for an interruption, and "" for none of them.
func afterwards(r *Ref) string {
	f := r.Conv.File
	if f.Records.At(r.Conv.Items[r.To-1].Record).Flags&record.APIError != 0 {
		return "up"
	}
	turn := r.Conv.Items[r.From].Turn
	end := min(int(r.To)+mostAfter, len(r.Conv.Items))
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
