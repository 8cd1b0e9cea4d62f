package body

import (
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/records"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// A Reader builds the expanded content of rows.
type Reader struct {
	lists   *rows.Lists
	source  *source.Reader
	records *rows.RecordReader
	prompts *rows.PromptReader
}

// New returns a reader of bodies of the given rows.
func New(rows *rows.Reader) *Reader {
	return &Reader{rows.Lists, rows.Source, rows.Records, rows.Prompts}
}

// Body returns the expanded content of the row with a key, with the beginnings of long texts.
func (v *Reader) Body(session int, key string) protocol.Body {
	body := v.whole(session, key, rows.HeadLimit)
	cutParts(body.Parts)
	return body
}

// whole returns a body with all of its texts. It reads at most spill bytes of output that
// was written to a separate file.
func (v *Reader) whole(session int, key string, spill int) protocol.Body {
	body := protocol.Body{Key: key}
	l, ok := v.lists.At(session)
	if !ok {
		return body
	}
	at, ok := l.IndexOf(key)
	if !ok {
		v.closedBody(l, key, spill, &body)
		return body
	}
	v.fill(l, &l.Rows()[at], spill, &body)
	return body
}

// Whole returns the expanded content of a row of a list with all of its texts. It reads at most spill
// bytes of output that was written to a separate file. Other than [Reader.Body], it does not search
// the list for the row.
func (v *Reader) Whole(l *rows.List, r *rows.Ref, spill int) protocol.Body {
	var body protocol.Body
	v.fill(l, r, spill, &body)
	return body
}

// fill fills in the body of a row.
func (v *Reader) fill(l *rows.List, r *rows.Ref, spill int, body *protocol.Body) {
	switch {
	case r.AgentRow != nil:
		agentBody(r.AgentRow, body)
	case r.ShowsItems():
		v.itemBody(l.Session, r, spill, body)
		body.Records = append(v.carried(l, r), body.Records...)
	case r.Fold == rows.ModelMark:
		body.Records = []protocol.RecordLocation{source.LocationOf(r.Conv.File, r.Conv.Items[r.From].Record)}
	}
}

// itemBody fills in the body of a row of items.
func (v *Reader) itemBody(s *parser.Session, r *rows.Ref, spill int, body *protocol.Body) {
	f := r.Conv.File
	item := &r.Conv.Items[r.From]
	switch item.Kind {
	case parser.ItemRestart, parser.ItemMode, parser.ItemUnfinished: // marks have no body
	case parser.ItemTool:
		v.toolBody(s, f, f.Blocks.At(item.Block).Call, spill, body)
		body.Parts = append(body.Parts, summaryParts(s.RunOf(f, f.Blocks.At(item.Block).Call))...)
	case parser.ItemInternal, parser.ItemDamage, parser.ItemInvalid, parser.ItemEncoding:
		body.Parts = v.foldParts(r)
	case parser.ItemFailure:
		body.Parts, body.Records = v.failureParts(r)
	case parser.ItemCompaction:
		summary := &r.Conv.Items[r.To-1]
		body.Parts = v.recordParts(f, summary)
		if body.Records = []protocol.RecordLocation{source.LocationOf(f, item.Record)}; r.To > r.From+1 {
			body.Records = append(body.Records, source.LocationOf(f, summary.Record))
		}
	case parser.ItemPrompt:
		body.Parts = v.prompts.Parts(r.Conv, item)
		body.Records = []protocol.RecordLocation{source.LocationOf(f, item.Record)}
		for _, index := range rows.Companions(f, item.Record) {
			body.Records = append(body.Records, source.LocationOf(f, index))
		}
	case parser.ItemNote:
		body.Parts = v.noteParts(f, item)
	case parser.ItemText, parser.ItemThinking, parser.ItemFeedback:
		body.Parts = []protocol.Part{v.textPart(f, item, protocol.PartMarkdown)}
	case parser.ItemImage:
		body.Parts = content.AllMedia(v.source, f, item.Record, f.Blocks.At(item.Block).Whole)
	case parser.ItemResult, parser.ItemBlock:
		body.Parts = v.blockParts(f, item)
	default:
		body.Parts = v.recordParts(f, item)
	}
	if body.Records == nil {
		body.Records = []protocol.RecordLocation{source.LocationOf(f, item.Record)}
	}
}

// carried returns the positions of the unrecorded thinking that a row stands for.
func (v *Reader) carried(l *rows.List, r *rows.Ref) []protocol.RecordLocation {
	var list []protocol.RecordLocation
	for _, index := range l.Carried(r) {
		list = append(list, source.LocationOf(r.Conv.File, index))
	}
	return list
}

// closedBody fills in the body of a tool call whose row is inside a closed row.
func (v *Reader) closedBody(l *rows.List, key string, spill int, body *protocol.Body) {
	if strings.Contains(key, ":") && !strings.HasPrefix(key, "@") {
		return
	}
	at, ok := rows.ParseAddress(l.Session, key)
	if !ok || !rows.IsShown(l.Session, at.File, at.Record) {
		return
	}
	call, isCall := at.Call()
	if _, isVisible := l.Visible.Locate(at.File, at.Record); isCall && isVisible {
		v.toolBody(l.Session, at.File, call, spill, body)
	}
}

func (v *Reader) textPart(f *parser.File, item *parser.Item, kind string) protocol.Part {
	b := f.Blocks.At(item.Block)
	p := content.Text(kind, "", v.source.Span(f, item.Record, b.Text))
	v.source.AppendDeltas(f, item.Block, &p.Text, &p.Cut, source.MaxText)
	return p
}

// recordParts returns the text and media of a whole record, or the record as it is
// written if it has neither.
func (v *Reader) recordParts(f *parser.File, item *parser.Item) []protocol.Part {
	var parts []protocol.Part
	e := f.Records.At(item.Record)
	text, more := v.source.RecordText(f, item.Record, source.MaxText)
	kind := protocol.PartText
	switch item.Kind {
	case parser.ItemSummary:
		kind = protocol.PartMarkdown
	case parser.ItemOutput:
		kind, text = protocol.PartTerminal, rows.CommandOutput(text)
	}
	if strings.TrimSpace(text) != "" {
		parts = append(parts, protocol.Part{Kind: kind, Text: text, Cut: more, Size: int(e.Length)})
	}
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		if k := f.Blocks.At(i).Kind; k == record.Image || k == record.Document {
			parts = append(parts, content.AllMedia(v.source, f, item.Record, f.Blocks.At(i).Whole)...)
		}
	}
	if parts == nil {
		parts = append(parts, content.JSON("", v.source.Record(f, item.Record)))
	}
	return parts
}

