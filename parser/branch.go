package parser

import "unspool/parser/record"

// markBranches finds the abandoned alternatives of the main conversation:
// format.md, "The graph". The conversation stays in file order; what hangs off
// the path from the first record to the leaf, and holds a prompt of its own,
// was left behind by a rewind.
func (f *File) markBranches() {
	if f.Role != RoleMain {
		return
	}
	path := f.path(f.leaf())
	if path == nil {
		return
	}
	// Off the path: the topmost record of each subtree stands for all of it.
	root := make([]int32, len(f.Records))
	prompts := map[int32]bool{}
	lost, talk, linked := 0, 0, false // stream-json has no links at all
	for i := range f.Records {
		e := &f.Records[i]
		at := int32(i)
		root[at] = none
		if e.UUID == "" && i > 0 {
			root[at] = root[at-1] // metadata stands where it was written
		}
		if e.UUID == "" || e.Conv != 0 || e.Class == ClassDuplicate {
			continue
		}
		talks := e.Class == ClassPrompt || e.Class == ClassAssistant || e.Class == ClassToolResult
		if talks {
			talk++
			linked = linked || e.Parent != none
		}
		if path[at] {
			continue
		}
		if talks {
			lost++
		}
		root[at] = at
		if p := e.Parent; p != none && p < at && !path[p] && root[p] != none {
			root[at] = root[p]
		}
		if e.Class == ClassPrompt {
			prompts[root[at]] = true
		}
	}
	numbers := map[int32]int32{}
	for i := range f.Records {
		r := root[i]
		if r == none || !prompts[r] || f.Records[r].Parent == none || !path[f.Records[r].Parent] {
			continue
		}
		if numbers[r] == 0 {
			f.Branches++
			numbers[r] = int32(f.Branches)
		}
		f.Records[i].Branch = numbers[r]
	}
	if f.Branches == 0 && linked && lost > talk/2 && talk > 4 {
		f.diags.add(Diagnostic{Code: CodeBroken, Severity: Info, File: f,
			Text: "Most records are not linked to the last one; everything is shown in file order"})
	}
	c := f.Conversations[0]
	for i := range c.Turns {
		if first := c.Turns[i].First; int(first) < len(c.Items) {
			c.Turns[i].Branch = f.Records[c.Items[first].Record].Branch
		}
	}
}

// leaf is the record at which the conversation stands: the last-prompt's leaf
// if that was written after the last talk (a rewind without a new prompt), else
// the latest end of a chain.
func (f *File) leaf() int32 {
	if f.facts.leaf != "" && f.facts.lastPromptAt > f.facts.lastTalkAt {
		if at, ok := f.uuids[f.facts.leaf]; ok && f.Records[at].Conv == 0 {
			return at
		}
	}
	for i := len(f.Records) - 1; i >= 0; i-- {
		e := &f.Records[i]
		if e.UUID != "" && e.Conv == 0 && e.Class != ClassDuplicate && e.Flags&record.Meta == 0 &&
			(e.Class == ClassPrompt || e.Class == ClassAssistant || e.Class == ClassToolResult) {
			return int32(i)
		}
	}
	return none
}

// path marks the ancestors of the leaf, and what belongs to them without being
// one: the other records of a message, the results of its calls, side notes.
func (f *File) path(leaf int32) []bool {
	if leaf == none {
		return nil
	}
	path := make([]bool, len(f.Records))
	for at := leaf; at != none && !path[at]; at = f.before(at) {
		path[at] = true
	}
	for i := range f.Messages {
		on := false
		for at := f.Messages[i].First; at != none; at = f.Records[at].Next {
			on = on || path[at]
		}
		if on {
			for at := f.Messages[i].First; at != none; at = f.Records[at].Next {
				path[at] = true
			}
		}
	}
	for i := range f.Calls {
		c := &f.Calls[i]
		if c.Use != none && path[c.Use] && c.Result != none {
			path[c.Result] = true
		}
	}
	for i := range f.Records {
		e := &f.Records[i]
		if e.Parent != none && path[e.Parent] && sideNote(e.Class) {
			path[i] = true
		}
	}
	return path
}

func sideNote(c Class) bool {
	switch c {
	case ClassPrompt, ClassAssistant, ClassToolResult, ClassSteer, ClassAuto:
		return false
	}
	return true
}

// before gives the record that the conversation came from: the parent; at a
// compaction the logical parent if it stands earlier, else the talk before it.
func (f *File) before(at int32) int32 {
	e := &f.Records[at]
	if e.Parent != none {
		return e.Parent
	}
	if e.Class != ClassBoundary {
		return none
	}
	if p, ok := f.logical[at]; ok && p < at {
		return p
	}
	for i := at - 1; i >= 0; i-- {
		p := &f.Records[i]
		if p.UUID != "" && p.Conv == 0 && (p.Class == ClassPrompt || p.Class == ClassAssistant || p.Class == ClassToolResult) {
			return i
		}
	}
	return none
}
