package view

import (
	"bytes"
	"slices"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// otherBlock fills in the row of a block that is neither text nor a tool call:
// FORMAT.md, "Content blocks". Unknown blocks are shown as they are recorded.
func (v *rowReader) otherBlock(f *parser.File, item *parser.Item, row *protocol.Row) {
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
func (v *rowReader) citations(f *parser.File, item *parser.Item) []protocol.Field {
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
