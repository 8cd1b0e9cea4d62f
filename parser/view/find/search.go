package find

import (
	"unspool/parser"
	"unspool/parser/transcript"
	"unspool/parser/view/rows"
)

// These constants limit one call of [Pane.Matches] in bytes read and in matches, so that the
// caller can do something else between two calls. A longer record is still searched as a
// whole; it has at most 32 MB. The first call of a search is short, since its matches are waited for.
const (
	scanChunk  = 4 << 20
	firstChunk = 1 << 20
	maxHits    = 500
	firstHits  = 100
)

// A searchPlace is the position of a search: a record of one of Session.Files, and the first
// of the remaining matches in it, a multiple of firstHits.
type searchPlace struct{ file, record, place int }

// number encodes a place as one number that JavaScript can represent, in 53 bits: 20 for the
// file, 26 for the record (that many records need 6 GB of index), and 7 for the hundreds of
// matches, of which there are two more than [record.MaxBlocks].
func (p searchPlace) number() float64 {
	return float64((int64(p.file)<<26|int64(p.record))<<7 | int64(p.place/firstHits))
}

func scanFrom(number float64) searchPlace {
	n := max(0, int64(number))
	return searchPlace{int(n >> 33), int(n >> 7 & (1<<26 - 1)), int(n & (1<<7 - 1) * firstHits)}
}

// searchable reports whether a row of the session shows the content of a record, and no other
// record has the same content.
func searchable(s *parser.Session, f *parser.File, index int32) bool {
	e := f.Records.At(index)
	switch e.Class {
	case parser.ClassDuplicate, parser.ClassDamaged:
		return false
	}
	at := rows.RowRecord(f, index)
	return f.Records.At(at).Item >= 0 && rows.IsShown(s, f, index) && !transcript.IsRelay(f.Name(e.Label))
}
