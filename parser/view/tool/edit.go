package tool

import (
	"strings"

	"unspool/parser/filediff"
	"unspool/parser/internal/toolname"
	"unspool/parser/record"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// editKind changes parts of files: FORMAT.md, "toolUseResult by tool", Edit and MultiEdit.
var editKind = Kind{
	ID:      "edit",
	Names:   toolname.Edits(),
	Target:  []string{"file_path", "path"},
	Refine:  refineEditor,
	Outcome: editOutcome,
	Input:   editInput,
	Result:  changeParts,
	Series:  SeriesEdit,
	FileOp:  Edits,
	Change:  editChange,
}

// writeKind writes whole files: FORMAT.md, "toolUseResult by tool", Write.
var writeKind = Kind{
	ID:      "write",
	Names:   toolname.Writes(),
	Target:  []string{"file_path", "path"},
	Outcome: writeOutcome,
	Input:   writeInput,
	Result:  changeParts,
	Series:  SeriesEdit,
	FileOp:  Writes,
	Change:  (*Call).PatchSize,
}

// refineEditor returns what an editor of the API does, which is one tool for everything.
func refineEditor(input *source.Object) *Kind {
	switch input.Text(20, "command") {
	case "view":
		return &readKind
	case "create":
		return &writeKind
	}
	return nil
}

func editOutcome(c *Call, t *protocol.Tool) {
	added, removed, ok := c.PatchSize()
	if !ok && t.Status == protocol.CallOK {
		added, removed, ok = editChange(c)
	}
	t.Added, t.Removed = protocol.OrNull(added, ok), protocol.OrNull(removed, ok)
}

func writeOutcome(c *Call, t *protocol.Tool) {
	if c.Args.IsString("content") {
		t.Lines = new(c.Args.LineCount("content"))
	}
	added, removed, ok := c.PatchSize()
	if t.Added, t.Removed = protocol.OrNull(added, ok), protocol.OrNull(removed, ok); !ok {
		t.Answer = c.Output.Text(20, "type")
	}
}

// PatchSize counts the lines that the recorded patch adds and removes. The third result is false
// if there is no patch.
func (c *Call) PatchSize() (added, removed int, ok bool) {
	if c.Output.Count(0, "structuredPatch") == 0 {
		return 0, 0, false
	}
	source.Each(c.Output.Raw("structuredPatch"), func(raw []byte) {
		hunk := source.Parse(raw)
		source.Each(hunk.Raw("lines"), func(line []byte) {
			switch string(record.AppendString(nil, line, 0, 1)) {
			case "+":
				added++
			case "-":
				removed++
			}
		})
	})
	return added, removed, true
}

// editChange counts the lines that an edit adds and removes, by its patch or by comparing its
// sides. The third result is false if neither is recorded, or if the sides are too large to
// compare for one row.
func editChange(c *Call) (added, removed int, ok bool) {
	if added, removed, ok = c.PatchSize(); ok {
		return added, removed, true
	}
	sides := c.inputParts()
	for _, p := range sides {
		if p.Kind != protocol.PartDiff || p.Cut {
			return 0, 0, false
		}
		a, r, ok := filediff.Count(p.Old, p.New)
		if !ok {
			return 0, 0, false
		}
		added, removed = added+a, removed+r
	}
	return added, removed, len(sides) > 0
}

func writeInput(c *Call) []protocol.Part {
	if !c.Args.IsString("content") {
		return nil
	}
	return []protocol.Part{content.Code(protocol.RoleInput, c.path(), c.Args.Raw("content"))}
}

func editInput(c *Call) []protocol.Part {
	if c.Args.IsString("old_string") {
		return []protocol.Part{sidesPart(c.path(), &c.Args)}
	}
	var parts []protocol.Part
	more := source.EachShown(c.Args.Raw("edits"), func(edit []byte) {
		o := source.Parse(edit)
		parts = append(parts, sidesPart(c.path(), &o))
	})
	if more {
		parts = append(parts, content.Incomplete(c.Args.Size("edits")))
	}
	return parts
}

// sidesPart returns a change as its two sides.
func sidesPart(name string, o *source.Object) protocol.Part {
	p := protocol.Part{Kind: protocol.PartDiff, Name: name}
	var before, after bool
	p.Old, before = o.FullText("old_string", "old_source")
	p.New, after = o.FullText("new_string", "new_source")
	// Both sides are excerpts of a file: it means nothing that both end within a line.
	if !strings.HasSuffix(p.Old, "\n") && !strings.HasSuffix(p.New, "\n") {
		p.Old, p.New = withLineEnd(p.Old), withLineEnd(p.New)
	}
	p.Cut, p.Size = before || after, o.Size("old_string", "old_source")+o.Size("new_string", "new_source")
	return p
}

func withLineEnd(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n"
}

// changeParts returns the change that a call made to a file: the recorded patch, which
// includes the line numbers, or else the two sides. A new file is returned as a whole.
func changeParts(c *Call) []protocol.Part {
	var parts []protocol.Part
	if p := patchPart(c); p != nil {
		parts = []protocol.Part{*p}
	} else if c.Output.Has("filePath") {
		parts = c.inputParts()
	} else {
		return nil
	}
	// These members are shown elsewhere in the body, or are copies of the text.
	return content.WithOthers(parts, "", &c.Output,
		"type filePath content oldString newString edits originalFile originalFileContents structuredPatch")
}

// MaxPatch limits the lines of a patch that cross to a screen: 1 MB.
const MaxPatch = 1 << 20

// patchPart returns a change as its recorded patch, or nil if there is none.
func patchPart(c *Call) *protocol.Part {
	p := &protocol.Part{Kind: protocol.PartDiff, Name: c.Output.Text(1000, "filePath"), Size: c.Output.Size("structuredPatch")}
	if p.Name == "" {
		p.Name = c.Args.Text(1000, "file_path")
	}
	room := MaxPatch
	more := source.EachShown(c.Output.Raw("structuredPatch"), func(raw []byte) {
		o := source.Parse(raw)
		hunk := protocol.Hunk{OldStart: o.Int(0, "oldStart"), OldLines: protocol.OrNull(o.Natural("oldLines")),
			NewStart: o.Int(0, "newStart"), NewLines: protocol.OrNull(o.Natural("newLines")), Lines: []string{}}
		source.Each(o.Raw("lines"), func(raw []byte) {
			if room -= 20; room > 0 { // an empty line has a cost, too
				line := record.AppendString(nil, raw, 0, room)
				room -= len(line)
				hunk.Lines = append(hunk.Lines, string(line))
			}
		})
		p.Hunks = append(p.Hunks, hunk)
	})
	if p.Hunks == nil {
		return nil
	}
	if p.Cut = more || room <= 0; !p.Cut {
		p.Old = c.Output.Text(source.MaxText, "originalFile", "originalFileContents")
	}
	return p
}
