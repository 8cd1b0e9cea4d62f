package view

import (
	"unspool/parser"
	"unspool/parser/search"
	"unspool/parser/view/protocol"
)

// These constants limit one call of [Viewer.Search] in bytes read and in hits, so that the
// caller can do something else between two calls. A longer record is still searched as a
// whole; it has at most 32 MB.
const (
	scanChunk = 2 << 20
	maxHits   = 100
)

// Search searches the records of a session for words: in all text that a reader can see,
// first the records of the main conversation, then those of agents. It ignores case, and
// treats all white space alike. One call searches a segment and returns where to continue:
// from is 0 at first, and then the Next of the previous call. In a filtered session, it finds
// only what the remaining rows show.
func (v *Viewer) Search(session int, text string, from int) (protocol.Found, error) {
	found := protocol.Found{Hits: []protocol.Hit{}, Next: -1}
	q, err := search.New(text)
	if err != nil {
		return found, err
	}
	s := v.Store.Session(session)
	if s == nil {
		return found, nil
	}
	l := v.List(s)
	at := scanFrom(from)
	left := scanChunk
	for ; at.file < len(s.Files); at = (searchPlace{file: at.file + 1}) {
		f := s.Files[at.file]
		for ; at.record < int(f.Records.Len()); at.record++ {
			index := int32(at.record)
			if !searchable(s, f, index) {
				continue
			}
			if left <= 0 || len(found.Hits) == maxHits {
				found.Next = at.number()
				return found, nil
			}
			left -= int(f.Records.At(index).Length)
			words, ok := q.In(v.Source.ScanRecord(f, index))
			if !ok {
				continue
			}
			if turn, isVisible := l.Visible.Locate(f, index); isVisible {
				found.Hits = append(found.Hits, protocol.Hit{UUID: addressOf(s, f, index), Turn: turn, Text: words})
			}
		}
	}
	v.Source.DropReadAhead()
	return found, nil
}

// A searchPlace is the position of a search: a record of one of Session.Files, and the first
// of the remaining matches in it, a multiple of maxHits.
type searchPlace struct{ file, record, place int }

// number encodes a place as one number that JavaScript can represent, in 53 bits: 20 for the
// file, 26 for the record (that many records need 6 GB of index), and 7 for the hundreds of
// matches, of which there are two more than [record.MaxBlocks].
func (p searchPlace) number() int { return (p.file<<26|p.record)<<7 | p.place/maxHits }

func scanFrom(number int) searchPlace {
	number = max(0, number)
	return searchPlace{number >> 33, number >> 7 & (1<<26 - 1), number & (1<<7 - 1) * maxHits}
}

// searchable reports whether a row of the session shows the content of a record, and no other
// record has the same content.
func searchable(s *parser.Session, f *parser.File, index int32) bool {
	e := f.Records.At(index)
	switch e.Class {
	case parser.ClassDuplicate, parser.ClassDamaged, parser.ClassGap:
		return false
	}
	at := RowRecord(f, index)
	isRepeated := f.Name(e.Label) == "progress/agent_progress" // of the agent's own record
	return f.Records.At(at).Item >= 0 && IsShown(s, f, index) && !isRepeated
}

// addressOf returns the uuid of a record if that identifies it, or else its key.
func addressOf(s *parser.Session, f *parser.File, index int32) string {
	if uuid := f.UUID(index); uuid != "" {
		if file, at, _, ok := ParseAddress(s, uuid); ok && file == f && at == index {
			return uuid
		}
	}
	return KeyOf(f, index, -1)
}
