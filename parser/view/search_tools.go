package view

import (
	"strings"

	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// treeParts shows the folders that LS listed, without the list marks and the note at the end.
func treeParts(c *call) []protocol.Part {
	p := content.Text("text", "output", c.text)
	if !strings.HasPrefix(p.Text, "- ") {
		return nil
	}
	listed, _, _ := strings.Cut(p.Text, "\n\nNOTE:")
	lines := strings.Split(strings.TrimSpace(listed), "\n")
	for i, line := range lines {
		lines[i] = strings.Replace(line, "- ", "", 1)
	}
	p.Text = strings.Join(lines, "\n")
	return content.WithOthers([]protocol.Part{p}, "input", &c.input, "path")
}

// placeParts shows the results of a language server: locations as a list of files with their
// lines, other results as they are.
func placeParts(c *call) []protocol.Part {
	text := c.result.Text(source.MaxText, "result")
	p := protocol.Part{Kind: "files", Role: "output", Exit: -1}
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		place, found := strings.CutPrefix(line, "Line ")
		name, file := strings.CutSuffix(line, ":")
		switch n := len(p.Fields); {
		case found && n > 0 && p.Fields[n-1].Value == "":
			p.Fields[n-1].Value = place
		case found && n > 0:
			p.Fields[n-1].Value += ", " + place
		case file && !strings.HasPrefix(line, "Found ") && n < source.MaxShown:
			p.Fields = append(p.Fields, protocol.Field{Name: name})
		}
	}
	if len(p.Fields) == 0 || p.Fields[0].Value == "" {
		return nil
	}
	p.Size = len(p.Fields)
	return content.WithOthers([]protocol.Part{p}, "input", &c.input, "operation filePath line")
}
