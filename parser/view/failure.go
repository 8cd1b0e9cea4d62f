package view

import (
	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
)

// failureRow fills in the row of the attempts of a request, with the error of the last
// one.
func (v *rowReader) failureRow(r *ref, row *protocol.Row) {
	f := r.conv.File
	row.Kind = "error"
	last := r.conv.Items[r.to-1].Record
	one := v.attempt(f, last)
	if r.to > r.from+1 && one.Status == 0 && f.Records.At(last).Flags&record.APIError != 0 { // the final error may not include the status
		one.Status = v.attempt(f, r.conv.Items[r.to-2].Record).Status
	}
	row.Text, row.Size = one.Text, int(f.Records.At(last).Length)
	row.Retry = &protocol.Retry{Status: one.Status, Attempts: int(r.to - r.from), Ended: afterwards(r)}
	if f.Records.At(last).Flags&record.APIError != 0 { // the last record only reports the attempts
		row.Retry.Attempts--
	}
}

// mostAfter limits how many items after the attempts are searched for what came next: a
// turn can contain thousands of attempts, each with a row that searches.
const mostAfter = 500

// afterwards returns what came after the attempts: "on" for a reply, "up" for an error,
// "stopped" for an interruption, and "" for none of them.
func afterwards(r *ref) string {
	f := r.conv.File
	if f.Records.At(r.conv.Items[r.to-1].Record).Flags&record.APIError != 0 {
		return "up"
	}
	turn := r.conv.Items[r.from].Turn
	end := min(int(r.to)+mostAfter, len(r.conv.Items))
	for i := int(r.to); i < end && r.conv.Items[i].Turn == turn; i++ {
		switch item := &r.conv.Items[i]; item.Kind {
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
