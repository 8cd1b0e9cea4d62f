package transcript

import "unspool/parser/record"

// A graph is the tree of records that the UUIDs of a main file form: which records the conversation
// consists of, and what branches off from it. It is built when the file has ended. Duplicates have
// no node: the first record with a UUID is the node for all of them.
type graph struct {
	f             *File
	path          []bool          // by record: on the path from the first record to the leaf
	messageBefore []int32         // by record: the message record before it, -1 for none
	root          []int32         // by record off the path: the topmost record of its subtree
	promptOf      map[int32]int32 // by side note: the prompt that a reply below it answers, -1 for none
}

// markBranches marks the records and turns of abandoned branches of the main conversation, and
// numbers the other turns.
func markBranches(f *File) {
	findBranches(f)
	c := f.Conversations[0]
	var before Turn
	for i := range c.Turns {
		t := &c.Turns[i]
		t.Branch = 0
		if int(t.First) < len(c.Items) {
			t.Branch = f.Records.At(c.Items[t.First].Record).Branch
		}
		if t.Branch == 0 {
			t.number(&before)
			before = *t
		} else {
			t.Number, t.Prompt = before.Number, before.Prompt
		}
	}
}

// findBranches finds the abandoned branches of the main conversation: FORMAT.md, "Recommended
// model". The conversation stays in file order. A subtree is abandoned if it branches off the path
// from the first record to the leaf and contains a prompt, or another reply to a prompt that the
// path answers.
func findBranches(f *File) {
	f.Branches, f.Broken = 0, false
	for i := range f.Records.Len() {
		f.Records.At(i).Branch = 0
	}
	if f.Role != RoleMain {
		return
	}
	g := graph{f: f, promptOf: map[int32]int32{}}
	leaf := g.leaf()
	if leaf == None {
		return
	}
	g.follow(leaf)
	g.complete()
	g.findRoots()
	abandoned := g.abandoned()
	number := map[int32]int32{}
	above := None // the root of the record before: metadata belongs where it was written
	for i := range f.Records.Len() {
		if !f.Records.At(i).UUID.None() {
			above = g.root[f.x.node(i)]
		}
		if above == None || !abandoned[above] {
			continue
		}
		if number[above] == 0 {
			f.Branches++
			number[above] = int32(f.Branches)
		}
		f.Records.At(i).Branch = number[above]
	}
	f.Broken = f.Branches == 0 && g.broken()
}

// leaf returns the record at which the conversation currently ends: the last-prompt's leaf if that
// was written after the last message (a rewind without a new prompt), else the latest message
// record without another one below it (FORMAT.md, "Which leaf").
func (g *graph) leaf() int32 {
	f := g.f
	if f.Metadata.leaf != "" && f.Metadata.savedPromptAt > f.Metadata.lastMessageAt {
		if at := f.x.find(f.x.seeds.UUID([]byte(f.Metadata.leaf))); at != None && f.Records.At(at).Conv == 0 {
			return at
		}
	}
	above := make([]bool, f.Records.Len()) // there is a message record below it
	for i := range f.Records.Len() {
		if !isMainMessage(f.Records.At(i)) {
			continue
		}
		at := f.Records.At(f.x.node(i)).Parent
		for at != None && !above[at] {
			above[at] = true
			if isMainMessage(f.Records.At(f.x.latest(at))) {
				break
			}
			at = f.Records.At(at).Parent
		}
	}
	for i := f.Records.Len() - 1; i >= 0; i-- {
		e := f.Records.At(i)
		if at := f.x.node(i); isMainMessage(e) && !above[at] && e.Flags&(record.Meta|record.Teammate) == 0 {
			return at
		}
	}
	return None
}

// isMainMessage reports whether a record is a prompt, a reply or a tool result of the main conversation.
func isMainMessage(e *Record) bool {
	return !e.UUID.None() && e.Conv == 0 && (e.Class == ClassPrompt || e.Class == ClassAssistant || e.Class == ClassToolResult)
}

// follow marks the ancestors of the leaf. A node that was written again has several parents. Cycles
// end where they reach the path.
func (g *graph) follow(leaf int32) {
	f := g.f
	g.path, g.messageBefore = make([]bool, f.Records.Len()), make([]int32, f.Records.Len())
	message := None
	for i := range f.Records.Len() {
		g.messageBefore[i] = message
		if isMainMessage(f.Records.At(i)) {
			message = f.x.node(i)
		}
	}
	for todo := []int32{leaf}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if g.path[at] {
			continue
		}
		g.path[at] = true
		if p := g.before(at); p != None {
			todo = append(todo, p)
		}
		for _, again := range f.x.repeats[at] {
			if p := f.Records.At(again).Parent; p != None && !g.path[p] {
				todo = append(todo, p)
			}
		}
	}
}

// before returns the record that the conversation continued from: the parent, or -1 for none. For a
// compaction it is the logical parent if that comes earlier in the file, else the message record
// before it. The latter also holds for a later root (a prompt or a hook of a resumed session): what
// comes before it is not a branch. Nothing is known about a parent that was never written.
func (g *graph) before(at int32) int32 {
	e := g.f.Records.At(at)
	switch {
	case e.Parent != None:
		return e.Parent
	case e.Class == ClassBoundary:
		if p, ok := g.f.x.logical[at]; ok && p < at {
			return p
		}
	case e.Flags&record.Root == 0:
		return None
	}
	return g.messageBefore[at]
}

