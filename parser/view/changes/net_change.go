package changes

import (
	"slices"

	"unspool/parser/filediff"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// NetDiff returns the net change of a file of a session, in several steps: from is 0 at
// first, and then the Next of the previous answer. Requests for a few files can alternate.
func (p *Pane) NetDiff(session int, path string, from int) (answer protocol.NetChange, err error) {
	err = p.check(session, func() { answer = p.netChange(session, path, from) })
	return answer, err
}

func (p *Pane) netChange(session int, path string, from int) protocol.NetChange {
	s, all, next, read := p.open(session, from)
	if all == nil {
		return protocol.NetChange{Next: next, Read: read, Parts: []protocol.Part{}, Notes: []protocol.Count{}}
	}
	cache := p.sessions.Of(s)
	n := cache.netOf(all, path, from == 0)
	if p.advance(n, readChunk); !n.done() {
		return protocol.NetChange{Next: new(n.at), Read: float64(n.at) / float64(len(n.fileOps)),
			Parts: []protocol.Part{}, Notes: []protocol.Count{}}
	}
	cache.nets = cache.nets[1:]
	return n.answer()
}

// maxNets limits the net diffs in progress at the same time: the one that is shown, and
// those of other viewers of the session. Each holds the lines of its file.
const maxNets = 3

// netOf returns the net diff of a file, either the one in progress or a new one, and moves it
// to the front of nets.
func (c *sessionChanges) netOf(all *fileOpLog, path string, anew bool) *netDiff {
	c.nets = slices.DeleteFunc(c.nets, func(n *netDiff) bool { return n.all != all || anew && n.path == path })
	at := slices.IndexFunc(c.nets, func(n *netDiff) bool { return n.path == path })
	if at < 0 {
		at = min(len(c.nets), maxNets-1)
		c.nets = append(c.nets[:at], newNetDiff(all, path))
	}
	n := c.nets[at]
	copy(c.nets[1:at+1], c.nets[:at])
	c.nets[0] = n
	return n
}

func (n *netDiff) answer() protocol.NetChange {
	answer := protocol.NetChange{Read: 1, New: n.isNew, Parts: []protocol.Part{}}
	room := tool.MaxPatch
	name, _ := source.RelativePath(n.path, n.all.session.Project())
	for _, one := range n.parts {
		p := protocol.Part{Kind: protocol.PartDiff, Name: name}
		for i := 0; i < len(one.hunks) && room > 0; i++ {
			p.Hunks = append(p.Hunks, hunkOf(cutHunk(&one.hunks[i], &room)))
		}
		if len(one.first) <= min(rows.HeadLimit, room) {
			p.Old = one.first
			room -= len(p.Old)
		}
		if len(p.Hunks) > 0 {
			answer.Parts = append(answer.Parts, p)
		}
	}
	if room <= 0 {
		n.notes[noteCut] = 1
	}
	answer.Notes = n.tallies()
	return answer
}

// tallies lists the notes in the order of netNotes.
func (n *netDiff) tallies() []protocol.Count {
	list := []protocol.Count{}
	for _, name := range netNotes {
		if count := n.notes[name]; count > 0 {
			list = append(list, protocol.Count{Name: name, Count: count})
		}
	}
	return list
}

// cutHunk keeps the lines of a hunk that fit into room, and the beginning of the next line.
// After a cut there is no room left.
func cutHunk(k *filediff.Hunk, room *int) *filediff.Hunk {
	for i, line := range k.Lines {
		fits := max(*room-lineRoom, 1) // at least its sign
		if *room -= len(line) + lineRoom; *room > 0 {
			continue
		}
		lines := slices.Clone(k.Lines[:i+1])
		lines[i] = string(record.Prefix([]byte(line[:min(len(line), fits+1)]), fits))
		return &filediff.Hunk{OldStart: k.OldStart, NewStart: k.NewStart, Lines: lines}
	}
	return k
}

// lineRoom is the overhead of a line in addition to its bytes.
const lineRoom = 20

func hunkOf(k *filediff.Hunk) protocol.Hunk {
	before, after := k.Sizes()
	return protocol.Hunk{OldStart: k.OldStart, OldLines: &before, NewStart: k.NewStart, NewLines: &after, Lines: k.Lines}
}
