package schema

import (
	"strings"

	"unspool/parser"
)

// Unknown counts, by name, everything that the documentation of the format does not name:
// types of records, their kinds as in "system/sunrise", and blocks as in "block/smell".
// Unlike a report it returns the names as they are.
func Unknown(files []*parser.File) map[string]int {
	words, counts := readWords(list), map[string]int{}
	for _, f := range files {
		for i := range f.Records.Len() {
			e := f.Records.At(i)
			if e.Class == parser.ClassDamaged {
				continue
			}
			label := f.Name(e.Label)
			if kind, sub, found := strings.Cut(label, "/"); !words.kinds[kind] || found && !words.kinds[sub] {
				counts[label]++
			}
		}
		for name, n := range f.Others {
			if !words.kinds[name] {
				counts["block/"+name] += n
			}
		}
	}
	return counts
}
