package view

import (
	"strings"

	"github.com/valyala/fastjson"

	"unspool/parser/jsonl"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// fetchParts shows a fetched page: the question about it, and the answer.
func fetchParts(c *call) []protocol.Part {
	if !c.result.IsString("result") {
		return nil
	}
	parts := append(c.argumentParts(), content.Text("markdown", "output", c.result.Raw("result")))
	shown := "result url durationMs"
	if c.result.Int(0, "code") == 200 {
		shown += " code codeText"
	}
	return content.WithOthers(parts, "structured", &c.result, shown)
}

// linkParts shows the results of a web search, and the text about them.
func linkParts(c *call) []protocol.Part {
	list := c.result.Array("results")
	if list == nil {
		return c.writtenLinks()
	}
	p := protocol.Part{Kind: "links", Role: "output", Name: c.input.Text(400, "query"), Exit: -1}
	var outputs []string
	for _, x := range list {
		if x.Type() == fastjson.TypeString {
			outputs = append(outputs, string(x.GetStringBytes()))
		}
		for _, hit := range x.GetArray("content") {
			p.Fields = append(p.Fields, protocol.Field{Name: string(hit.GetStringBytes("title")), Value: string(hit.GetStringBytes("url"))})
		}
	}
	parts := []protocol.Part{p}
	if s := strings.Join(outputs, "\n\n"); strings.TrimSpace(s) != "" {
		parts = append(parts, content.Markdown("output", s, false))
	}
	return content.WithOthers(parts, "structured", &c.result, "query results durationSeconds")
}

// writtenLinks shows a web search of which only the text for Claude is recorded: `Links:
// [{"title":…,"url":…}]`, followed by the answer. It returns nil for other text.
func (c *call) writtenLinks() []protocol.Part {
	all, more := c.words(source.MaxText)
	_, remainder, found := strings.Cut(all, "Links: ")
	end := jsonl.Skip([]byte(remainder), 0)
	if !found || end < 0 {
		return nil
	}
	p := protocol.Part{Kind: "links", Role: "output", Name: c.input.Text(400, "query"), Exit: -1}
	for _, hit := range source.ParseArray([]byte(remainder[:end])) {
		p.Fields = append(p.Fields, protocol.Field{Name: string(hit.GetStringBytes("title")), Value: string(hit.GetStringBytes("url"))})
	}
	if p.Fields == nil {
		return nil
	}
	parts := []protocol.Part{p}
	if outputs := strings.TrimSpace(remainder[end:]); outputs != "" {
		parts = append(parts, content.Markdown("output", outputs, more))
	}
	return parts
}

// resourceParts lists the resources of MCP servers, or shows the contents of one.
func resourceParts(c *call) []protocol.Part {
	parts := c.argumentParts()
	list := content.Builder{Role: "output", Size: c.result.Size("contents")}
	more := source.EachShown(c.result.Raw("contents"), func(raw []byte) {
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
	p := protocol.Part{Kind: "links", Role: "output", Exit: -1}
	for _, x := range source.ParseArray(c.list) {
		f := protocol.Field{Name: string(x.GetStringBytes("name")), Value: string(x.GetStringBytes("uri")), Note: string(x.GetStringBytes("description"))}
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

// foundTools lists the tools that a tool search found.
func foundTools(c *call) []protocol.Part {
	p := protocol.Part{Kind: "links", Role: "output", Exit: -1}
	for _, found := range c.result.Array("matches") {
		if _, server, tool := toolKind(string(found.GetStringBytes())); tool != "" {
			p.Fields = append(p.Fields, protocol.Field{Name: tool, Note: server})
		}
	}
	if p.Fields == nil {
		return nil
	}
	return content.WithOthers([]protocol.Part{p}, "input", &c.input, "query")
}
