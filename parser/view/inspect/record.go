package inspect

import (
	"cmp"
	"slices"
	"sort"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
)

// RecordAt returns the data at an offset of a file of the session: the record
// that begins at the offset or contains it. The second result is false if there is none.
func (p *Pane) RecordAt(session, file int, offset int64) (protocol.RecordFacts, bool) {
	s := p.rows.Store.Session(session)
	if s == nil {
		return protocol.RecordFacts{}, false
	}
	of := func(f *parser.File) bool { return f.Number == file }
	files := s.Files
	i := slices.IndexFunc(files, of)
	if i < 0 {
		files = s.Sidecars
		i = slices.IndexFunc(files, of)
	}
	if i < 0 {
		return protocol.RecordFacts{}, false
	}
	f, l := files[i], p.rows.List(s)
	at := rangeAt(f, offset)
	all := rangesIn(f)
	if at < 0 {
		return protocol.RecordFacts{}, false
	}
	out := protocol.RecordFacts{Number: at + 1, Count: all}
	out.Location, out.Bytes = placeOf(f, at)
	if at > 0 {
		before, _ := placeOf(f, at-1)
		out.Before = &before
	}
	if at+1 < all {
		after, _ := placeOf(f, at+1)
		out.After = &after
	}
	if at < int(f.Records.Len()) {
		p.aboutRecord(l, f, int32(at), &out)
		return out, true
	}
	why := parser.ReasonUnfinished
	switch {
	case f.Omitted.Line > 0:
		why = parser.ReasonTooMany
	case f.Records.Len() == 0 && f.Role != parser.RoleMain && f.Role != parser.RoleAgent:
		why = parser.ReasonFile
	}
	out.Disposition, out.Reason = parser.DispositionHidden.String(), why.String()
	return out, true
}

func (p *Pane) aboutRecord(l *rows.List, f *parser.File, index int32, out *protocol.RecordFacts) {
	e := f.Records.At(index)
	disposition, why := l.Session.Disposition(f, index)
	out.Label, out.Class, out.Time, out.Disposition = f.Name(e.Label), e.Class.String(), float64(e.Time), disposition.String()
	if disposition == parser.DispositionHidden {
		out.Reason = why.String()
	}
	if r, ok := rows.RefOf(l.Session, f, index); ok {
		out.Row = p.brief(l, &r)
	}
	if e.Message >= 0 {
		m := f.Messages.At(e.Message)
		out.Message, out.Request = f.Ident(m.ID), f.Ident(m.Request)
	}
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		switch b := f.Blocks.At(i); {
		case b.Call < 0:
		case len(out.Calls) < maxLinks:
			c := f.Calls.At(b.Call)
			out.Calls = append(out.Calls, protocol.Field{Name: f.Name(c.Name), Value: f.Ident(c.ID)})
		default:
			out.MoreCalls++
		}
	}
	out.Links = p.linksOfRecord(l, f, index)
}

// linksOfRecord returns the links from a record to the records that its ids refer to.
func (p *Pane) linksOfRecord(l *rows.List, f *parser.File, index int32) []protocol.RecordLink {
	var links []protocol.RecordLink
	e := f.Records.At(index)
	if parent, ok := f.ParentOf(index); ok {
		links = p.appendLink(links, l, protocol.LinkBefore, f, parent)
	}
	children, more := f.ChildrenOf(index, maxLinks)
	for _, child := range children {
		links = p.appendLink(links, l, protocol.LinkAfter, f, child)
	}
	some := func(count *int, to string, record int32) {
		if *count++; *count <= maxLinks {
			links = p.appendLink(links, l, to, f, record)
		} else {
			more++
		}
	}
	tied, pieces := 0, 0
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		b := f.Blocks.At(i)
		if b.Call < 0 {
			continue
		}
		switch c := f.Calls.At(b.Call); {
		case c.Use == index && c.Result >= 0 && c.Result != index:
			some(&tied, protocol.LinkResult, c.Result)
		case c.Result == index && c.Use != index:
			some(&tied, protocol.LinkCall, c.Use)
		}
	}
	if e.AttachedTo >= 0 {
		links = p.appendLink(links, l, protocol.LinkWith, f, e.AttachedTo)
	}
	if e.Message >= 0 {
		for at := f.Messages.At(e.Message).First; at >= 0; at = f.Records.At(at).Next {
			if at != index {
				some(&pieces, protocol.LinkMessage, at)
			}
		}
	}
	if e.Class == parser.ClassDuplicate {
		if at, ok := f.Lookup(f.UUID(index)); ok && at != index {
			links = p.appendLink(links, l, protocol.LinkCounts, f, at)
		}
	}
	if more > 0 {
		links = append(links, protocol.RecordLink{To: protocol.LinkMore, Count: more})
	}
	return links
}

// rangesIn counts the ranges of a file that can be viewed one after the other: its
// records, and any data after the last record. For a file without records, the whole
// file is one range.
func rangesIn(f *parser.File) int {
	if remainder, _ := remainderOf(f); remainder.Length > 0 {
		return int(f.Records.Len()) + 1
	}
	return int(f.Records.Len())
}

// rangeAt returns the index of the range that contains an offset or follows it, or -1
// for an empty file.
func rangeAt(f *parser.File, offset int64) int {
	at, found := sort.Find(int(f.Records.Len()), func(i int) int { return cmp.Compare(offset, f.Records.At(int32(i)).Offset) })
	if found {
		return at
	}
	all := rangesIn(f)
	if at > 0 {
		if o, size := placeOf(f, at-1); float64(offset) < o.Offset+size {
			return at - 1
		}
	}
	return min(at, all-1)
}

// placeOf returns the location of a range, and its size in bytes.
func placeOf(f *parser.File, at int) (protocol.RecordLocation, float64) {
	if at >= int(f.Records.Len()) {
		return remainderOf(f)
	}
	o := source.LocationOf(f, int32(at))
	return o, float64(o.Length)
}

// remainderOf returns the location and the size of the data after the last record in the index:
// what is not indexed, an unfinished record, or a whole file without records.
func remainderOf(f *parser.File) (protocol.RecordLocation, float64) {
	o := protocol.RecordLocation{File: f.Number, Path: f.Path}
	if begin := f.Omitted; begin.Line > 0 {
		size := float64(f.Written() - begin.Offset)
		o.Line, o.Offset, o.Length = begin.Line, float64(begin.Offset), int(size)
		return o, size
	}
	if f.Records.Len() == 0 && f.Role != parser.RoleMain && f.Role != parser.RoleAgent {
		o.Length = int(f.Written())
		return o, float64(o.Length)
	}
	if f.Records.Len() > 0 {
		last := f.Records.At(f.Records.Len() - 1)
		o.Offset = float64(last.Offset) + float64(last.Length)
	}
	for _, d := range f.Diagnostics() {
		if (d.Code == parser.CodeUnfinished || d.Code == parser.CodeOverlong) && float64(d.Offset) >= o.Offset {
			o.Line, o.Offset, o.Length = d.Line, float64(d.Offset), int(d.Length)
			return o, float64(o.Length)
		}
	}
	o.Length = 0
	return o, 0
}
