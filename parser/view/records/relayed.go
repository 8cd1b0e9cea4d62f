package records

import (
	"strings"

	"unspool/parser"
	"unspool/parser/internal/tags"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// relayed returns what a progress record repeats from an agent's own record: the tools that
// the agent called and their targets, the beginnings of results, or its text. Each of these
// records also repeats the prompt, which is ignored: FORMAT.md, "progress data types". ok is
// false for progress that contains no record.
func relayed(src *source.Reader, f *parser.File, index int32) (item protocol.Item, ok bool) {
	data := src.Payload(f, index)
	outer := data.Object("message")
	message := outer.Object("message")
	raw := message.Raw("content")
	if len(outer.Keys) == 0 {
		return item, false
	}
	if len(raw) > 0 && raw[0] == '"' {
		text, _ := source.Words(raw, 4*maxSummary)
		return protocol.Item{Text: source.OneLine(text, maxSummary)}, true
	}
	var called, texts []string
	source.EachShown(raw, func(raw []byte) {
		b := source.Parse(raw)
		text := ""
		switch b.Text(40, "type") {
		case "tool_use":
			input := b.Object("input")
			kind, _, name := tool.Lookup(b.Text(200, "name"))
			called, text = append(called, name), kind.TargetOf(&input)
		case "tool_result":
			text, _ = source.Words(b.Raw("content"), 4*maxSummary)
			item.Failed = item.Failed || string(b.Raw("is_error")) == "true"
		default:
			text = b.Text(4*maxSummary, "text", "thinking")
		}
		if text = tags.Untag(text); text != "" {
			texts = append(texts, text)
		}
	})
	item.Label, item.Text = strings.Join(called, ", "), source.OneLine(strings.Join(texts, " · "), maxSummary)
	if len(called)+len(texts) == 0 {
		item.Label = data.Text(200, "agentId")
	}
	return item, true
}
