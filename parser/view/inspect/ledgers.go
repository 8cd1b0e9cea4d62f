package inspect

import (
	"sort"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
)

// maxListed limits lists of files and of types.
const maxListed = 200

// Ledgers returns where the bytes of a session's files went, and the diagnostics for
// these files.
func (p *Pane) Ledgers(session int) protocol.Ledgers {
	answer := protocol.Ledgers{Files: []protocol.FileLedger{}, Types: []protocol.Count{},
		Blocks: []protocol.Count{}, Found: []protocol.Count{}}
	s := p.rows.Store.Session(session)
	if s == nil {
		return answer
	}
	var sum parser.Ledger
	types, blocks, found := map[string]int{}, map[string]int{}, map[string]int{}
	for _, f := range s.Files {
		l := s.LedgerOf(f)
		sum.Add(l)
		answer.Files = append(answer.Files, protocol.FileLedger{Path: f.Path, Role: f.Role.String(),
			Size: float64(l.Size), Lines: f.Lines(),
			Ledger: LedgerOf(l), Shared: s.Shares(f)})
		part := s.Part(f)
		for i := part.Records[0]; i < part.Records[1]; i++ {
			r := f.Records.At(i)
			if r.Class == parser.ClassDamaged {
				answer.Pieces++
			} else {
				types[f.Name(r.Label)]++
			}
		}
		for name, n := range f.Others {
			blocks[name] += n
		}
		for code, n := range f.DiagnosticCounts() {
			found[string(code)] += n
		}
	}
	sort.SliceStable(answer.Files, func(i, j int) bool { return answer.Files[i].Size > answer.Files[j].Size })
	if answer.More = len(answer.Files) - maxListed; answer.More > 0 {
		answer.Files = answer.Files[:maxListed]
	} else {
		answer.More = 0
	}
	answer.Size, answer.Sum = float64(sum.Size), LedgerOf(sum)
	answer.Types, answer.Blocks, answer.Found = rows.Ranked(types), rows.Ranked(blocks), rows.Ranked(found)
	answer.Types, answer.MoreTypes = listed(answer.Types)
	answer.Blocks, answer.MoreBlocks = listed(answer.Blocks)
	return answer
}

// listed returns the names within the limit, and the number of the others.
func listed(list []protocol.Count) ([]protocol.Count, int) {
	n := min(len(list), maxListed)
	return list[:n], len(list) - n
}

// LedgerOf returns a ledger in the form in which it crosses to the page.
func LedgerOf(l parser.Ledger) protocol.Ledger {
	out := protocol.Ledger{Shown: float64(l.Shown), Merged: float64(l.Merged), Hidden: map[string]float64{}, Damaged: float64(l.Damaged)}
	for reason, n := range l.Hidden {
		if n > 0 {
			out.Hidden[parser.Reason(reason).String()] = float64(n)
		}
	}
	return out
}
