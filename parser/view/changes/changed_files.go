// Package changes describes the effects of a session on files: which files it read and changed, each
// operation on a file, the net change of a file, and a patch of all of them.
//
// In: the tool calls of a session whose kind has a FileOp. Out: pages of files and operations, and
// diffs. Invariants: operations are in the order of their records; calls that failed change nothing;
// a change is marked as incomplete where the content of the file is not known. Long answers are made
// in steps, so that no call takes long.
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

// A Pane answers requests about the files that sessions changed.
type Pane struct {
	rows     *rows.Reader
	sessions memo.PerSession[sessionChanges]
	built    int // number of logs made so far: the revision of the last one
}

// New returns the pane for the sessions of a reader of rows.
func New(rows *rows.Reader) *Pane { return &Pane{rows: rows} }

// A sessionChanges caches the changes of a session.
type sessionChanges struct {
	fileOps map[*parser.File]*memo.Memo[int, *fileOps]
	log     memo.Memo[memo.Identity, *fileOpLog]
	counts  netCounts
	summed  int // number of file operations in the last result of [Pane.early]

	// Answers that take several calls, kept until the last of them.
	nets  []*netDiff // the latest first
	patch *patchWriter
}

// check derives changes of a session, and returns the error of a read that failed meanwhile. The
// known changes then lack what was not read, so the next request starts over.
func (p *Pane) check(session int, derive func()) error {
	err := p.rows.Source.Check(derive)
	if s := p.rows.Store.Session(session); err != nil && s != nil {
		*p.sessions.Of(s) = sessionChanges{}
	}
	return err
}

// ChangedFiles returns the files that a session read, wrote or edited, sorted by name,
// one page at a time. from is 0 at first, and then the Next of the previous answer. The error is
// that of a read that failed, as for all requests about changes.
func (p *Pane) ChangedFiles(session, from int) (answer protocol.Touched, err error) {
	err = p.check(session, func() { answer = p.changedFiles(session, from) })
	return answer, err
}

func (p *Pane) changedFiles(session, from int) protocol.Touched {
	s, all, next, read := p.open(session, from)
	if all == nil {
		answer := protocol.Touched{Next: next, Read: read, Files: []protocol.TouchedFile{}}
		if s == nil {
			answer.Counted = 1
		} else {
			answer.Early = p.early(s)
		}
		return answer
	}
	counted := p.countNets(all, readChunk)
	files := all.files
	from = min(max(from, 0), len(files))
	to := min(from+maxChangedFiles, len(files))
	return protocol.Touched{Files: files[from:to:to], Total: len(files), Next: protocol.OrNull(to, to < len(files)), Read: 1,
		Counted: counted, Revision: all.revision}
}

// maxChangedFiles is the number of files of one answer, which takes 5 ms. A page that asked for 200 files at a time
// would wait 50 ms for the 2,800 of a session of 100 MB.
const maxChangedFiles = 1000

// maxLargest is the number of files that a sum of changes names.
const maxLargest = 12

// Sum sums up the changes of a session once its calls are examined and the lines of the net changes
// are counted; each call does a part of that. The error is that of a read that failed.
func (p *Pane) Sum(session int) (sum protocol.ChangeSum, err error) {
	err = p.check(session, func() {
		sum = protocol.ChangeSum{Largest: []protocol.TouchedFile{}}
		_, all, _, read := p.open(session, 0)
		if sum.Read = read; all == nil {
			return
		}
		if sum.Read = p.countNets(all, readChunk); sum.Read == 1 {
			sum = sumOf(all.files)
		}
	})
	return sum, err
}

func sumOf(files []protocol.TouchedFile) protocol.ChangeSum {
	sum := protocol.ChangeSum{Read: 1, Largest: []protocol.TouchedFile{}}
	for _, one := range files {
		if !changes(&one) {
			continue
		}
		sum.Files++
		lines := linesOf(&one)
		sum.Added, sum.Removed = sum.Added+lines.Added, sum.Removed+lines.Removed
		sum.Largest = append(sum.Largest, one)
	}
	sort.SliceStable(sum.Largest, func(i, j int) bool {
		a, b := linesOf(&sum.Largest[i]), linesOf(&sum.Largest[j])
		return a.Added+a.Removed > b.Added+b.Removed
	})
	sum.Largest = sum.Largest[:min(len(sum.Largest), maxLargest)]
	return sum
}

// linesOf returns the lines of the net change of a file, or the sums over its edits if the net
// change is not known.
func linesOf(file *protocol.TouchedFile) protocol.LineCount {
	if file.Net != nil {
		return *file.Net
	}
	return protocol.LineCount{Added: file.Added, Removed: file.Removed}
}

