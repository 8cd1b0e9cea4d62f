package view

import "unspool/parser/patch"

// Net tells what became of a file of a session, in stretches: from is 0 at
// first, then what the answer before gave as Next. There is nothing before
// [Viewer.Touched] came to its end.
func (v *Viewer) Net(session int, path string, from int) NetChange {
	none := NetChange{Next: -1, Read: 1, Parts: []Part{}, Notes: []Tally{}}
	s := v.Store.Session(session)
	if s == nil {
		return none
	}
	all, _ := v.touched(s)
	if all == nil {
		return none
	}
	w := v.workings.of(s)
	if n := w.net; from == 0 || n == nil || n.path != path || n.all != all {
		w.net = newNetting(all, path)
	}
	n := w.net
	if v.advance(n, touchStretch); !n.done() {
		return NetChange{Next: n.at, Read: float64(n.at) / float64(len(n.deeds)), Parts: []Part{}, Notes: []Tally{}}
	}
	w.net = nil
	return n.answer()
}

func (n *netting) answer() NetChange {
	answer := NetChange{Next: -1, Read: 1, New: n.isNew, Parts: []Part{}}
	room := maxPatch
	name, _ := seenFrom(n.path, n.all.session.Project())
	for _, one := range n.parts {
		p := Part{Kind: "diff", Name: name, Exit: -1}
		for i := range one.hunks {
			if room -= patchBytes(&one.hunks[i]); room < 0 {
				n.notes[noteCut] = 1
				break
			}
			p.Hunks = append(p.Hunks, hunkOf(&one.hunks[i]))
		}
		if len(one.first) <= headLimit && room >= 0 {
			p.Old = one.first
		}
		if len(p.Hunks) > 0 {
			answer.Parts = append(answer.Parts, p)
		}
	}
	answer.Notes = n.tallies()
	return answer
}

// tallies lists the notes in the order of their names.
func (n *netting) tallies() []Tally {
	list := []Tally{}
	for _, name := range netNotes {
		if count := n.notes[name]; count > 0 {
			list = append(list, Tally{name, count})
		}
	}
	return list
}

func patchBytes(k *patch.Hunk) int {
	size := 0
	for _, l := range k.Lines {
		size += len(l) + 20 // an empty line costs something too
	}
	return size
}

func hunkOf(k *patch.Hunk) Hunk {
	before, after := k.Sizes()
	return Hunk{OldStart: k.OldStart, OldLines: before, NewStart: k.NewStart, NewLines: after, Lines: k.Lines}
}
