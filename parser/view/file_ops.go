package view

import (
	"slices"
	"sort"
	"strings"

	"unspool/parser"
	"unspool/parser/patch"
)

// readChunk is how many bytes of calls and their results one question about
// files reads at the most, but for the last of them: about 20 ms.
const readChunk = 2 << 20

// lookCost is what it costs to look at a call at all, in bytes that are read.
const lookCost = 32

// A fileOp is what one call did to a file.
type fileOp struct {
	call           int32 // into File.Calls
	path           int32 // into deeds.paths
	added, removed int32 // lines, -1 unknown
	kind           fileOpKind
	status         string
	created        bool
}

type fileOpKind uint8

const (
	reads fileOpKind = iota
	edits
	writes
)

func (k fileOpKind) String() string { return [...]string{"read", "edit", "write"}[k] }

// fileOps are those of the calls of one file that were looked at.
type fileOps struct {
	times   int // File.Restarts when they were gathered
	read    int // calls looked at
	list    []fileOp
	waiting []int32 // of list: those without a result when they were judged last
	late    int     // how many of these ended, and are still to be judged
	judged  int     // how many of them ended since
	paths   []string
	byPath  map[string]int32
}

// fileOpsOf gives what the calls of a file did, as far as that was gathered.
func (w *sessionCache) fileOpsOf(f *parser.File) *fileOps {
	d := w.fileOps[f]
	if d == nil || d.times != f.Restarts {
		d = &fileOps{times: f.Restarts, byPath: map[string]int32{}}
		w.fileOps[f] = d
	}
	return d
}

// gather looks at calls until it has read room bytes; it gives what is left of
// them. What it does not come to it does the next time.
func (v *Viewer) gather(f *parser.File, d *fileOps, room int) int {
	for ; d.read < int(f.Calls.Len()) && room > 0; d.read++ {
		room -= lookCost + v.look(f, d, int32(d.read))
	}
	d.late = 0
	d.waiting = slices.DeleteFunc(d.waiting, func(at int32) bool {
		one := &d.list[at]
		ended := f.Calls.At(one.call).Result >= 0
		if !ended && !(f.Closed && one.status == "running") {
			return false
		}
		if room <= 0 {
			d.late++
			return false
		}
		room -= lookCost + v.judge(f, one)
		d.judged++
		return ended
	})
	return room
}

// look takes a call among the deeds, if it is one; it gives the bytes it cost.
func (v *Viewer) look(f *parser.File, d *fileOps, index int32) int {
	call := f.Calls.At(index)
	if call.Use < 0 {
		return 0
	}
	kind, ok := fileOpOf(f.Name(call.Name))
	if !ok {
		return 0
	}
	cost := call.Input.Len()
	if f.Name(call.Name) == "text_editor_code_execution" {
		input := parseObject(v.source.span(f, call.Use, call.Input))
		switch input.str(20, "command") {
		case "view":
			kind = reads
		case "create":
			kind = writes
		}
	}
	name := v.pathOf(f, call)
	if name == "" {
		return cost
	}
	path, known := d.byPath[name]
	if !known {
		path = int32(len(d.paths))
		d.byPath[name], d.paths = path, append(d.paths, name)
	}
	d.list = append(d.list, fileOp{call: index, path: path, kind: kind})
	one := &d.list[len(d.list)-1]
	if call.Result < 0 {
		d.waiting = append(d.waiting, int32(len(d.list)-1))
	}
	return cost + v.judge(f, one)
}

// maxPath bounds a path; those of all systems are shorter.
const maxPath = 4 << 10

// pathOf gives the path that a call names, as it is recorded.
func (v *Viewer) pathOf(f *parser.File, call *parser.ToolCall) string {
	input := parseObject(v.source.span(f, call.Use, call.Input))
	return input.str(maxPath, "file_path", "notebook_path", "path")
}

// fileOpOf says what the tool with a name does to files; false for one that does
// nothing to a file by its name.
func fileOpOf(name string) (fileOpKind, bool) {
	switch kind, _, _ := toolKind(name); kind {
	case "read":
		return reads, true
	case "edit":
		return edits, true
	case "write":
		return writes, true
	case "notebook":
		if strings.Contains(name, "Read") {
			return reads, true
		}
		return edits, true
	}
	return 0, false
}

// judge finds out how a call ended and what it changed, as its row tells it; it
// gives the bytes it cost.
func (v *Viewer) judge(f *parser.File, d *fileOp) int {
	call := f.Calls.At(d.call)
	d.added, d.removed, d.status = -1, -1, "ok"
	if call.Succeeded && d.kind == reads {
		return 0
	}
	c := v.call(f, d.call, maxStructured)
	if d.status, _ = c.status(); d.status == "ok" && d.kind != reads {
		d.size(&c)
	}
	return call.Input.Len() + call.Structured.Len() + len(c.text)
}

