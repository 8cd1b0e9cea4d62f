package view

import (
	"slices"
	"strings"

	"unspool/parser/jsonl"
	"unspool/parser/patch"
	"unspool/parser/record"
)

// What is said of a net change, by name: how many changes it is about, but for
// the first.
const (
	noteTabs     = "tabs"     // the blanks that lines begin with may have been tabs
	noteOutside  = "outside"  // the file was changed by something else, which is among the changes
	noteAbsent   = "absent"   // the same in a session with agents whose records are not here: it may have been one of these
	noteUnplaced = "unplaced" // too little is recorded of a change
	noteLarge    = "large"    // a change replaces too much to be put together, or stands too far in the file
	noteBefore   = "before"   // what a file held before it was written is not recorded
	noteLeft     = "left"     // in an abandoned branch
	noteFailed   = "failed"   // it failed, or was refused or stopped
	noteOpen     = "open"     // no result is recorded
	noteCut      = "cut"      // the change is too long to be shown
)

var netNotes = []string{noteTabs, noteOutside, noteAbsent, noteUnplaced, noteLarge, noteBefore, noteLeft, noteFailed, noteOpen, noteCut}

// A netDiff finds out what became of one file. It goes from deed to deed and
// holds what is known by then, so that it can be done in stretches.
type netDiff struct {
	all     *fileOpLog
	path    string
	fileOps []sessionFileOp // of the file
	at      int
	history patch.History
	parts   []netPart
	isNew   bool
	notes   map[string]int
}

// A netPart is the change over a time of which all changes could be placed.
type netPart struct {
	first string // all that the file held before; "" where that is not known, or nothing
	hunks []patch.Hunk
}

func newNetDiff(all *fileOpLog, path string) *netDiff {
	n := &netDiff{all: all, path: path, fileOps: all.opsOn(path), notes: map[string]int{}}
	for len(n.fileOps) > 0 && n.fileOps[len(n.fileOps)-1].kind == reads { // they come too late to tell anything
		n.fileOps = n.fileOps[:len(n.fileOps)-1]
	}
	return n
}

// advance follows changes until room bytes were read, or to the end; it gives what
// is left of them.
func (v *Viewer) advance(n *netDiff, room int) int {
	for ; n.at < len(n.fileOps) && room > 0; n.at++ {
		room -= v.follow(n, &n.fileOps[n.at])
	}
	if n.at == len(n.fileOps) {
		n.part()
	}
	return room
}

func (n *netDiff) done() bool { return n.at == len(n.fileOps) }

// part ends a part: what follows cannot be put together with it.
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
	n.history = patch.History{}
}

// whole says that the change could be told without a gap.
func (n *netDiff) whole() bool {
	return len(n.parts) <= 1 && n.notes[noteUnplaced]+n.notes[noteLarge]+n.notes[noteBefore] == 0
}

// follow takes one deed; it gives the bytes it cost to read and to make.
func (v *Viewer) follow(n *netDiff, d *sessionFileOp) int {
	switch {
	case d.status == "running", d.status == "none":
		if d.kind != reads {
			n.notes[noteOpen]++
		}
		return 0
	case d.status != "ok" && d.status != "background":
		if d.kind != reads {
			n.notes[noteFailed]++
		}
		return 0
	case d.left():
		if d.kind != reads {
			n.notes[noteLeft]++
		}
		return 0
	}
	c := v.call(d.file, d.fileOp.call, bodyStructured)
	lines, made := n.history.Size(), 0
	switch {
	case d.kind == reads:
		n.learn(&c)
	case c.toolKind == "notebook":
		n.notebook(&c)
	case d.kind == writes:
		n.write(&c, d.created)
	default:
		made = n.edit(&c)
	}
	return c.Input.Len() + c.Structured.Len() + len(c.text) + lineCost*max(lines, n.history.Size()) + made
}

// lineCost is what each line of a file costs where a deed is followed, in bytes
// that are read: however small a change is, all lines are gone through.
const lineCost = 32

// learn takes what a call read of the file.
func (n *netDiff) learn(c *call) {
	file := c.result.object("file")
	if c.result.str(20, "type") != "text" || !file.isText("content") {
		return
	}
	content, cut := file.text("content")
	from := file.integer(1, "startLine")
	switch whole := from == 1 && file.integer(0, "numLines") == file.integer(-1, "totalLines"); {
	case cut:
	case !whole:
		n.history.LearnFrom(from, content) // what does not fit is told by the next change
	case !n.history.Observe(content):
		n.outside(content)
	}
}

// before takes what a change says that the file held; false where it says nothing.
func (n *netDiff) before(c *call) bool {
	if !c.result.isText("originalFile", "originalFileContents", "original_file") {
		return false
	}
	content, cut := c.result.text("originalFile", "originalFileContents", "original_file")
	if cut {
		return false
	}
	if !n.history.Observe(content) {
		n.outside(content)
	}
	return true
}

