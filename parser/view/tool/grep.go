package tool

import (
	"strings"

	"unspool/parser/internal/toolname"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
)

// grepKind searches in files: FORMAT.md, "toolUseResult by tool", Grep.
var grepKind = Kind{
	ID:      "grep",
	Names:   toolname.Greps(),
	Target:  []string{"pattern"},
	Note:    noteIn("path", "glob", "include"),
	Outcome: grepOutcome,
	Result:  grepParts,
	Series:  SeriesLook,
}

// globKind finds files by name: FORMAT.md, "toolUseResult by tool", Glob.
var globKind = Kind{
	ID:      "glob",
	Names:   []string{"Glob", "GlobTool"},
	Target:  []string{"pattern"},
	Note:    noteIn("path", "glob", "include"),
	Outcome: globOutcome,
	Result:  fileListParts,
	Series:  SeriesLook,
}

// listKind lists a folder: FORMAT.md, "toolUseResult by tool", LS.
var listKind = Kind{
	ID:      "list",
	Names:   []string{"LS", "LSTool"},
	Target:  []string{"path"},
	Outcome: treeOutcome,
	Result:  treeParts,
	Series:  SeriesLook,
}

func grepOutcome(c *Call, t *protocol.Tool) {
	r := &c.Output
	if t.Count, t.Unit = known(r.Int(-1, "numMatches")), "match"; t.Count == nil {
		t.Count, t.Unit = known(r.Int(-1, "numFiles")), "file"
	}
	if r.Text(20, "mode") == "content" {
		t.Count, t.Lines = nil, known(r.Int(-1, "numLines"))
	}
	t.More = isSet(r, "appliedLimit")
}

func globOutcome(c *Call, t *protocol.Tool) {
	t.Count, t.Unit = known(c.Output.Int(-1, "numFiles")), "file"
	t.More = isSet(&c.Output, "truncated")
}

func treeOutcome(c *Call, t *protocol.Tool) {
	for _, p := range treeParts(c) {
		if p.Kind == protocol.PartText {
			t.Count = new(strings.Count(p.Text, "\n") + 1)
		}
	}
}

// maxFiles limits the files of a result that are listed.
const maxFiles = 2000

// fileListParts returns the files that a search found.
func fileListParts(c *Call) []protocol.Part {
	list := c.Output.Array("filenames")
	if list == nil {
		return nil
	}
	p := protocol.Part{Kind: protocol.PartFiles, Role: protocol.RoleOutput, Size: len(list), Cut: len(list) > maxFiles}
	for _, name := range list[:min(len(list), maxFiles)] {
		p.Fields = append(p.Fields, protocol.Field{Name: string(name.GetStringBytes())})
	}
	return c.found(p)
}

// found returns a list of results, followed by the arguments that the row of the call
// does not show, and by the remaining members of the result, such as how much of the
// list was left out.
func (c *Call) found(p protocol.Part) []protocol.Part {
	shown := "path output_mode -n"
	if c.Args.Size("pattern") <= shortArgument {
		shown += " pattern"
	}
	if !c.Args.Has("path") {
		shown += " glob include"
	}
	parts := content.WithOthers([]protocol.Part{p}, protocol.RoleInput, &c.Args, shown)
	shown = "mode filenames content numFiles numLines numMatches durationMs countIsComplete"
	if string(c.Output.Raw("totalLines")) == string(c.Output.Raw("numLines")) {
		shown += " totalLines"
	}
	return content.WithOthers(parts, protocol.RoleStructured, &c.Output, shown)
}

// grepParts returns the matches of a search by its mode: lines, files, or files with
// the number of matches.
func grepParts(c *Call) []protocol.Part {
	switch c.Output.Text(20, "mode") {
	case "content":
		if !c.Output.IsString("content") {
			return nil
		}
		p := content.Text(protocol.PartMatches, protocol.RoleOutput, c.Output.Raw("content"))
		how := protocol.Field{Name: c.Args.Text(400, "pattern"), Value: c.Args.Text(1000, "path")}
		if isTrue(&c.Args, "-i") {
			how.Note = "i"
		}
		p.Fields = []protocol.Field{how}
		return c.found(p)
	case "count":
		text, more := c.Output.FullText("content")
		lines := strings.Count(strings.TrimSpace(text), "\n") + 1
		p := protocol.Part{Kind: protocol.PartFiles, Role: protocol.RoleOutput, Cut: more, Size: lines}
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if at := strings.LastIndexByte(line, ':'); at > 0 {
				p.Fields = append(p.Fields, protocol.Field{Name: line[:at], Value: line[at+1:]})
			}
		}
		return c.found(p)
	}
	return fileListParts(c)
}

// treeParts shows the folders that LS listed, without the list marks and the note at the end.
func treeParts(c *Call) []protocol.Part {
	p := content.Text(protocol.PartText, protocol.RoleOutput, c.text)
	if !strings.HasPrefix(p.Text, "- ") {
		return nil
	}
	listed, _, _ := strings.Cut(p.Text, "\n\nNOTE:")
	lines := strings.Split(strings.TrimSpace(listed), "\n")
	for i, line := range lines {
		lines[i] = strings.Replace(line, "- ", "", 1)
	}
	p.Text = strings.Join(lines, "\n")
	return content.WithOthers([]protocol.Part{p}, protocol.RoleInput, &c.Args, "path")
}
