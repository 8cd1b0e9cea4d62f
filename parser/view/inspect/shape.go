package inspect

import (
	"strings"

	"unspool/parser"
	"unspool/parser/schema"
	"unspool/parser/view/protocol"
)

// shapeChunk is the number of bytes of records that one step of the report on their shapes
// reads: about 20 ms.
const shapeChunk = 2 << 20

// A schemaScan builds the report on the shapes of a session's records, one record after the
// other. It is no [memo.Memo], since a request from 0 begins again and the last one drops it.
type schemaScan struct {
	session  *parser.Session
	revision int
	report   *schema.Report
	file     int
	record   int32 // the next one
	begun    bool
	records  int32 // of the file when its scan began: more can arrive while it is read
	bytes    int   // of the scanned records
}

// Shape builds the report on the shapes of the records of a session, in several steps: from
// is 0 at first, and then the Next of the previous answer. A file that also holds other
// sessions is reported as a whole.
func (p *Pane) Shape(session, from int) protocol.Shape {
	s := p.rows.Store.Session(session)
	if s == nil {
		return protocol.Shape{Read: 1}
	}
	scan := p.scans.Of(s)
	if from == 0 || *scan == nil || (*scan).revision != s.Revision() {
		*scan = &schemaScan{session: s, revision: s.Revision(), report: schema.New()}
	}
	now := *scan
	if room := p.form(now, shapeChunk); room <= 0 && now.file < len(s.Files) {
		var all int64
		for _, f := range s.Files {
			all += f.Written()
		}
		return protocol.Shape{Next: new(now.bytes + 1), Read: float64(now.bytes) / float64(max(all, 1))}
	}
	*scan = nil
	var text strings.Builder
	now.report.WriteTo(&text) // a Builder never fails
	return protocol.Shape{Read: 1, Text: text.String()}
}

// form scans records until it has read room bytes. It returns the remaining room.
func (p *Pane) form(now *schemaScan, room int) int {
	for ; now.file < len(now.session.Files); now.file, now.record, now.begun = now.file+1, 0, false {
		if room <= 0 {
			return room
		}
		f := now.session.Files[now.file]
		if !now.begun {
			now.begun, now.records = true, f.Records.Len()
			if size := now.report.Begin(f, p.rows.Store.Ledger(f)); size > 0 {
				text, err := p.rows.Source.Read(f, 0, int(size))
				if err != nil {
					text = nil
				}
				now.report.Whole(text)
				room -= int(size)
			}
		}
		for ; now.record < min(now.records, f.Records.Len()); now.record++ {
			if room <= 0 {
				return room
			}
			now.report.Take(f, now.record, func() []byte { return p.rows.Source.Record(f, now.record) })
			length := int(f.Records.At(now.record).Length)
			room, now.bytes = room-length, now.bytes+length
		}
	}
	return room
}
