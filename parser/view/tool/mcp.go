package tool

import (
	"strings"

	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// mcpKind has the tools of MCP servers, which are named mcp__server__tool: FORMAT.md,
// "toolUseResult by tool", MCP tools.
var mcpKind = Kind{
	ID:           "mcp",
	Decode:       readDisplayNames,
	Series:       "mcp",
	ByTool:       true,
	AllArguments: true,
}

// resourceKind lists the resources of MCP servers, and reads them: FORMAT.md, "toolUseResult
// by tool", ListMcpResources and ReadMcpResource.
var resourceKind = Kind{
	ID:     "resource",
	Names:  []string{"ListMcpResources", "ListMcpResourcesTool", "ReadMcpResource", "ReadMcpResourceTool"},
	Target: []string{"uri", "server"},
	Result: resourceParts,
	Series: "mcp",
	ByTool: true,
}

// splitName splits the name of an MCP tool. For the names of other tools, ok is false.
func splitName(name string) (server, tool string, ok bool) {
	remainder, ok := strings.CutPrefix(name, "mcp__")
	server, tool, found := strings.Cut(remainder, "__")
	if !ok || !found {
		return "", name, false
	}
	return shortServer(server), tool, true
}

// shortServer shortens the name of a plugin's server, plugin_<plugin>_<server>, which mostly
// has the same name as its plugin. Other names are only cut at the prefix: since both parts
// can contain "_", they cannot be separated.
func shortServer(server string) string {
	both, ok := strings.CutPrefix(server, "plugin_")
	if half := len(both) / 2; ok && len(both)%2 == 1 && both[half] == '_' && both[:half] == both[half+1:] {
		return both[:half]
	}
	return both
}

// readDisplayNames sets the display names of the server and the tool, if the record of the
// call has them: in a list, or in an object by call.
func readDisplayNames(c *Call) {
	line := source.Parse(c.src.Record(c.File, c.Use))
	meta := line.Object("tool_use_meta")
	id := c.File.Ident(c.ID)
	if own := meta.Object(id); len(own.Keys) > 0 {
		meta = own
	}
	source.Each(line.Raw("tool_use_meta"), func(raw []byte) {
		if one := source.Parse(raw); one.Text(200, "id", "tool_use_id") == id {
			meta = one
		}
	})
	if name := meta.Text(200, "display_name"); name != "" {
		c.Tool = name
	}
	if name := meta.Text(200, "server_display_name"); name != "" {
		c.Server = name
	}
}

// resourceParts lists the resources of MCP servers, or shows the contents of one.
func resourceParts(c *Call) []protocol.Part {
	parts := c.argumentParts()
	list := content.Builder{Role: protocol.RoleOutput, Size: c.Output.Size("contents")}
	more := source.EachShown(c.Output.Raw("contents"), func(raw []byte) {
		one := source.Parse(raw)
		list.Resource(&one)
	})
	list.Flush()
	if more {
		list.Add(content.Incomplete(list.Size))
	}
	if list.Parts != nil {
		return append(parts, list.Parts...)
	}
	p := protocol.Part{Kind: protocol.PartLinks, Role: protocol.RoleOutput}
	for _, x := range source.ParseArray(c.outputList) {
		f := protocol.Field{Name: string(x.GetStringBytes("name")), Value: string(x.GetStringBytes("uri")),
			Note: string(x.GetStringBytes("description"))}
		if f.Note == "" {
			f.Note = string(x.GetStringBytes("mimeType"))
		}
		p.Fields = append(p.Fields, f)
	}
	if p.Fields == nil {
		return nil
	}
	return append(parts, p)
}
