package tool

import (
	"strconv"

	"unspool/parser/filediff"
	"unspool/parser/internal/toolname"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// notebookKind changes cells of notebooks: FORMAT.md, "toolUseResult by tool", NotebookEdit.
var notebookKind = Kind{
	ID:       "notebook",
	Names:    toolname.Notebooks(),
	Target:   []string{"notebook_path"},
	Outcome:  func(c *Call, t *protocol.Tool) { t.Answer = c.Output.Text(20, "edit_mode") },
	Input:    notebookInput,
	Result:   notebookParts,
	FileOp:   Edits,
	ReadOnly: []string{"NotebookRead", "ReadNotebook"},
	Change:   notebookChange,
}

func notebookInput(c *Call) []protocol.Part {
	if !c.Args.IsString("new_source") {
		return nil
	}
	return []protocol.Part{cellChange(&c.Args, &c.Args)}
}

// notebookParts returns the change of a notebook cell.
func notebookParts(c *Call) []protocol.Part {
	from := &c.Output
	if !from.Has("new_source") {
		from = &c.Args
	}
	if !from.IsString("new_source", "old_source") {
		return nil
	}
	return content.WithOthers([]protocol.Part{cellChange(&c.Args, from)}, protocol.RoleStructured, from,
		"new_source old_source notebook_path original_file updated_file cell_type cell_id edit_mode language")
}

func notebookChange(c *Call) (added, removed int, ok bool) {
	parts := notebookParts(c)
	if len(parts) == 0 {
		return 0, 0, false
	}
	return filediff.Count(parts[0].Old, parts[0].New)
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
	return sidesPart(name+"."+cellLanguage(from), from)
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

// cellParts returns the cells of a notebook: their sources and printed outputs.
func cellParts(cells []byte) []protocol.Part {
	var parts []protocol.Part
	n := 0
	more := source.EachShown(cells, func(cell []byte) {
		o := source.Parse(cell)
		kind := o.Text(20, "cell_type", "cellType")
		code, more := source.Words(o.Raw("source"), content.PartLimit)
		n++
		p := protocol.Part{
			Kind: protocol.PartCode, Role: protocol.RoleOutput, Name: "cell " + strconv.Itoa(n) + "." + cellLanguage(&o),
			Text: code, Cut: more, Size: o.Size("source"), Start: 1,
		}
		if kind == "markdown" {
			p.Kind, p.Name, p.Start = protocol.PartMarkdown, "cell "+strconv.Itoa(n), 0
		}
		parts = append(parts, p)
		left := source.EachShown(o.Raw("outputs"), func(raw []byte) {
			out := source.Parse(raw)
			if printed, more := source.JoinLines(out.Raw("text"), content.PartLimit); printed != "" {
				parts = append(parts, protocol.Part{Kind: protocol.PartTerminal, Text: printed, Cut: more,
					Size: max(len(printed), out.Size("text"))})
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
