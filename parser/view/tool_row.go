package view

import (
	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/records"
	"unspool/parser/view/tool"
)

// toolRow fills in the row of a tool call, with the agents that it started.
func (v *rowReader) toolRow(l *list, f *parser.File, item *parser.Item, row *protocol.Row) {
	row.Kind = "tool"
	index := f.Blocks.At(item.Block).Call
	c := tool.Read(v.source, f, index, tool.RowLimit)
	t := c.Row()
	row.Tool = &t
	row.Run = v.runOf(l, &c, index, l.isOpen(row.Key))
	// An agent reports its end itself.
	if end, ended := l.session.EndOf(f, index); ended && t.Status == "background" && row.Run == nil {
		if t.Answer, t.Status = tool.EndState(end.Status), "ok"; t.Answer == "failed" { // what was stopped was stopped on purpose
			t.Status = "error"
		}
	}
}

// toolBody fills in the body of a tool call, and all other records that belong to it.
func (v *rowReader) toolBody(s *parser.Session, f *parser.File, index int32, limit int, body *protocol.Body) {
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
