package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/view/protocol"
)

// relayed returns what a progress record repeats from an agent's own record: the tools that
// the agent called and their targets, the beginnings of results, or its text. Each of these
// records also repeats the prompt, which is ignored: FORMAT.md, "progress data types". ok is
// false for progress that contains no record.
func (v *toolReader) relayed(f *parser.File, index int32) (item protocol.Item, ok bool) {
	data := v.source.payload(f, index)
	outer := data.object("message")
	message := outer.object("message")
	content := message.raw("content")
	if len(outer.keys) == 0 {
		return item, false
	}
	if len(content) > 0 && content[0] == '"' {
		text, _ := words(content, 4*maxSummary)
		return protocol.Item{Text: oneLine(text, maxSummary)}, true
	}
	var called, texts []string
	each(content, func(raw []byte) {
		b := parseObject(raw)
		text := ""
		switch b.str(40, "type") {
		case "tool_use":
			input := b.object("input")
			kind, _, name := toolKind(b.str(200, "name"))
			called, text = append(called, name), target(kind, &input)
		case "tool_result":
			text, _ = words(b.raw("content"), 4*maxSummary)
			item.Failed = item.Failed || string(b.raw("is_error")) == "true"
		default:
			text = b.str(4*maxSummary, "text", "thinking")
		}
		if text = untag(text); text != "" {
			texts = append(texts, text)
		}
	})
	item.Label, item.Text = strings.Join(called, ", "), oneLine(strings.Join(texts, " · "), maxSummary)
	if len(called)+len(texts) == 0 {
		item.Label = data.str(200, "agentId")
	}
	return item, true
}
