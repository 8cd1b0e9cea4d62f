package view

import (
	"unspool/parser"
	"unspool/parser/search"
)

// One call of [Viewer.Search] looks at so many bytes, and gives so many hits at
// the most: the one who asks can do something else between two calls. A record
// that is longer is looked at as a whole; it has at most 32 MB.
const (
	scanChunk = 2 << 20
	maxHits   = 100
)

// Search looks for words in the records of a session: in all that a reader can
// see of them, those of the main conversation first, then those of agents. Case
// does not matter, and all white space is alike. It looks at a stretch and says
// where to go on: from is 0 at first, then what the call before gave as Next.
// What stands in no row of a narrowed session is not found.
func (v *Viewer) Search(session int, text string, from int) (Found, error) {
	found := Found{Hits: []Hit{}, Next: -1}
	q, err := search.New(text)
	if err != nil {
		return found, err
	}
	s := v.Store.Session(session)
	if s == nil {
		return found, nil
	}
	l := v.list(s)
	at := scanFrom(from)
	left := scanChunk
	for ; at.file < len(s.Files); at = (searchPlace{file: at.file + 1}) {
		f := s.Files[at.file]
		for ; at.record < int(f.Records.Len()); at.record++ {
			index := int32(at.record)
			if !l.searchable(f, index) {
				continue
			}
			if left <= 0 || len(found.Hits) == maxHits {
				found.Next = at.number()
				return found, nil
			}
			left -= int(f.Records.At(index).Length)
			words, ok := q.In(v.source.recordSequential(f, index))
			if !ok {
				continue
			}
			if turn, kept := l.visibility(f, index); kept {
				found.Hits = append(found.Hits, Hit{UUID: l.address(f, index), Turn: turn, Text: words})
			}
		}
	}
	v.source.dropReadAhead()
	return found, nil
}

// A searchPlace is where a search stands: at a record of one of Session.Files, and
// there at one of the places that hold the words, a multiple of maxHits.
type searchPlace struct{ file, record, place int }

// number makes one number of a place, that JavaScript can hold: of 53 bits, 20 for
// the file, 26 for the record, of which so many need 6 GB of index, and 7 for the
// hundreds of places, of which there are two more than [record.MaxBlocks].
func (p searchPlace) number() int { return (p.file<<26|p.record)<<7 | p.place/maxHits }

func scanFrom(number int) searchPlace {
	number = max(0, number)
	return searchPlace{number >> 33, number >> 7 & (1<<26 - 1), number & (1<<7 - 1) * maxHits}
}

// searchable says that a row of the session shows what a record says, and no
// other record says the same.
func (l *list) searchable(f *parser.File, index int32) bool {
	e := f.Records.At(index)
	switch e.Class {
	case parser.ClassDuplicate, parser.ClassDamaged, parser.ClassGap:
		return false
	}
	at := rowOf(f, index)
	return f.Records.At(at).Item >= 0 && l.shows(f, index) && f.Name(e.Label) != "progress/agent_progress" // it repeats the agent's own
}

// address gives the uuid of a record where that finds it, else its key.
func (l *list) address(f *parser.File, index int32) string {
	if uuid := f.UUID(index); uuid != "" {
		if file, at, _, ok := l.parse(uuid); ok && file == f && at == index {
			return uuid
		}
	}
	return keyOf(f, index, -1)
}
