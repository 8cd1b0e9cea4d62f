package rows

import (
	"unspool/parser"
	"unspool/parser/view/filter"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// link returns the link to a related session.
func link(r *parser.Relation) protocol.Link {
	out := protocol.Link{Kind: r.Kind.String(), ID: r.ID, At: r.At}
	if s := r.Session; s != nil {
		out.Index, out.Title = new(s.Place), source.OneLine(s.Title(), 200)
	}
	return out
}

// Links returns the links to all related sessions.
func Links(s *parser.Session) []protocol.Link {
	var list []protocol.Link
	for i := range s.Relations() {
		list = append(list, link(&s.Relations()[i]))
	}
	return list
}

// appendLinks appends the rows that link to other sessions: to earlier ones at the beginning,
// to later ones at the end. Copied records link to their session themselves.
func (b *builder) appendLinks(atEnd bool) {
	if !b.visible.keepsOutside(filter.Marks) {
		return
	}
	relations := b.session.Relations()
	copied := map[string]bool{}
	for _, c := range b.session.Copies.In(b.session.Main.File) {
		copied[c.Session] = true
	}
	for i := range relations {
		r := &relations[i]
		if (r.Kind == parser.ContinuedIn) == atEnd && (atEnd || !copied[r.ID]) {
			b.rows = append(b.rows, Ref{Conv: b.session.Main, link: r, mark: true})
		}
	}
}

// linkRow returns the row of a link to another session.
func linkRow(l *List, r *Ref, base protocol.RowBase) *protocol.LinkRow {
	f := l.Session.Main.File
	if at := r.link.Record; at >= 0 && at < f.Records.Len() {
		base.Time = float64(f.Records.At(at).Time)
	}
	return &protocol.LinkRow{RowBase: base, Link: link(r.link)}
}

// copiedRow returns the fold of records that were copied from another session among the files,
// or the mark before records copied from a session that is not.
func (v *Reader) copiedRow(l *List, r *Ref, base protocol.RowBase) *protocol.CopiedRow {
	base.Copied = true
	f := r.Conv.File
	c, _ := l.Session.Copies.At(f, r.Conv.Items[r.From].Record)
	row := &protocol.CopiedRow{RowBase: base, Link: protocol.Link{Kind: parser.CopiedFrom.String(), ID: c.Session}}
	for i := range l.Session.Relations() {
		if one := &l.Session.Relations()[i]; one.ID == c.Session {
			row.Link = link(one)
		}
	}
	row.Link.At = c.Last
	if c.File == nil { // the records follow in full
		return row
	}
	fold, text := v.foldPrompts(l, r, base.Key)
	fold.Count = 0
	for i := c.From; i < c.To; i++ {
		if f.Records.At(i).Conv == r.Conv.Index {
			fold.Count++
		}
	}
	row.Fold, row.RowText = &fold, text
	return row
}
