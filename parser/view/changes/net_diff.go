package changes

import (
	"slices"
	"strings"

	"unspool/parser/filediff"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// These are the names of the notes on a net change. Each has the number of changes that it is
// about, except the first, noteTabs.
const (
	noteTabs     = "tabs"     // the leading spaces of lines may have been tabs
	noteOutside  = "outside"  // the file was changed by something else; the diff includes this
	noteAbsent   = "absent"   // like noteOutside, in a session with agents whose records are missing: it may have been one of them
	noteUnplaced = "unplaced" // too little is recorded of a change to place it
	noteLarge    = "large"    // a change replaces too much to be reconstructed, or is too far down in the file
	noteBefore   = "before"   // the content of a file before it was overwritten is not recorded
	noteLeft     = "left"     // the change is in an abandoned branch
	noteFailed   = "failed"   // the change failed, was rejected or was interrupted
	noteOpen     = "open"     // no result is recorded
	noteCut      = "cut"      // the diff is too long to be shown in full
)

var netNotes = []string{noteTabs, noteOutside, noteAbsent, noteUnplaced, noteLarge, noteBefore, noteLeft, noteFailed, noteOpen, noteCut}

// A netDiff computes the net change of one file. It processes one file operation after
// another and holds the state, so that the work can be split into several calls.
type netDiff struct {
	all     *fileOpLog
	path    string
	fileOps []sessionFileOp // operations on the file
	at      int
	history filediff.History
	parts   []netPart
	isNew   bool
	notes   map[string]int
}

// A netPart is the net change over a period in which all changes could be placed.
type netPart struct {
	first string // whole content of the file before; "" if unknown or empty
	hunks []filediff.Hunk
}

func newNetDiff(all *fileOpLog, path string) *netDiff {
	n := &netDiff{all: all, path: path, fileOps: all.opsOn(path), notes: map[string]int{}}
	for len(n.fileOps) > 0 && n.fileOps[len(n.fileOps)-1].kind == tool.Reads { // reads after the last change add nothing
		n.fileOps = n.fileOps[:len(n.fileOps)-1]
	}
	return n
}

// advance processes file operations until room bytes were read, or until the end. It returns
// the remaining room.
func (p *Pane) advance(n *netDiff, room int) int {
	for ; n.at < len(n.fileOps) && room > 0; n.at++ {
		room -= p.follow(n, &n.fileOps[n.at])
	}
	if n.at == len(n.fileOps) {
		n.part()
	}
	return room
}

// done reports whether all file operations were processed.
func (n *netDiff) done() bool { return n.at == len(n.fileOps) }

// part ends the current part: the following changes cannot be combined with it.
func (n *netDiff) part() {
	hunks, rough := n.history.Diff()
	if rough {
		n.notes[noteTabs] = 1
	}
	if len(n.parts) == 0 {
		n.isNew = n.history.New()
	}
	if len(hunks) > 0 || n.history.New() && len(n.parts) == 0 {
		first, _ := n.history.First()
		n.parts = append(n.parts, netPart{first, hunks})
	}
	n.history = filediff.History{}
}

// whole reports whether the net change could be computed without a gap.
func (n *netDiff) whole() bool {
	return len(n.parts) <= 1 && n.notes[noteUnplaced]+n.notes[noteLarge]+n.notes[noteBefore] == 0
}

// follow processes one file operation. It returns the cost of reading and applying it, in
// bytes.
func (p *Pane) follow(n *netDiff, d *sessionFileOp) int {
	switch {
	case d.status == protocol.CallRunning, d.status == protocol.CallNone:
		if d.kind != tool.Reads {
			n.notes[noteOpen]++
		}
		return 0
	case d.status != protocol.CallOK && d.status != protocol.CallBackground:
		if d.kind != tool.Reads {
			n.notes[noteFailed]++
		}
		return 0
	case d.left():
		if d.kind != tool.Reads {
			n.notes[noteLeft]++
		}
		return 0
	}
	c := tool.Read(p.rows.Source, d.file, d.fileOp.call, tool.BodyLimit)
	lines, made := n.history.Size(), 0
	switch {
	case d.kind == tool.Reads:
		n.learn(&c)
	case c.Args.Has("notebook_path"):
		n.notebook(&c)
	case d.kind == tool.Writes:
		n.write(&c, d.created)
	default:
		made = n.edit(&c)
	}
	return readCost + c.Cost() + lineCost*max(lines, n.history.Size()) + made
}

// readCost is the cost of a read, in bytes: a browser takes as long for it. The operations on one file are far
// apart, so that most need a read of their own.
const readCost = 64 << 10

// lineCost is the cost of each line of a file when a file operation is followed, in bytes
// read: all lines are processed, however small a change is.
const lineCost = 32

// learn uses the content that a call read from the file.
func (n *netDiff) learn(c *tool.Call) {
	file := c.Output.Object("file")
	if c.Output.Text(20, "type") != "text" || !file.IsString("content") {
		return
	}
	content, cut := file.FullText("content")
	from := file.Int(1, "startLine")
	switch whole := from == 1 && file.Int(0, "numLines") == file.Int(-1, "totalLines"); {
	case cut:
	case !whole:
		n.history.LearnFrom(from, content) // if the content does not match, the next change reveals it
	case !n.history.Observe(content):
		n.outside(content)
	}
}

// before uses the previous content of the file that a change records. It reports whether
// there is one.
func (n *netDiff) before(c *tool.Call) bool {
	if !c.Output.IsString("originalFile", "originalFileContents", "original_file") {
		return false
	}
	content, cut := c.Output.FullText("originalFile", "originalFileContents", "original_file")
	if cut {
		return false
	}
	if !n.history.Observe(content) {
		n.outside(content)
	}
	return true
}

// foreign returns the note for changes to files that no recorded call made.
func (t *fileOpLog) foreign() string {
	if slices.ContainsFunc(t.session.Agents, rows.RecordsMissing) {
		return noteAbsent
	}
	return noteOutside
}

// outside sets a content that the file got from something else. If the previous content is
// unknown, a new part begins.
func (n *netDiff) outside(content string) {
	n.notes[n.all.foreign()]++
	if n.history.SetContent(content) {
		return
	}
	n.part()
	n.history.Observe(content)
}

// edit applies an edit of parts of the file. It returns the cost of applying it.
func (n *netDiff) edit(c *tool.Call) (made int) {
	hunks := hunksOf(&c.Output)
	n.before(c)
	sides, exact := sidesOf(c)
	if now, known := n.history.Content(); known {
		after, cost, ok := replace(now, sides)
		if made = cost; ok && (hunks == nil || leads(now, after, hunks, exact)) && n.history.SetContent(after) {
			return made
		}
	}
	switch {
	case hunks == nil && made > maxReplaced:
		n.notes[noteLarge]++
		n.part()
	case hunks == nil:
		n.notes[noteUnplaced]++
		n.part()
	case n.history.Apply(hunks, exact):
	case slices.ContainsFunc(hunks, tooFar):
		n.notes[noteLarge]++
		n.part()
	default:
		n.notes[n.all.foreign()]++
		n.part()
		if !n.history.Apply(hunks, exact) {
			n.notes[noteUnplaced]++
		}
	}
	return made
}

// tooFar reports whether a hunk reaches beyond the tracked lines.
func tooFar(k filediff.Hunk) bool {
	return max(k.OldStart, k.NewStart)+len(k.Lines) > filediff.MaxLines
}

// leads reports whether a patch leads from one content to another.
func leads(before, after string, hunks []filediff.Hunk, exact []string) bool {
	var h filediff.History
	return h.Observe(before) && h.Apply(hunks, exact) && h.Observe(after)
}

// write applies a new content of the whole file.
func (n *netDiff) write(c *tool.Call, isNew bool) {
	from := &c.Output
	if !from.IsString("content") {
		from = &c.Args
	}
	content, cut := from.FullText("content", "file_text")
	if cut || !from.IsString("content", "file_text") {
		n.notes[noteUnplaced]++
		n.part()
		return
	}
	if isNew && n.history.Blank() && len(n.parts) == 0 {
		n.history.Create(content)
		return
	}
	if len(filediff.Lines(content)) > filediff.MaxLines {
		n.notes[noteLarge]++
		n.part()
		return
	}
	if n.before(c); n.history.SetContent(content) {
		return
	}
	before, known := filediff.Revert(content, hunksOf(&c.Output))
	if known = known && c.Output.Count(0, "structuredPatch") > 0; known && !n.history.ObserveApprox(before) {
		n.notes[n.all.foreign()]++
		n.part()
		n.history.ObserveApprox(before)
	}
	if known && n.history.SetContent(content) {
		return
	}
	n.notes[noteBefore]++
	n.part()
	n.history.Observe(content)
}

// notebook applies a change of a notebook, if its whole content is recorded.
func (n *netDiff) notebook(c *tool.Call) {
	if n.before(c) && c.Output.IsString("updated_file") {
		if content, cut := c.Output.FullText("updated_file"); !cut && n.history.SetContent(content) {
			return
		}
	}
	n.notes[noteUnplaced]++
	n.part()
}

// A swap is one replacement of an edit.
type swap struct {
	old, new string
	all      bool
}

// sidesOf returns the replacements of an edit, and the lines that the edit contains in full.
func sidesOf(c *tool.Call) (sides []swap, exact []string) {
	add := func(o *source.Object, all bool) {
		s := swap{all: all}
		s.old, _ = o.FullText("oldString", "old_string", "old_str")
		s.new, _ = o.FullText("newString", "new_string", "new_str")
		sides = append(sides, s)
		for _, words := range []string{s.old, s.new} {
			// The first line can be the end of a longer line, and the last one its beginning.
			list := filediff.Lines(words)
			if len(list) > 0 && !strings.HasSuffix(words, "\n") {
				list = list[:len(list)-1]
			}
			exact = append(exact, list[min(1, len(list)):]...)
		}
	}
	edits := c.Output.Raw("edits")
	if edits == nil {
		edits = c.Args.Raw("edits")
	}
	switch {
	case len(edits) > 0:
		source.Each(edits, func(raw []byte) {
			o := source.Parse(raw)
			add(&o, string(o.Raw("replace_all", "replaceAll")) == "true")
		})
	case c.Output.IsString("newString"):
		add(&c.Output, string(c.Output.Raw("replaceAll")) == "true")
	case c.Args.IsString("new_string", "new_str"):
		add(&c.Args, string(c.Args.Raw("replace_all")) == "true")
	}
	return sides, exact
}

// maxReplaced limits the cost of the edits of one call, in bytes read and written: about 0.1
// s. A few edits that replace a letter everywhere by two could otherwise create more text
// than fits into memory.
const maxReplaced = 64 << 20

// placeCost is the cost of each replaced occurrence, in the same unit.
const placeCost = 16

// replace applies the edits of a call and returns the cost. ok is false if an edit finds
// nothing, or if the cost of all edits is too high.
func replace(content string, sides []swap) (after string, cost int, ok bool) {
	for _, s := range sides {
		if s.old == "" && content != "" {
			return "", cost, false
		}
		times := strings.Count(content, s.old)
		if !s.all {
			times = min(times, 1)
		}
		cost += 2*len(content) + times*(len(s.new)-len(s.old)+placeCost)
		if times == 0 || cost > maxReplaced {
			return "", cost, false
		}
		content = strings.Replace(content, s.old, s.new, times)
	}
	return content, cost, len(sides) > 0
}

// hunksOf returns the patch in a result, or nil if there is none.
func hunksOf(result *source.Object) []filediff.Hunk {
	var hunks []filediff.Hunk
	source.Each(result.Raw("structuredPatch"), func(raw []byte) {
		o := source.Parse(raw)
		k := filediff.Hunk{OldStart: o.Int(0, "oldStart"), NewStart: o.Int(0, "newStart")}
		lines := o.Raw("lines")
		jsonl.Array(lines, 0, func(at int) int {
			k.Lines = append(k.Lines, string(record.AppendString(nil, lines, at, -1)))
			return jsonl.Skip(lines, at)
		})
		hunks = append(hunks, k)
	})
	return hunks
}
