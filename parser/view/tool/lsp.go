package tool

import (
	"strings"

	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// lspKind queries a language server: FORMAT.md, "toolUseResult by tool", LSP.
var lspKind = Kind{
	ID:      "lsp",
	Names:   []string{"LSP"},
	Target:  []string{"filePath", "query", "operation"},
	Note:    noteIn("operation"),
	Outcome: lspOutcome,
	Result:  lspParts,
}

func lspOutcome(c *Call, t *protocol.Tool) {
	t.Count, t.From = known(c.Output.Int(-1, "resultCount")), c.Args.Int(0, "line")
}

// lspParts shows the results of a language server: locations as a list of files with their
// lines, other results as they are.
func lspParts(c *Call) []protocol.Part {
	text := c.Output.Text(source.MaxText, "result")
	p := protocol.Part{Kind: protocol.PartFiles, Role: protocol.RoleOutput}
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
	return content.WithOthers([]protocol.Part{p}, protocol.RoleInput, &c.Args, "operation filePath line")
}
