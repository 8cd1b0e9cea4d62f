package view

import (
	"unspool/parser"
	"unspool/parser/record"
)

// appendDeltas appends the partial texts of a streamed block to its text.
func (v *toolReader) appendDeltas(f *parser.File, block int32, text *string, cut *bool, limit int) {
	deltas := f.Deltas(block)
	if len(deltas) == 0 || *cut {
		return
	}
	all := []byte(*text)
	for _, d := range deltas {
		all = record.AppendWords(all, v.source.span(f, d.Record, f.Blocks.At(d.Block).Text), 0, limit+past-len(all))
		if len(all) > limit {
			break
		}
	}
	*text, *cut = upTo(all, limit)
}