func (v *Reader) blockParts(f *parser.File, item *parser.Item) []protocol.Part {
	b := f.Blocks.At(item.Block)
	if item.Kind == parser.ItemResult {
		return content.Parts(v.source, f, item.Record, b.Text, roleOf(b.Error))
	}
	return []protocol.Part{content.JSON("", v.source.Span(f, item.Record, b.Whole))}
}

func roleOf(failed bool) string {
	if failed {
		return protocol.RoleError
	}
	return protocol.RoleOutput
}

// noteParts returns the body of a note: its words, and the members of its record outside of
// the envelope.
func (v *Reader) noteParts(f *parser.File, item *parser.Item) []protocol.Part {
	var parts []protocol.Part
	e := f.Records.At(item.Record)
	if text, more := v.source.RecordText(f, item.Record, source.MaxText); strings.TrimSpace(text) != "" {
		parts = append(parts, protocol.Part{Kind: protocol.PartMarkdown, Text: rows.MemoryText(text), Cut: more, Size: int(e.Length)})
	}
	if e.Blocks > 0 {
		return parts
	}
	o := v.source.Payload(f, item.Record)
	members := records.WithoutEnvelope(&o)
	for _, p := range content.Fields(protocol.RoleStructured, &members) {
		p.Fields = slices.DeleteFunc(p.Fields, func(f protocol.Field) bool {
			return f.Name == "permissionMode" || f.Name == "reminderType"
		})
		if len(p.Fields) > 0 {
			parts = append(parts, p)
		}
	}
	return parts
}