// complete adds the records that belong to the path without being ancestors: the other records of a
// message, the results of its calls, and side notes.
func (g *graph) complete() {
	f := g.f
	for i := range f.Messages.Len() {
		on := false
		for at := f.Messages.At(i).First; at != None && !on; at = f.Records.At(at).Next {
			on = g.path[f.x.node(at)]
		}
		for at := f.Messages.At(i).First; at != None && on; at = f.Records.At(at).Next {
			g.path[f.x.node(at)] = true
		}
	}
	for i := range f.Calls.Len() {
		c := f.Calls.At(i)
		if c.Use != None && g.path[f.x.node(c.Use)] && c.Result != None {
			g.path[f.x.node(c.Result)] = true
		}
	}
	for i := range f.Records.Len() {
		if e := f.Records.At(i); e.Parent != None && g.path[e.Parent] && sideNote(e.Class) {
			g.path[i] = true
		}
	}
}

// sideNote reports whether records of a class are neither prompts or commands, nor replies or tool
// results.
func sideNote(c Class) bool {
	switch c {
	case ClassPrompt, ClassAssistant, ClassToolResult, ClassQueuedPrompt, ClassScheduled, ClassCommand, ClassShell:
		return false
	}
	return true
}

// drives reports whether a record of this class can begin a turn.
func drives(c Class) bool {
	return c == ClassPrompt || c == ClassScheduled || c == ClassCommand || c == ClassShell
}

// findRoots finds, for each record off the path, the topmost record of its subtree.
func (g *graph) findRoots() {
	const unknown, busy = None - 1, None - 2
	g.root = make([]int32, g.f.Records.Len())
	for i := range g.root {
		g.root[i] = unknown
	}
	var chain []int32
	for i := range g.root {
		root := None
		at := int32(i)
		for chain = chain[:0]; ; {
			e := g.f.Records.At(at)
			if g.path[at] || e.UUID.None() || e.Conv != 0 {
				break
			}
			if r := g.root[at]; r == busy { // a cycle: each of its records is its own root
				break
			} else if r != unknown {
				root = r
				break
			}
			g.root[at], root = busy, at
			chain = append(chain, at)
			if at = g.above(at); at == None {
				break
			}
		}
		for _, at := range chain {
			g.root[at] = root
		}
		if g.root[i] == unknown {
			g.root[i] = None
		}
	}
}

// above returns the parent. For a boundary off the path it returns the record that the boundary
// compacted, if that is off the path too: a rewind to before a compaction abandons both.
func (g *graph) above(at int32) int32 {
	e := g.f.Records.At(at)
	if e.Class == ClassBoundary && e.Parent == None {
		if p := g.before(at); p != None && !g.path[p] {
			return p
		}
	}
	return e.Parent
}

// abandoned returns the roots of the abandoned subtrees: those that branch off the path and contain
// a prompt, an answered command, or another reply to a prompt that the path answers too.
func (g *graph) abandoned() map[int32]bool {
	f := g.f
	answered := map[int32]bool{} // prompts that the path answers
	for i := range f.Records.Len() {
		if g.path[i] && f.Records.At(i).Class == ClassAssistant {
			answered[g.answers(i)] = true
		}
	}
	delete(answered, None)
	left, asked := map[int32]bool{}, map[int32]bool{}
	for i := range f.Records.Len() {
		e := f.Records.At(i)
		r := g.root[i]
		if r == None || e.Class == ClassDuplicate || e.Flags&record.Teammate != 0 {
			continue
		}
		if p := f.Records.At(r).Parent; p == None || !g.path[p] {
			continue
		}
		switch {
		case e.Class == ClassPrompt:
			left[r] = true
		case e.Class == ClassQueuedPrompt, drives(e.Class):
			asked[r] = true
		case e.Class == ClassAssistant:
			if asked[r] || i == r && answered[g.answers(r)] {
				left[r] = true
			}
		}
	}
	return left
}

// answers returns the prompt that a reply answers, with only side notes between the two, or -1 for
// none. Each record between them is visited once: chains of hooks can be long, and many replies can
// be below one.
func (g *graph) answers(at int32) int32 {
	var chain []int32
	prompt := None
	for p := g.f.Records.At(at).Parent; p != None; p = g.f.Records.At(p).Parent {
		if known, ok := g.promptOf[p]; ok {
			prompt = known
			break
		}
		if class := g.f.Records.At(p).Class; drives(class) {
			prompt = p
			break
		} else if !sideNote(class) || class == ClassPeer || class == ClassNotification {
			break
		}
		chain = append(chain, p)
		g.promptOf[p] = None // also ends a cycle
	}
	for _, p := range chain {
		g.promptOf[p] = prompt
	}
	return prompt
}

// broken reports whether the links cover less than half of the messages, so that no conclusion can
// be drawn from them. Files in stream-json format have no links at all.
func (g *graph) broken() bool {
	lost, message, linked := 0, 0, false
	for i := range g.f.Records.Len() {
		if e := g.f.Records.At(i); isMainMessage(e) {
			message++
			linked = linked || e.Parent != None
			if !g.path[g.f.x.node(i)] {
				lost++
			}
		}
	}
	return linked && message > 4 && lost > message/2
}
