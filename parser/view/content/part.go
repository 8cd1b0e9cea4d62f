package content

import (
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// Text returns a part for a content value, cut at source.MaxText.
func Text(kind, role string, raw []byte) protocol.Part {
	p := protocol.Part{Kind: kind, Role: role, Size: len(raw)}
	p.Text, p.Cut = source.Words(raw, source.MaxText)
	return p
}

// JSON returns a JSON value as it is recorded.
func JSON(role string, raw []byte) protocol.Part {
	p := protocol.Part{Kind: protocol.PartJSON, Role: role, Size: len(raw)}
	p.Text = string(record.Prefix(raw, source.MaxText))
	p.Cut = len(raw) > source.MaxText
	return p
}

// Code returns a part for the text of a file, from its first line on.
func Code(role, name string, raw []byte) protocol.Part {
	p := Text(protocol.PartCode, role, raw)
	p.Name, p.Start = name, 1
	return p
}

// Document returns a part for a text with a name.
func Document(role, name string, raw []byte) protocol.Part {
	p := Text(protocol.PartText, role, raw)
	p.Name = name
	return p
}

// Markdown returns a part for Markdown text.
func Markdown(role, text string, cut bool) protocol.Part {
	return protocol.Part{Kind: protocol.PartMarkdown, Role: role, Text: text, Cut: cut, Size: len(text)}
}

// Words returns a part for a text, which is shown as JSON if it is valid JSON.
func Words(role, text string, cut bool, size int) protocol.Part {
	p := protocol.Part{Kind: protocol.PartText, Role: role, Text: text, Cut: cut, Size: size}
	if isJSON(text) {
		p.Kind = protocol.PartJSON
	}
	return p
}

// isJSON reports whether a text is a JSON object or array that is not nested too
// deeply.
func isJSON(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) > 2 && (text[0] == '{' || text[0] == '[') && jsonl.Skip([]byte(text), 0) == len(text) && !jsonl.TooDeep([]byte(text))
}

// Incomplete returns a part that marks a list of parts as incomplete; size is the number of
// recorded bytes.
func Incomplete(size int) protocol.Part {
	return protocol.Part{Kind: protocol.PartFields, Cut: true, Size: size}
}

// AllMedia returns a part for each image or document in a JSON value of a record.
func AllMedia(src *source.Reader, f *parser.File, index int32, at parser.Span) []protocol.Part {
	var parts []protocol.Part
	for _, m := range src.Media(f, index, at) {
		parts = append(parts, Media(m))
	}
	return parts
}

// Media returns a part for an image or a document.
func Media(m protocol.Media) protocol.Part {
	return protocol.Part{Kind: protocol.PartMedia, Name: m.Type, Media: &m, Size: m.Length}
}

// HasMedia reports whether any of the parts is media.
func HasMedia(parts []protocol.Part) bool {
	return slices.ContainsFunc(parts, func(p protocol.Part) bool { return p.Kind == protocol.PartMedia })
}
