package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// Body returns what the row with the given key opens to. It also works for a tool call
// whose row is inside a closed row. The body is empty if no row has the key. Long texts
// are cut; [Viewer.Text] returns the full text.
func (v *rowReader) Body(session int, key string) protocol.Body {
	body := v.body(session, key, headLimit)
	cutParts(body.Parts)
	return body
}

// body builds a whole body. It reads at most spill bytes of output that was written to
// a separate file.
func (v *rowReader) body(session int, key string, spill int) protocol.Body {
	body := protocol.Body{Key: key}
	l, at := v.at(session, key)
	if at < 0 {
		v.closedBody(l, key, spill, &body)
		return body
	}
	r := &l.rows[at]
	if r.side != nil {
		v.sideBody(r.side, &body)
		return body
	}
	if !r.items() {
		return body
	}
	f := r.conv.File
	item := &r.conv.Items[r.from]
	if r.fold == modelMark {
		body.Records = []protocol.Origin{source.Origin(f, item.Record)}
	}
	if !r.own() {
		return body
	}
	switch item.Kind {
	case parser.ItemRestart, parser.ItemMode, parser.ItemGap: // marks have no body
	case parser.ItemTool:
		v.toolBody(l.session, f, f.Blocks.At(item.Block).Call, spill, &body)
		body.Parts = append(body.Parts, summaryParts(l.session.RunOf(f, f.Blocks.At(item.Block).Call))...)
	case parser.ItemInternal, parser.ItemDamage:
		body.Parts = v.foldParts(r)
	case parser.ItemFailure:
		body.Parts, body.Records = v.failureParts(r)
	case parser.ItemCompaction:
		summary := &r.conv.Items[r.to-1]
		body.Parts = v.recordParts(f, summary)
		if body.Records = []protocol.Origin{source.Origin(f, item.Record)}; r.to > r.from+1 {
			body.Records = append(body.Records, source.Origin(f, summary.Record))
		}
	case parser.ItemPrompt:
		body.Parts = v.promptParts(r.conv, item)
		body.Records = []protocol.Origin{source.Origin(f, item.Record)}
		for _, index := range companions(f, item.Record) {
			body.Records = append(body.Records, source.Origin(f, index))
		}
	case parser.ItemNote:
		body.Parts = v.noteParts(f, item)
	case parser.ItemText, parser.ItemThinking, parser.ItemFeedback:
		body.Parts = []protocol.Part{v.textPart(f, item, "markdown")}
	case parser.ItemImage:
		body.Parts = content.AllMedia(v.source, f, item.Record, f.Blocks.At(item.Block).Whole)
	case parser.ItemResult, parser.ItemBlock:
		body.Parts = v.blockParts(f, item)
	default:
		body.Parts = v.recordParts(f, item)
	}
	if body.Records == nil {
		body.Records = []protocol.Origin{source.Origin(f, item.Record)}
	}
	return body
}

// closedBody fills in the body of a tool call whose row is inside a closed row.
func (v *rowReader) closedBody(l *list, key string, spill int, body *protocol.Body) {
	if l == nil || strings.Contains(key, ":") && !strings.HasPrefix(key, "@") {
		return
	}
	f, index, block, ok := l.parse(key)
	if !ok || block < 0 || f.Blocks.At(block).Call < 0 || !l.shows(f, index) {
		return
	}
	if _, isVisible := l.visibility(f, index); isVisible {
		v.toolBody(l.session, f, f.Blocks.At(block).Call, spill, body)
	}
}

func (v *rowReader) textPart(f *parser.File, item *parser.Item, kind string) protocol.Part {
	b := f.Blocks.At(item.Block)
	p := content.Text(kind, "", v.source.Span(f, item.Record, b.Text))
	v.source.AppendDeltas(f, item.Block, &p.Text, &p.Cut, source.MaxText)
	return p
}

// recordParts returns the text and media of a whole record, or the record as it is
// written if it has neither.
func (v *rowReader) recordParts(f *parser.File, item *parser.Item) []protocol.Part {
	var parts []protocol.Part
	e := f.Records.At(item.Record)
	text, more := v.source.RecordText(f, item.Record, source.MaxText)
	kind := "text"
	switch item.Kind {
	case parser.ItemSummary:
		kind = "markdown"
	case parser.ItemOutput:
		kind, text = "terminal", commandOutput(text)
	}
	if strings.TrimSpace(text) != "" {
		parts = append(parts, protocol.Part{Kind: kind, Text: text, Cut: more, Size: int(e.Length), Exit: -1})
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

func (v *rowReader) blockParts(f *parser.File, item *parser.Item) []protocol.Part {
	b := f.Blocks.At(item.Block)
	if item.Kind == parser.ItemResult {
		return content.Parts(v.source, f, item.Record, b.Text, roleOf(b.Error))
	}
	return []protocol.Part{content.JSON("", v.source.Span(f, item.Record, b.Whole))}
}

func roleOf(failed bool) string {
	if failed {
		return "error"
	}
	return "output"
}
