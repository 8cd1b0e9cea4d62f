package view

import (
	"strconv"
	"strings"

	"unspool/parser/filediff"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// readParts returns the content of a file that was read, by the type of the result:
// text, image, pdf, notebook, parts (pages as images) or file_unchanged.
func (v *toolReader) readParts(c *call) []protocol.Part {
	file := c.result.Object("file")
	name := file.Text(1000, "filePath")
	switch {
	case file.IsString("content"):
		p := content.Code("output", name, file.Raw("content"))
		p.Start = file.Int(1, "startLine")
		return []protocol.Part{p}
	case file.Has("cells"):
		return cellParts(file.Raw("cells"))
	case len(file.Keys) == 0:
		return c.numberedParts()
	}
	parts := content.Parts(v.source, c.file, c.Result, c.file.Blocks.At(c.ResultBlk).Text, "output")
	if !content.HasMedia(parts) {
		parts = append(parts, content.AllMedia(v.source, c.file, c.Result, c.Structured)...)
	}
	return content.WithOthers(parts, "structured", &file, "base64 type filePath originalSize dimensions")
}

// cellParts returns the cells of a notebook: their sources and printed outputs.
func cellParts(cells []byte) []protocol.Part {
	var parts []protocol.Part
	n := 0
	more := source.EachShown(cells, func(cell []byte) {
		o := source.Parse(cell)
		kind := o.Text(20, "cell_type", "cellType")
		code, more := source.Words(o.Raw("source"), content.PartLimit)
		n++
		p := protocol.Part{Kind: "code", Role: "output", Name: "cell " + strconv.Itoa(n) + "." + cellLanguage(&o), Text: code,
			Cut: more, Size: o.Size("source"), Start: 1, Exit: -1}
		if kind == "markdown" {
			p.Kind, p.Name, p.Start = "markdown", "cell "+strconv.Itoa(n), 0
		}
		parts = append(parts, p)
		left := source.EachShown(o.Raw("outputs"), func(raw []byte) {
			out := source.Parse(raw)
			if printed, more := source.JoinLines(out.Raw("text"), content.PartLimit); printed != "" {
				parts = append(parts, protocol.Part{Kind: "terminal", Text: printed, Cut: more, Size: max(len(printed), out.Size("text")), Exit: -1})
			}
		})
		if left {
			parts = append(parts, content.Incomplete(o.Size("outputs")))
		}
	})
	if more {
		parts = append(parts, content.Incomplete(len(cells)))
	}
	return parts
}

// changeParts returns the change that a call made to a file: the recorded patch, which
// includes the line numbers, or else the two sides. A new file is returned as a whole.
func changeParts(c *call) []protocol.Part {
	var parts []protocol.Part
	if p := patchPart(c); p != nil {
		parts = []protocol.Part{*p}
	} else if c.result.Has("filePath") {
		parts = c.inputParts()
	} else {
		return nil
	}
	// These members are shown elsewhere in the body, or are copies of the text.
	return content.WithOthers(parts, "", &c.result,
		"type filePath content oldString newString edits originalFile originalFileContents structuredPatch")
}

// maxPatch limits the lines of a patch that cross to a screen: 1 MB.
const maxPatch = 1 << 20

// patchPart returns a change as its recorded patch, or nil if there is none.
func patchPart(c *call) *protocol.Part {
	p := &protocol.Part{Kind: "diff", Name: c.result.Text(1000, "filePath"), Size: c.result.Size("structuredPatch"), Exit: -1}
	if p.Name == "" {
		p.Name = c.input.Text(1000, "file_path")
	}
	room := maxPatch
	more := source.EachShown(c.result.Raw("structuredPatch"), func(raw []byte) {
		o := source.Parse(raw)
		hunk := protocol.Hunk{OldStart: o.Int(0, "oldStart"), OldLines: o.Int(-1, "oldLines"),
			NewStart: o.Int(0, "newStart"), NewLines: o.Int(-1, "newLines"), Lines: []string{}}
		lines := o.Raw("lines")
		jsonl.Array(lines, 0, func(at int) int {
			if room -= 20; room > 0 { // an empty line has a cost, too
				line := record.AppendString(nil, lines, at, room)
				room -= len(line)
				hunk.Lines = append(hunk.Lines, string(line))
			}
			return jsonl.Skip(lines, at)
		})
		p.Hunks = append(p.Hunks, hunk)
	})
	if p.Hunks == nil {
		return nil
	}
	if p.Cut = more || room <= 0; !p.Cut {
		p.Old = c.result.Text(source.MaxText, "originalFile", "originalFileContents")
	}
	return p
}

// changePart returns a change as its two sides.
func changePart(name string, o *source.Object) protocol.Part {
	p := protocol.Part{Kind: "diff", Name: name, Exit: -1}
	var before, after bool
	p.Old, before = o.FullText("old_string", "old_source")
	p.New, after = o.FullText("new_string", "new_source")
	// Both sides are segments of a file: it means nothing that both end within a line.
	if !strings.HasSuffix(p.Old, "\n") && !strings.HasSuffix(p.New, "\n") {
		p.Old, p.New = ended(p.Old), ended(p.New)
	}
	p.Cut, p.Size = before || after, o.Size("old_string", "old_source")+o.Size("new_string", "new_source")
	return p
}

func ended(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n"
}

// editSize counts the lines that a change adds and removes, by comparing its sides. It
// returns -1 if no sides are recorded, or if they are too large to compare for one row.
func (c *call) editSize() (added, removed int) {
	sides := c.inputParts()
	for _, p := range sides {
		if p.Kind != "diff" || p.Cut {
			return -1, -1
		}
		a, r := filediff.Count(p.Old, p.New)
		if a < 0 {
			return -1, -1
		}
		added, removed = added+a, removed+r
	}
	if sides == nil {
		return -1, -1
	}
	return added, removed
}

func multiEdit(name string, input *source.Object) []protocol.Part {
	var parts []protocol.Part
	more := source.EachShown(input.Raw("edits"), func(edit []byte) {
		o := source.Parse(edit)
		parts = append(parts, changePart(name, &o))
	})
	if more {
		parts = append(parts, content.Incomplete(input.Size("edits")))
	}
	return parts
}

// notebookParts returns the change of a notebook cell.
func notebookParts(c *call) []protocol.Part {
	from := &c.result
	if !from.Has("new_source") {
		from = &c.input
	}
	if !from.IsString("new_source", "old_source") {
		return nil
	}
	return content.WithOthers([]protocol.Part{cellChange(&c.input, from)}, "structured", from,
		"new_source old_source notebook_path original_file updated_file cell_type cell_id edit_mode language")
}

// cellChange returns the change of a cell, named after the id and the language of the
// cell.
func cellChange(input, from *source.Object) protocol.Part {
	name := "cell"
	if id := from.Text(100, "cell_id"); id != "" {
		name += " " + id
	} else if id := input.Text(100, "cell_id"); id != "" {
		name += " " + id
	}
	return changePart(name+"."+cellLanguage(from), from)
}

// cellLanguage returns the file extension for the language of a cell.
func cellLanguage(cell *source.Object) string {
	switch language := cell.Text(20, "language"); {
	case cell.Text(20, "cell_type", "cellType") == "markdown":
		return "md"
	case language != "" && language != "python":
		return language
	}
	return "py"
}

// listParts returns the files that a search found.
func listParts(c *call) []protocol.Part {
	list := c.result.Array("filenames")
	if list == nil {
		return nil
	}
	const most = 2000
	p := protocol.Part{Kind: "files", Role: "output", Size: len(list), Cut: len(list) > most, Exit: -1}
	for _, name := range list[:min(len(list), most)] {
		p.Fields = append(p.Fields, protocol.Field{Name: string(name.GetStringBytes())})
	}
	return c.found(p)
}

// found returns a list of results, followed by the arguments that the row of the call
// does not show, and by the remaining members of the result, such as how much of the
// list was left out.
func (c *call) found(p protocol.Part) []protocol.Part {
	inLine := "path output_mode -n"
	if c.input.Size("pattern") <= 60 { // the row shortens a longer one
		inLine += " pattern"
	}
	if !c.input.Has("path") {
		inLine += " glob include"
	}
	parts := content.WithOthers([]protocol.Part{p}, "input", &c.input, inLine)
	shown := "mode filenames content numFiles numLines numMatches durationMs countIsComplete"
	if string(c.result.Raw("totalLines")) == string(c.result.Raw("numLines")) {
		shown += " totalLines"
	}
	return content.WithOthers(parts, "structured", &c.result, shown)
}

// grepParts returns the matches of a search by its mode: lines, files, or files with
// the number of matches.
func grepParts(c *call) []protocol.Part {
	switch c.result.Text(20, "mode") {
	case "content":
		if !c.result.IsString("content") {
			return nil
		}
		p := content.Text("matches", "output", c.result.Raw("content"))
		how := protocol.Field{Name: c.input.Text(400, "pattern"), Value: c.input.Text(1000, "path")}
		if string(c.input.Raw("-i")) == "true" {
			how.Note = "i"
		}
		p.Fields = []protocol.Field{how}
		return c.found(p)
	case "count":
		text, more := c.result.FullText("content")
		p := protocol.Part{Kind: "files", Role: "output", Cut: more, Size: strings.Count(strings.TrimSpace(text), "\n") + 1, Exit: -1}
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if at := strings.LastIndexByte(line, ':'); at > 0 {
				p.Fields = append(p.Fields, protocol.Field{Name: line[:at], Value: line[at+1:]})
			}
		}
		return c.found(p)
	}
	return listParts(c)
}
