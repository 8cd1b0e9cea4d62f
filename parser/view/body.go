package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
)

// bodyLimit limits each text of a body: a text is part of one line of a file.
const bodyLimit = jsonl.MaxLine

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
		body.Records = []protocol.Origin{origin(f, item.Record)}
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
		if body.Records = []protocol.Origin{origin(f, item.Record)}; r.to > r.from+1 {
			body.Records = append(body.Records, origin(f, summary.Record))
		}
	case parser.ItemPrompt:
		body.Parts = v.promptParts(r.conv, item)
		body.Records = []protocol.Origin{origin(f, item.Record)}
		for _, index := range companions(f, item.Record) {
			body.Records = append(body.Records, origin(f, index))
		}
	case parser.ItemNote:
		body.Parts = v.noteParts(f, item)
	case parser.ItemText, parser.ItemThinking, parser.ItemFeedback:
		body.Parts = []protocol.Part{v.textPart(f, item, "markdown")}
	case parser.ItemImage:
		body.Parts = v.mediaParts(f, item.Record, f.Blocks.At(item.Block).Whole)
	case parser.ItemResult, parser.ItemBlock:
		body.Parts = v.blockParts(f, item)
	default:
		body.Parts = v.recordParts(f, item)
	}
	if body.Records == nil {
		body.Records = []protocol.Origin{origin(f, item.Record)}
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
	if _, isVisible := l.visible.locate(f, index); isVisible {
		v.toolBody(l.session, f, f.Blocks.At(block).Call, spill, body)
	}
}

func (v *rowReader) textPart(f *parser.File, item *parser.Item, kind string) protocol.Part {
	b := f.Blocks.At(item.Block)
	p := textPart(kind, "", v.source.span(f, item.Record, b.Text))
	v.source.appendDeltas(f, item.Block, &p.Text, &p.Cut, bodyLimit)
	return p
}

// textPart returns a part for a content value, cut at bodyLimit.
func textPart(kind, role string, raw []byte) protocol.Part {
	p := protocol.Part{Kind: kind, Role: role, Size: len(raw), Exit: -1}
	p.Text, p.Cut = words(raw, bodyLimit)
	return p
}

// recordParts returns the text and media of a whole record, or the record as it is
// written if it has neither.
func (v *rowReader) recordParts(f *parser.File, item *parser.Item) []protocol.Part {
	var parts []protocol.Part
	e := f.Records.At(item.Record)
	text, more := v.source.wordsOf(f, item.Record, bodyLimit)
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
			parts = append(parts, v.mediaParts(f, item.Record, f.Blocks.At(i).Whole)...)
		}
	}
	if parts == nil {
		parts = append(parts, jsonPart("", v.source.record(f, item.Record)))
	}
	return parts
}

func (v *rowReader) blockParts(f *parser.File, item *parser.Item) []protocol.Part {
	b := f.Blocks.At(item.Block)
	if item.Kind == parser.ItemResult {
		return v.contentParts(f, item.Record, b.Text, roleOf(b.Error))
	}
	return []protocol.Part{jsonPart("", v.source.span(f, item.Record, b.Whole))}
}

// jsonPart returns a JSON value as it is recorded.
func jsonPart(role string, raw []byte) protocol.Part {
	p := protocol.Part{Kind: "json", Role: role, Size: len(raw), Exit: -1}
	p.Text = string(record.Prefix(raw, bodyLimit))
	p.Cut = len(raw) > bodyLimit
	return p
}

func roleOf(failed bool) string {
	if failed {
		return "error"
	}
	return "output"
}
