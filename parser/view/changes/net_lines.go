package changes

import (
	"slices"
	"sort"

	"unspool/parser"
	"unspool/parser/view/protocol"
)

// netCounts counts the lines of the net changes of a log's files, one file after the other, and
// sets TouchedFile.Net. The files are in the order of their first operations, which reads the session
// file mostly from its beginning to its end.
type netCounts struct {
	log   *fileOpLog
	order []int32             // indexes into log.files
	at    int                 // index into order
	now   *netDiff            // of the current file
	known map[string]netLines // by path, of earlier logs, too
}

// netLines are the lines of a file's net change, as it follows from operations.
type netLines struct {
	ops []opState
	net *protocol.LineCount
}

// An opState is what a net change depends on.
type opState struct {
	op       fileOp
	file     *parser.File
	restarts int
	left     bool
}

// countNets counts net changes of a log until room bytes were read, and returns the share of the
// files that are done.
func (p *Pane) countNets(log *fileOpLog, room int) float64 {
	c := &p.sessions.Of(log.session).counts
	if c.log != log {
		*c = netCounts{log: log, order: log.byFirstOp(), known: c.known}
		if c.known == nil {
			c.known = map[string]netLines{}
		}
	}
	for ; c.at < len(c.order) && room > 0; c.at++ {
		file := &log.files[c.order[c.at]]
		if !changes(file) {
			continue
		}
		if c.now == nil {
			c.now = newNetDiff(log, file.Path)
			if known, ok := c.known[file.Path]; ok && slices.Equal(known.ops, statesOf(c.now.fileOps)) {
				file.Net, c.now = known.net, nil
				continue
			}
			first := c.now.fileOps[0]
			p.rows.Source.Scan(first.file, first.use)
		}
		if room = p.advance(c.now, room); !c.now.done() {
			break
		}
		file.Net = c.now.lines()
		c.known[file.Path], c.now = netLines{statesOf(c.now.fileOps), file.Net}, nil
	}
	return share(c.at, len(c.order))
}

// byFirstOp returns the indexes of the files in the order of their first operations.
func (t *fileOpLog) byFirstOp() []int32 {
	order := make([]int32, len(t.files))
	for i := range order {
		order[i] = int32(i)
	}
	sort.Slice(order, func(i, j int) bool {
		return t.byPath[t.files[order[i]].Path][0] < t.byPath[t.files[order[j]].Path][0]
	})
	return order
}

func share(n, of int) float64 {
	if n == of {
		return 1
	}
	return float64(n) / float64(of)
}

// changes reports whether a file was changed, and not only in abandoned branches.
func changes(file *protocol.TouchedFile) bool { return file.Edits+file.Writes > file.Left }

func statesOf(ops []sessionFileOp) []opState {
	states := make([]opState, len(ops))
	for i, one := range ops {
		states[i] = opState{*one.fileOp, one.file, one.file.Restarts, one.left()}
	}
	return states
}

// lines counts the lines of a net change. It is nil if the change has gaps.
func (n *netDiff) lines() *protocol.LineCount {
	if !n.whole() {
		return nil
	}
	lines := &protocol.LineCount{}
	for _, part := range n.parts {
		for _, hunk := range part.hunks {
			for _, line := range hunk.Lines {
				switch {
				case line == "": // an empty context line
				case line[0] == '+':
					lines.Added++
				case line[0] == '-':
					lines.Removed++
				}
			}
		}
	}
	return lines
}
