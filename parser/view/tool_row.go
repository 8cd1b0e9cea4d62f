package view

import (
	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/tool"
)

// toolRow fills in the row of a tool call, with the agents that it started.
func (v *rowReader) toolRow(l *list, f *parser.File, item *parser.Item, row *protocol.Row) {
	row.Kind = "tool"
	index := f.Blocks.At(item.Block).Call
	c := tool.Read(v.source, f, index, tool.RowLimit)
	t := c.Row()
	row.Tool = &t
	row.Run = v.runs.ofCall(l.session, &c, index, l.open.isOpen(row.Key))
	// An agent reports its end itself.
	if end, ended := l.session.EndOf(f, index); ended && t.Status == "background" && row.Run == nil {
		if t.Answer, t.Status = tool.EndState(end.Status), "ok"; t.Answer == "failed" { // what was stopped was stopped on purpose
			t.Status = "error"
		}
	}
}
