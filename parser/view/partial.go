package view

import (
	"unspool/parser"
	"unspool/parser/record"
)

// goOn adds the pieces that a block arrived in to its words.
func (v *Viewer) goOn(f *parser.File, block int32, text *string, cut *bool, limit int) {
	for _, d := range f.Deltas(block) {
		if *cut {
			return
		}
		more, _ := words(v.source.span(f, d.Record, f.Blocks[d.Block].Text), limit)
		if *cut = len(*text)+len(more) > limit; *cut {
			more = string(record.Prefix([]byte(more), limit-len(*text)))
		}
		*text += more
	}
}
