package view

import (
	"sort"

	"unspool/parser/view/protocol"
	"unspool/parser/view/records"
)

// foldOf counts the internal records that one row stands for.
func foldOf(r *ref) *protocol.Fold {
	f := r.conv.File
	counts := map[string]int{}
	out := &protocol.Fold{Count: int(r.to - r.from)}
	for i := r.from; i < r.to; i++ {
		e := f.Records.At(r.conv.Items[i].Record)
		counts[records.NameOf(f, e)]++
		if e.Failed {
			out.Failed++
		}
	}
	out.Kinds = ranked(counts)
	return out
}

// ranked lists names with their counts, the most frequent first.
func ranked(counts map[string]int) []protocol.Count {
	list := []protocol.Count{}
	for name, n := range counts {
		list = append(list, protocol.Count{Name: name, Count: n})
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return a.Count > b.Count || a.Count == b.Count && a.Name < b.Name
	})
	return list
}