// failureParts returns the attempts of a request and the text of its final error.
func (v *Reader) failureParts(r *rows.Ref) (parts []protocol.Part, locations []protocol.RecordLocation) {
	f := r.Conv.File
	p := protocol.Part{Kind: protocol.PartAttempts, Size: int(r.To - r.From), Cut: int(r.To-r.From) > records.MaxItems}
	items := r.Conv.Items[r.From:r.To]
	for i := range items[:min(len(items), records.MaxItems)] {
		index := items[i].Record
		locations = append(locations, source.LocationOf(f, index))
		if one := v.records.Attempt(f, index); one.Number > 0 || one.Status > 0 && f.Records.At(index).Flags&record.APIError == 0 {
			p.Attempts = append(p.Attempts, one)
		}
	}
	if p.Attempts != nil {
		parts = append(parts, p)
	}
	last := &items[len(items)-1]
	if f.Records.At(last.Record).Flags&record.APIError != 0 {
		return append(parts, v.recordParts(f, last)...), locations
	}
	if p.Attempts == nil { // the end of a headless run
		o := v.source.Payload(f, last.Record)
		members := records.WithoutEnvelope(&o)
		parts = content.Fields(protocol.RoleStructured, &members)
	}
	return parts, locations
}

// agentBody sets the facts that are recorded about an agent or a run outside of conversations,
// under the recorded names.
func agentBody(x *rows.AgentRow, body *protocol.Body) {
	switch {
	case x.IsEnd(): // a mark
	case x.Agent != nil:
		a := x.Agent
		fields := []protocol.Field{{Name: "agentId", Value: a.ID}, {Name: "description", Value: a.Title},
			{Name: "name", Value: a.Name}, {Name: "teamName", Value: a.Team}}
		if m := a.Meta; m != nil {
			fields = append(fields, protocol.Field{Name: "agentType", Value: m.Type}, protocol.Field{Name: "model", Value: m.Model},
				protocol.Field{Name: "worktreePath", Value: m.Worktree})
		}
		body.Parts = []protocol.Part{content.NonEmpty(fields)}
		body.Records = x.Records()
	case x.IsRun():
		fields := []protocol.Field{{Name: "runId", Value: x.Run.ID}, {Name: "workflowName", Value: x.Run.Name},
			{Name: "status", Value: x.Run.Status}}
		body.Parts = append([]protocol.Part{content.NonEmpty(fields)}, summaryParts(x.Run)...)
	}
}

// summaryParts shows the final summary of a run.
func summaryParts(w *parser.Workflow) []protocol.Part {
	if w == nil || w.Summary == "" {
		return nil
	}
	return []protocol.Part{{Kind: protocol.PartMarkdown, Role: protocol.RoleOutput, Text: w.Summary, Size: len(w.Summary)}}
}

// toolBody fills in the body of a tool call, and all other records that belong to it.
func (v *Reader) toolBody(s *parser.Session, f *parser.File, index int32, limit int, body *protocol.Body) {
	c := tool.Read(v.source, f, index, tool.BodyLimit)
	end := ""
	if e, ended := s.EndOf(f, index); ended {
		end = e.Status
	}
	body.Parts, body.Records = c.Body(end, limit)
	if c.Use < 0 {
		return
	}
	// Other records of the call: hooks, progress, and results before the last one.
	var sides []int32
	for i := c.Use + 1; i < f.Records.Len(); i++ {
		if f.Records.At(i).Call == index && i != c.Result {
			sides = append(sides, i)
		}
	}
	if sides != nil {
		body.Parts = append(body.Parts, records.Parts(v.source, f, sides)...)
	}
}

// foldParts lists the records that are folded into a row.
func (v *Reader) foldParts(r *rows.Ref) []protocol.Part {
	list := make([]int32, 0, r.To-r.From)
	for _, item := range r.Conv.Items[r.From:r.To] {
		list = append(list, item.Record)
	}
	return []protocol.Part{records.List(v.source, r.Conv.File, list)}
}