// size counts the lines that a change adds and removes.
func (d *fileOp) size(c *call) {
	t := Tool{Status: "ok", Added: -1, Removed: -1}
	if c.toolKind == "notebook" {
		if parts := notebookParts(c); len(parts) > 0 {
			t.Added, t.Removed = patch.Count(parts[0].Old, parts[0].New)
		}
	} else {
		c.outcome(&t)
	}
	d.created = d.kind == writes && created(c)
	if t.Added < 0 && d.created {
		t.Added, t.Removed = t.Lines, 0
	}
	d.added, d.removed = int32(t.Added), int32(t.Removed)
}

// created says that a call made a file that was not there.
func created(c *call) bool {
	switch c.result.str(20, "type") {
	case "create":
		return true
	case "":
		text, _ := c.words(200)
		return strings.HasPrefix(text, "File created") || strings.HasPrefix(text, "New file created")
	}
	return false
}

// A sessionFileOp is a deed in the order of a session.
type sessionFileOp struct {
	*fileOp
	file *parser.File
	path string
}

// A fileOpLog is what a session did to files, in the order in which it took
// effect, at a moment of reading.
type fileOpLog struct {
	session  *parser.Session
	stamp    [3]int
	revision int // no other has it
	list     []sessionFileOp
	files    []TouchedFile
	byPath   map[string][]int32 // into list
}

// opsOn gives what was done to one file.
func (t *fileOpLog) opsOn(path string) []sessionFileOp {
	places := t.byPath[path]
	list := make([]sessionFileOp, len(places))
	for i, at := range places {
		list[i] = t.list[at]
	}
	return list
}

// touched gives what a session did to files; share is how far that was gathered,
// to 1, and it is nil until then.
func (v *Viewer) touched(s *parser.Session) (all *fileOpLog, share float64) {
	w := v.sessionCaches.of(s)
	room := readChunk
	read, calls, judged, late := 0, 0, 0, 0
	for _, f := range s.Files {
		d := w.fileOpsOf(f)
		room = v.gather(f, d, room)
		read, calls, judged, late = read+d.read, calls+int(f.Calls.Len()), judged+d.judged, late+d.late
	}
	if done := read - late; done < calls {
		return nil, float64(done) / float64(calls)
	}
	w.summed = 0
	stamp := [3]int{s.Revision(), read, judged}
	if t := w.fileOpLog; t == nil || t.stamp != stamp {
		v.sessionCaches.built++
		w.fileOpLog = &fileOpLog{session: s, stamp: stamp, revision: v.sessionCaches.built, list: interleave(v.runs(s))}
		w.fileOpLog.sumUp()
	}
	return w.fileOpLog, 1
}

// runs gives what each conversation of a session did to files; what another
// session did before it was copied is left out.
func (v *Viewer) runs(s *parser.Session) [][]sessionFileOp {
	l := v.list(s)
	var runs [][]sessionFileOp
	for _, f := range s.Files {
		part, d := s.Part(f), v.sessionCaches.of(s).fileOpsOf(f)
		paths := make([]string, len(d.paths))
		for i, name := range d.paths {
			paths[i] = normal(name, s.Project())
		}
		byConv := map[int32]int{}
		for i := range d.list {
			one := &d.list[i]
			call := f.Calls.At(one.call)
			if one.call < part.Calls[0] || one.call >= part.Calls[1] || !l.shows(f, call.Use) || f.Original(call.Use) != f {
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

// effect is the record with which a call took effect.
func (d *sessionFileOp) effect() int32 {
	call := d.file.Calls.At(d.call)
	if call.Result >= 0 {
		return call.Result
	}
	return call.Use
}

// interleave makes one order of those of several conversations: by their times,
// which may run backwards within one.
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

// normal writes a path in one way, to be shown and compared: with "/" between
// folders, without "." and "..", from the root on. No file is ever opened by it.
func normal(name, project string) string {
	if name == "" {
		return ""
	}
	windows := len(name) > 2 && name[1] == ':' && (name[2] == '\\' || name[2] == '/') || strings.HasPrefix(name, `\\`) ||
		!strings.Contains(name, "/") && strings.Contains(name, `\`)
	if windows {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	switch {
	case len(name) > 1 && name[1] == ':': // a drive
		name = strings.ToUpper(name[:1]) + name[1:]
	case !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "~") && project != "":
		name = normal(project, "") + "/" + name
	}
	var parts []string
	for _, part := range strings.Split(name, "/") {
		switch {
		case part == "", part == ".":
		case part == ".." && len(parts) > 0 && parts[len(parts)-1] != "..":
			parts = parts[:len(parts)-1]
		default:
			parts = append(parts, part)
		}
	}
	root := ""
	if strings.HasPrefix(name, "/") {
		root = "/"
	}
	return root + strings.Join(parts, "/")
}

// seenFrom gives a path as seen from a folder; false where it is not inside.
func seenFrom(path, project string) (string, bool) {
	if project = normal(project, ""); project == "" {
		return path, false
	}
	remainder, inside := strings.CutPrefix(path, strings.TrimSuffix(project, "/")+"/")
	if !inside || remainder == "" {
		return path, false
	}
	return remainder, true
}
