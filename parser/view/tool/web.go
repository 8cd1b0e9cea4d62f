package tool

import (
	"strings"

	"github.com/valyala/fastjson"

	"unspool/parser/jsonl"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// fetchKind reads a page: FORMAT.md, "toolUseResult by tool", WebFetch.
var fetchKind = Kind{
	ID:      "fetch",
	Names:   []string{"WebFetch", "web_fetch"},
	Target:  []string{"url"},
	Outcome: fetchOutcome,
	Result:  fetchParts,
	Series:  "web",
}

// searchKind searches the web: FORMAT.md, "toolUseResult by tool", WebSearch.
var searchKind = Kind{
	ID:      "search",
	Names:   []string{"WebSearch", "web_search"},
	Target:  []string{"query"},
	Outcome: searchOutcome,
	Result:  searchParts,
	Series:  "web",
}

func fetchOutcome(c *Call, t *protocol.Tool) {
	r := &c.Output
	if code := r.Int(-1, "code"); code >= 400 {
		t.Answer = source.OneLine(string(r.Raw("code"))+" "+r.Text(80, "codeText"), 80)
	}
	if r.IsString("result") {
		t.Lines = new(r.LineCount("result"))
	}
}

// searchOutcome counts the links. A list of results can also contain text and null.
func searchOutcome(c *Call, t *protocol.Tool) {
	list := c.Output.Array("results")
	if list == nil {
		t.Count = known(c.count("web_search_result"))
		return
	}
	count := 0
	for _, x := range list {
		count += len(x.GetArray("content"))
	}
	t.Count = &count
}

// fetchParts shows a fetched page: the question about it, and the answer.
func fetchParts(c *Call) []protocol.Part {
	if !c.Output.IsString("result") {
		return nil
	}
	parts := append(c.argumentParts(), content.Text(protocol.PartMarkdown, protocol.RoleOutput, c.Output.Raw("result")))
	shown := "result url durationMs"
	if c.Output.Int(0, "code") == 200 {
		shown += " code codeText"
	}
	return content.WithOthers(parts, protocol.RoleStructured, &c.Output, shown)
}

// searchParts shows the results of a web search, and the text about them.
func searchParts(c *Call) []protocol.Part {
	list := c.Output.Array("results")
	if list == nil {
		return writtenLinks(c)
	}
	p := protocol.Part{Kind: protocol.PartLinks, Role: protocol.RoleOutput, Name: c.Args.Text(400, "query")}
	var outputs []string
	for _, x := range list {
		if x.Type() == fastjson.TypeString {
			outputs = append(outputs, string(x.GetStringBytes()))
		}
		p.Fields = append(p.Fields, linksOf(x.GetArray("content"))...)
	}
	parts := []protocol.Part{p}
	if s := strings.Join(outputs, "\n\n"); strings.TrimSpace(s) != "" {
		parts = append(parts, content.Markdown(protocol.RoleOutput, s, false))
	}
	return content.WithOthers(parts, protocol.RoleStructured, &c.Output, "query results durationSeconds")
}

// writtenLinks shows a web search of which only the text for Claude is recorded: `Links:
// [{"title":…,"url":…}]`, followed by the answer. It returns nil for other text.
func writtenLinks(c *Call) []protocol.Part {
	all, more := c.words(source.MaxText)
	_, remainder, found := strings.Cut(all, "Links: ")
	end := jsonl.Skip([]byte(remainder), 0)
	if !found || end < 0 {
		return nil
	}
	links := linksOf(source.ParseArray([]byte(remainder[:end])))
	if links == nil {
		return nil
	}
	parts := []protocol.Part{{Kind: protocol.PartLinks, Role: protocol.RoleOutput, Name: c.Args.Text(400, "query"), Fields: links}}
	if outputs := strings.TrimSpace(remainder[end:]); outputs != "" {
		parts = append(parts, content.Markdown(protocol.RoleOutput, outputs, more))
	}
	return parts
}

func linksOf(hits []*fastjson.Value) []protocol.Field {
	var links []protocol.Field
	for _, hit := range hits {
		links = append(links, protocol.Field{Name: string(hit.GetStringBytes("title")), Value: string(hit.GetStringBytes("url"))})
	}
	return links
}