// early sums up the file operations that are known before all calls have been read.
// Because that costs as much as everything known so far, it is repeated only when the
// number of operations has doubled.
func (p *Pane) early(s *parser.Session) []protocol.TouchedFile {
	cache, known := p.sessions.Of(s), 0
	for _, f := range s.Files {
		known += len(cache.fileOpsOf(f).list)
	}
	if known == 0 || known < 2*cache.summed {
		return nil
	}
	cache.summed = known
	t := &fileOpLog{session: s, list: interleave(p.runs(s))}
	t.sumUp()
	return t.files[:min(len(t.files), rows.MaxRows)]
}

// sumUp groups the operations by file and counts them.
func (t *fileOpLog) sumUp() {
	t.byPath = map[string][]int32{}
	for i := range t.list {
		path := t.list[i].path
		t.byPath[path] = append(t.byPath[path], int32(i))
	}
	files := make([]protocol.TouchedFile, 0, len(t.byPath))
	for path, places := range t.byPath {
		one := protocol.TouchedFile{Path: path}
		one.Name, one.Inside = source.RelativePath(path, t.session.Project())
		for _, at := range places {
			countFileOp(&one, t.session, &t.list[at])
		}
		files = append(files, one)
	}
	sort.Slice(files, func(i, j int) bool {
		a, b := &files[i], &files[j]
		if a.Inside != b.Inside {
			return a.Inside
		}
		return a.Name < b.Name
	})
	t.files = files
}

func countFileOp(t *protocol.TouchedFile, s *parser.Session, d *sessionFileOp) {
	call := d.file.Calls.At(d.call)
	t.Agents = t.Agents || d.file.Conversations[call.Conv] != s.Main
	switch d.status {
	case protocol.CallOK, protocol.CallBackground:
	case protocol.CallRunning, protocol.CallNone:
		t.Open++
		return
	default:
		t.Failed++
		return
	}
	if d.kind == tool.Reads {
		t.Reads++
		return
	}
	if d.created && t.Edits+t.Writes == 0 {
		t.Created = true
	}
	if d.kind == tool.Writes {
		t.Writes++
	} else {
		t.Edits++
	}
	if d.left() {
		t.Left++
	}
	if d.added < 0 {
		t.Unsized++
		return
	}
	t.Added += int(d.added)
	t.Removed += int(d.removed)
}

// left reports whether the call is in an abandoned branch.
func (d *sessionFileOp) left() bool { return d.file.Records.At(d.file.Calls.At(d.call).Use).Branch > 0 }

// FileOps returns the operations on one file of a session, at most [rows.MaxRows] at a time.
// from is 0 at first, and then the Next of the previous answer.
func (p *Pane) FileOps(session int, path string, from int) (answer protocol.Touches, err error) {
	err = p.check(session, func() { answer = p.opsOnFile(session, path, from) })
	return answer, err
}

func (p *Pane) opsOnFile(session int, path string, from int) protocol.Touches {
	s, all, next, read := p.open(session, from)
	answer := protocol.Touches{List: []protocol.Touch{}, Next: next, Read: read}
	if all == nil {
		return answer
	}
	l, places := p.rows.List(s), all.byPath[path]
	answer.Total, answer.Revision = len(places), all.revision
	from = min(max(from, 0), len(places))
	to := min(from+rows.MaxRows, len(places))
	for _, at := range places[from:to] {
		answer.List = append(answer.List, p.touch(l, &all.list[at]))
	}
	answer.Next = protocol.OrNull(to, to < len(places))
	return answer
}

func (p *Pane) touch(l *rows.List, d *sessionFileOp) protocol.Touch {
	f, call := d.file, d.file.Calls.At(d.call)
	t := protocol.Touch{Key: rows.KeyOf(f, call.Use, call.UseBlock), Kind: d.kind.String(), Tool: f.Name(call.Name),
		Time:   float64(f.Records.At(call.Use).Time),
		Status: d.status, Created: d.created, Left: d.left()}
	if d.added >= 0 {
		t.Added, t.Removed = new(int(d.added)), new(int(d.removed))
	}
	numbers, _ := l.Visible.Locate(f, call.Use)
	t.Prompt = numbers.Prompt
	if a := l.Session.AgentOf(f.Conversations[call.Conv]); a != nil {
		if t.Agent, _ = p.rows.Agents.Name(a); t.Agent == "" {
			t.Agent = a.ID
		}
	}
	return t
}

// FileOf returns the path of the file that the call with the given key operates on, or
// false if there is none. Queries about the file take this path.
func (p *Pane) FileOf(session int, key string) (path string, ok bool) {
	s := p.rows.Store.Session(session)
	if s == nil {
		return "", false
	}
	at, ok := rows.ParseAddress(s, key)
	if !ok {
		return "", false
	}
	index, ok := at.Call()
	if !ok {
		return "", false
	}
	f := at.File
	call := f.Calls.At(index)
	if tool.FileOpOf(f.Name(call.Name)) == tool.NoFile || call.Use < 0 {
		return "", false
	}
	input := source.Parse(p.rows.Source.Span(f, call.Use, call.Input))
	path = source.CleanPath(source.PathIn(&input), s.Project())
	return path, path != ""
}
