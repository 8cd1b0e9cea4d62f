package changes

import (
	"sort"

	"unspool/parser"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// readChunk is the number of bytes of calls and their results that one query about
// files reads before it stops: about 20 ms. A search that the user starts meanwhile waits for it.
const readChunk = 768 << 10

// scanCost is the cost of looking at one call, in bytes read.
const scanCost = 32

// A fileOp is the operation of one call on a file.
type fileOp struct {
	call           int32 // index into File.Calls
	use, result    int32 // the records of the call that it was read from: a repetition replaces them
	path           int32 // index into fileOps.paths, -1 if the call names no file
	added, removed int32 // lines, -1 when unknown
	kind           tool.FileOp
	status         protocol.CallStatus
	created        bool
}

// isOutdated reports whether the operation must be read again: its call or result was recorded
// again, its result has arrived, or the file ended or continued without one.
func (d *fileOp) isOutdated(f *parser.File) bool {
	call := f.Calls.At(d.call)
	if d.use != call.Use || d.result != call.Result {
		return true
	}
	return d.path >= 0 && call.Result < 0 && (d.status == protocol.CallRunning) == f.Closed
}

// fileOps are the file operations found in the calls of one session file so far.
type fileOps struct {
	read   int // number of calls that were examined
	list   []fileOp
	late   int // number of operations that are outdated
	judged int // number of times that an outdated operation was read again
	paths  []string
	byPath map[string]int32
}

// fileOpsOf returns the file operations of a session file that were gathered so far.
func (c *sessionChanges) fileOpsOf(f *parser.File) *fileOps {
	d := c.fileOps[f]
	if d == nil {
		d = &memo.Memo[int, *fileOps]{}
		if c.fileOps == nil {
			c.fileOps = map[*parser.File]*memo.Memo[int, *fileOps]{}
		}
		c.fileOps[f] = d
	}
	now := memo.Version[int]{Key: f.Restarts}
	return d.Get(now, 0, func() *fileOps { return &fileOps{byPath: map[string]int32{}} })
}

// gather examines calls until it has read room bytes, and returns the remaining number of bytes.
func (p *Pane) gather(f *parser.File, d *fileOps, room int) int {
	for ; d.read < int(f.Calls.Len()) && room > 0; d.read++ {
		room -= scanCost + p.scanCall(f, d, int32(d.read))
	}
	d.late = 0
	for i := range d.list {
		one := &d.list[i]
		if !one.isOutdated(f) {
			continue
		}
		if room <= 0 {
			d.late++
			continue
		}
		room -= scanCost + p.readOp(f, d, one)
		d.judged++
	}
	return room
}

// scanCall adds a call to the file operations if it may be one, and returns its cost in bytes.
func (p *Pane) scanCall(f *parser.File, d *fileOps, index int32) int {
	call := f.Calls.At(index)
	if call.Use >= 0 && tool.FileOpOf(f.Name(call.Name)) == tool.NoFile {
		return 0
	}
	if call.Use >= 0 {
		p.rows.Source.Scan(f, call.Use)
	}
	d.list = append(d.list, fileOp{call: index, use: -1, result: -1, path: -1})
	return p.readOp(f, d, &d.list[len(d.list)-1])
}

// readOp reads the operation of a call, and returns its cost in bytes.
func (p *Pane) readOp(f *parser.File, d *fileOps, one *fileOp) (cost int) {
	call := f.Calls.At(one.call)
	if one.use != call.Use {
		cost = p.readInput(f, d, one)
	}
	one.use, one.result = call.Use, call.Result
	if one.path >= 0 {
		cost += p.evaluateOutcome(f, one)
	}
	return cost
}

// readInput reads what a call does, and to which file. It returns its cost in bytes.
func (p *Pane) readInput(f *parser.File, d *fileOps, one *fileOp) int {
	call := f.Calls.At(one.call)
	one.path = -1
	if tool.FileOpOf(f.Name(call.Name)) == tool.NoFile {
		return 0
	}
	input := source.Parse(p.rows.Source.Span(f, call.Use, call.Input))
	one.kind = tool.FileOpIn(f.Name(call.Name), &input)
	if name := source.PathIn(&input); name != "" {
		path, known := d.byPath[name]
		if !known {
			path = int32(len(d.paths))
			d.byPath[name], d.paths = path, append(d.paths, name)
		}
		one.path = path
	}
	return call.Input.Len()
}

// evaluateOutcome determines how a call ended and what it changed, as its row shows it. It
// returns its cost in bytes.
func (p *Pane) evaluateOutcome(f *parser.File, d *fileOp) int {
	call := f.Calls.At(d.call)
	d.added, d.removed, d.status, d.created = -1, -1, protocol.CallOK, false
	if call.Succeeded && d.kind == tool.Reads {
		return 0
	}
	c := tool.Read(p.rows.Source, f, d.call, tool.RowLimit)
	if d.status, _ = c.Status(); d.status == protocol.CallOK && d.kind != tool.Reads {
		if added, removed, ok := c.Change(); ok {
			d.added, d.removed = int32(added), int32(removed)
		}
		d.created = c.Creates()
	}
	return c.Cost()
}

// A sessionFileOp is a file operation in the order of a session.
type sessionFileOp struct {
	*fileOp
	file *parser.File
	path string
}

// A fileOpLog lists the file operations of a session in the order in which they took
// effect, as of the time when the files were read.
type fileOpLog struct {
	session  *parser.Session
	revision int // unique to this log
	list     []sessionFileOp
	files    []protocol.TouchedFile
	byPath   map[string][]int32 // indexes into list
}

// opsOn returns the operations on one file.
func (t *fileOpLog) opsOn(path string) []sessionFileOp {
	places := t.byPath[path]
	list := make([]sessionFileOp, len(places))
	for i, at := range places {
		list[i] = t.list[at]
	}
	return list
}

// open returns a session and its file operations, for an answer that begins at from. Until all
// operations are gathered, log is nil, and next and read are those of the answer. Session
// and log are nil if there is no such session.
func (p *Pane) open(session, from int) (s *parser.Session, log *fileOpLog, next *int, read float64) {
	if s = p.rows.Store.Session(session); s == nil {
		return nil, nil, nil, 1
	}
	if log, read = p.touched(s); log == nil {
		next = &from
	}
	return s, log, next, read
}

// touched returns the file operations of a session. Until all of them are gathered, all
// is nil and share is the share gathered so far, between 0 and 1.
func (p *Pane) touched(s *parser.Session) (all *fileOpLog, share float64) {
	cache := p.sessions.Of(s)
	room := readChunk
	read, calls, judged, late := 0, 0, 0, 0
	for _, f := range s.Files {
		d := cache.fileOpsOf(f)
		room = p.gather(f, d, room)
		read, calls, judged, late = read+d.read, calls+int(f.Calls.Len()), judged+d.judged, late+d.late
	}
	if done := read - late; done < calls {
		return nil, float64(done) / float64(calls)
	}
	cache.summed = 0
	now := memo.Version[memo.Identity]{Key: memo.StateOf(s).Identity, Size: read + judged}
	return cache.log.Get(now, 0, func() *fileOpLog {
		p.built++
		t := &fileOpLog{session: s, revision: p.built, list: interleave(p.runs(s))}
		t.sumUp()
		return t
	}), 1
}

// runs returns the file operations of each conversation of a session. Operations that
// another session did before the conversation was copied are left out.
func (p *Pane) runs(s *parser.Session) [][]sessionFileOp {
	var runs [][]sessionFileOp
	for _, f := range s.Files {
		part, d := s.Part(f), p.sessions.Of(s).fileOpsOf(f)
		paths := make([]string, len(d.paths))
		for i, name := range d.paths {
			paths[i] = source.CleanPath(name, s.Project())
		}
		byConv := map[int32]int{}
		for i := range d.list {
			one := &d.list[i]
			call := f.Calls.At(one.call)
			if one.path < 0 || one.call < part.Calls[0] || one.call >= part.Calls[1] ||
				!rows.IsShown(s, f, call.Use) || s.Copies.IsCopied(f, call.Use) {
				continue
			}
			at, known := byConv[call.Conv]
			if !known {
				at = len(runs)
				byConv[call.Conv], runs = at, append(runs, nil)
			}
			runs[at] = append(runs[at], sessionFileOp{one, f, paths[one.path]})
		}
	}
	return runs
}

// effect returns the index of the record with which a call took effect.
func (d *sessionFileOp) effect() int32 {
	call := d.file.Calls.At(d.call)
	if call.Result >= 0 {
		return call.Result
	}
	return call.Use
}

// interleave merges the operations of several conversations into one order, by time.
// Within one conversation, times may run backward.
func interleave(runs [][]sessionFileOp) []sessionFileOp {
	type timed struct {
		sessionFileOp
		time int64
	}
	var all []timed
	for _, run := range runs {
		sort.SliceStable(run, func(i, j int) bool { return run[i].effect() < run[j].effect() })
		latest := int64(0)
		for _, d := range run {
			latest = max(latest, d.file.Records.At(d.effect()).Time)
			all = append(all, timed{d, latest})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].time < all[j].time })
	list := make([]sessionFileOp, len(all))
	for i := range all {
		list[i] = all[i].sessionFileOp
	}
	return list
}