// foreign names what else may have changed files than the calls that are recorded.
func (t *fileOpLog) foreign() string {
	if slices.ContainsFunc(t.session.Agents, recordsMissing) {
		return noteAbsent
	}
	return noteOutside
}

// outside takes a content that something else gave the file. Where it is not
// known what that was before, another part begins.
func (n *netDiff) outside(content string) {
	n.notes[n.all.foreign()]++
	if n.history.SetContent(content) {
		return
	}
	n.part()
	n.history.Observe(content)
}

// edit takes a change of places in the file; it gives what it cost to make it.
func (n *netDiff) edit(c *call) (made int) {
	hunks := hunksOf(&c.result)
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

// tooFar says that a hunk reaches behind the lines that are followed.
func tooFar(k patch.Hunk) bool { return max(k.OldStart, k.NewStart)+len(k.Lines) > patch.MaxLines }

// leads says that a patch leads from one content to another.
func leads(before, after string, hunks []patch.Hunk, exact []string) bool {
	var h patch.History
	return h.Observe(before) && h.Apply(hunks, exact) && h.Observe(after)
}

// write takes a new content of the whole file.
func (n *netDiff) write(c *call, isNew bool) {
	from := &c.result
	if !from.isText("content") {
		from = &c.input
	}
	content, cut := from.text("content", "file_text")
	if cut || !from.isText("content", "file_text") {
		n.notes[noteUnplaced]++
		n.part()
		return
	}
	if isNew && n.history.Blank() && len(n.parts) == 0 {
		n.history.Create(content)
		return
	}
	if len(patch.Lines(content)) > patch.MaxLines {
		n.notes[noteLarge]++
		n.part()
		return
	}
	if n.before(c); n.history.SetContent(content) {
		return
	}
	before, known := patch.Revert(content, hunksOf(&c.result))
	if known = known && c.result.count(0, "structuredPatch") > 0; known && !n.history.ObserveApprox(before) {
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

// notebook takes a change of a notebook, where the whole of it is recorded.
func (n *netDiff) notebook(c *call) {
	if n.before(c) && c.result.isText("updated_file") {
		if content, cut := c.result.text("updated_file"); !cut && n.history.SetContent(content) {
			return
		}
	}
	n.notes[noteUnplaced]++
	n.part()
}

// A swap is what an edit replaces by what.
type swap struct {
	old, new string
	all      bool
}

// sidesOf gives what an edit replaces, and the lines that it says exactly.
func sidesOf(c *call) (sides []swap, exact []string) {
	add := func(o *object, all bool) {
		s := swap{all: all}
		s.old, _ = o.text("oldString", "old_string", "old_str")
		s.new, _ = o.text("newString", "new_string", "new_str")
		sides = append(sides, s)
		for _, words := range []string{s.old, s.new} {
			// The first line can be the rest of one, and the last its beginning.
			list := patch.Lines(words)
			if len(list) > 0 && !strings.HasSuffix(words, "\n") {
				list = list[:len(list)-1]
			}
			exact = append(exact, list[min(1, len(list)):]...)
		}
	}
	edits := c.result.raw("edits")
	if edits == nil {
		edits = c.input.raw("edits")
	}
	switch {
	case len(edits) > 0:
		all(edits, func(raw []byte) {
			o := parseObject(raw)
			add(&o, string(o.raw("replace_all", "replaceAll")) == "true")
		})
	case c.result.isText("newString"):
		add(&c.result, string(c.result.raw("replaceAll")) == "true")
	case c.input.isText("new_string", "new_str"):
		add(&c.input, string(c.input.raw("replace_all")) == "true")
	}
	return sides, exact
}

// maxReplaced bounds what the edits of one call may cost, in bytes that are read
// and written: about 0.1 s. A few that replace a letter everywhere by two could
// make more text than a machine holds.
const maxReplaced = 64 << 20

// placeCost is what each place costs where something is replaced, in such bytes.
const placeCost = 16

// replace makes the edits of a call, and gives what that cost; false where one
// finds nothing, or where all of them cost too much.
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

// hunksOf gives the patch that a result holds, nil where there is none.
func hunksOf(result *object) []patch.Hunk {
	var hunks []patch.Hunk
	all(result.raw("structuredPatch"), func(raw []byte) {
		o := parseObject(raw)
		k := patch.Hunk{OldStart: o.integer(0, "oldStart"), NewStart: o.integer(0, "newStart")}
		lines := o.raw("lines")
		jsonl.Array(lines, 0, func(at int) int {
			k.Lines = append(k.Lines, string(record.AppendString(nil, lines, at, -1)))
			return jsonl.Skip(lines, at)
		})
		hunks = append(hunks, k)
	})
	return hunks
}
