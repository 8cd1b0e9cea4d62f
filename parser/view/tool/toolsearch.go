package tool

import (
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
)

// toolSearchKind finds tools that are not loaded yet: FORMAT.md, "toolUseResult by tool",
// ToolSearch.
var toolSearchKind = Kind{
	ID:      "toolsearch",
	Names:   []string{"ToolSearch", "MCPSearch", "tool_search_tool_regex", "tool_search_tool_bm25"},
	Target:  []string{"query", "pattern"},
	Outcome: toolSearchOutcome,
	Result:  toolSearchParts,
	Series:  "toolsearch",
}

func toolSearchOutcome(c *Call, t *protocol.Tool) {
	if t.Count = known(c.Output.Count(-1, "matches")); t.Count == nil {
		if t.Count = known(c.count("tool_reference")); t.Count == nil {
			t.Count = known(c.reply.Count(-1, "tool_references"))
		}
	}
}

// toolSearchParts lists the tools that a tool search found.
func toolSearchParts(c *Call) []protocol.Part {
	p := protocol.Part{Kind: protocol.PartLinks, Role: protocol.RoleOutput}
	for _, found := range c.Output.Array("matches") {
		if server, tool, _ := splitName(string(found.GetStringBytes())); tool != "" {
			p.Fields = append(p.Fields, protocol.Field{Name: tool, Note: server})
		}
	}
	if p.Fields == nil {
		return nil
	}
	return content.WithOthers([]protocol.Part{p}, protocol.RoleInput, &c.Args, "query")
}
