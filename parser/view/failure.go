package view

import (
	"bytes"
	"strings"

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

// attempt returns what went wrong with one request: the text of a synthetic reply, or
// the error object of a system record.
func (v *rowReader) attempt(f *parser.File, index int32) protocol.Attempt {
	e := f.Records.At(index)
	out := protocol.Attempt{Time: float64(e.Time)}
	out.Text, _ = v.source.wordsOf(f, index, textLimit)
	line := v.source.record(f, index)
	if line == nil {
		return out
	}
	o := parseObject(bytes.Clone(line))
	out.Request = o.str(100, "requestId")
	if e.Flags&record.APIError != 0 {
		out.Status = o.integer(0, "apiErrorStatus")
		return out
	}
	failure := o.object("error")
	inner := failure.object("error")
	deepest := inner.object("error")
	for _, text := range []string{deepest.str(400, "message"), inner.str(400, "message"), failure.str(400, "message"),
		o.str(400, "error")} {
		if text != "" {
			out.Text = text
			break
		}
	}
	if out.Text == "" {
		for _, o := range []*object{&failure, &o} { // a network error, not an API error
			cause := o.object("cause")
			if out.Text = cause.str(100, "code", "message"); out.Text != "" {
				break
			}
		}
	}
	if out.Text == "" { // a result: FORMAT.md, "stream-json and SDK output"
		out.Text, _ = words(o.raw("errors"), textLimit)
	}
	if code := o.str(100, "subtype"); out.Text == "" && strings.HasPrefix(code, "error_") {
		out.Text = code
	}
	out.Number, out.Most = o.integer(0, "retryAttempt"), o.integer(0, "maxRetries")
	out.Status, out.Wait = failure.integer(0, "status"), float64(o.integer(0, "retryInMs"))
	if id := failure.str(100, "requestID", "request_id"); id != "" {
		out.Request = id
	}
	return out
}

// failureParts returns the attempts of a request and the text of its final error.
func (v *rowReader) failureParts(r *ref) (parts []protocol.Part, records []protocol.Origin) {
	f := r.conv.File
	p := protocol.Part{Kind: "attempts", Size: int(r.to - r.from), Cut: int(r.to-r.from) > maxItems, Exit: -1}
	items := r.conv.Items[r.from:r.to]
	for i := range items[:min(len(items), maxItems)] {
		index := items[i].Record
		records = append(records, origin(f, index))
		if one := v.attempt(f, index); one.Number > 0 || one.Status > 0 && f.Records.At(index).Flags&record.APIError == 0 {
			p.Attempts = append(p.Attempts, one)
		}
	}
	if p.Attempts != nil {
		parts = append(parts, p)
	}
	last := &items[len(items)-1]
	if f.Records.At(last.Record).Flags&record.APIError != 0 {
		return append(parts, v.recordParts(f, last)...), records
	}
	if p.Attempts == nil { // the end of a headless run
		o := v.source.payload(f, last.Record)
		own := own(&o)
		parts = fieldParts("structured", &own)
	}
	return parts, records
}
