package view

import (
	"bytes"
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
)

const (
	maxContent = 200     // parts of one result
	partLimit  = 4 << 20 // bytes of each text in a result with many texts
)

// contentParts returns the content of a tool result, a string or blocks of many kinds,
// in the recorded order: FORMAT.md, "Polymorphic fields".
func (v *toolReader) contentParts(f *parser.File, index int32, at parser.Span, role string) []protocol.Part {
	raw := bytes.Clone(v.source.span(f, index, at))
	if len(raw) == 0 {
		return nil
	}
	list := contents{role: role, prose: role == "output", size: len(raw), file: f.Number,
		base: float64(f.Records.At(index).Offset) + float64(at.From)}
	switch raw[0] {
	case '"':
		list.text(raw, 0)
	case '[':
		left := false
		jsonl.Array(raw, 0, func(at int) int {
			end := jsonl.Skip(raw, at)
			if end > 0 && len(list.parts) < maxContent {
				list.block(raw[:end], at)
			} else {
				left = true
			}
			return end
		})
		if list.flush(); left {
			list.parts = append(list.parts, cutPart(len(raw)))
		}
	}
	list.flush()
	return list.parts
}

// A contents value builds parts from content blocks. Consecutive texts become one part.
type contents struct {
	role  string
	size  int     // bytes of the whole content
	file  int     // number of the file that holds the media
	base  float64 // offset of the content in the file
	parts []protocol.Part
	words []byte
	used  int // bytes of text in parts
	cut   bool
	prose bool // show texts that look like Markdown as Markdown
}

// text adds the string at b[at].
func (l *contents) text(b []byte, at int) {
	if len(l.words) > 0 {
		l.words = append(l.words, '\n')
	}
	room := max(0, bodyLimit-l.used-len(l.words))
	from := len(l.words)
	l.words = record.AppendString(l.words, b, at, room+1)
	if len(l.words)-from > room {
		l.words = append(l.words[:from], record.Prefix(l.words[from:], room)...)
		l.cut = true
	}
}

// flush turns the collected text into a part.
func (l *contents) flush() {
	text, reminders := cutReminders(string(l.words))
	if strings.TrimSpace(text) != "" {
		p := wordsPart(l.role, untag(text), l.cut, l.size)
		if l.prose && p.Kind == "text" && looksLaidOut(p.Text) {
			p.Kind = "markdown"
		}
		l.parts = append(l.parts, p)
	}
	l.parts = appendReminders(l.parts, reminders)
	l.used += len(l.words)
	l.words, l.cut = l.words[:0], false
}

func (l *contents) add(p protocol.Part) {
	l.flush()
	l.parts = append(l.parts, p)
}

// link adds a named link. Consecutive links share one list.
func (l *contents) link(name, address, note string) {
	l.flush()
	n := len(l.parts)
	if n == 0 || l.parts[n-1].Kind != "links" {
		l.parts = append(l.parts, protocol.Part{Kind: "links", Role: l.role, Exit: -1})
		n++
	}
	l.parts[n-1].Fields = append(l.parts[n-1].Fields, protocol.Field{Name: name, Value: address, Note: note})
}

// block adds the content element that begins at b[at] and ends at the end of b.
func (l *contents) block(b []byte, at int) {
	if b[at] == '"' {
		l.text(b, at)
		return
	}
	o := parseObject(b[at:])
	source := o.object("source")
	switch kind := o.str(60, "type"); kind {
	case "text":
		if i := o.find("text"); i >= 0 {
			l.text(b, at+i)
		}
		return
	case "tool_reference":
		l.link(o.str(200, "tool_name"), "", "")
		return
	case "search_result", "web_search_result":
		l.link(o.str(400, "title"), o.str(2000, "source", "url"), o.str(100, "page_age"))
		if text, more := words(o.raw("content"), partLimit); text != "" {
			l.add(wordsPart(l.role, text, more, o.size("content")))
		}
		return
	case "resource_link":
		l.link(o.str(400, "title", "name"), o.str(2000, "uri"), o.str(400, "description"))
		return
	case "resource":
		inner := o.object("resource")
		l.resource(&inner)
		return
	case "document":
		if source.str(20, "type") == "text" {
			l.add(documentPart(l.role, o.str(400, "title"), source.raw("data")))
			return
		}
		if source.str(20, "type") == "content" {
			l.add(documentPart(l.role, o.str(400, "title"), source.raw("content")))
			return
		}
	}
	if m, ok := mediaOf(b[at:]); ok {
		m.File, m.Offset = l.file, m.Offset+l.base+float64(at)
		l.add(mediaPart(m))
		return
	}
	l.add(jsonPart(l.role, b[at:]))
}

// resource adds a resource that an MCP server provides at a URI.
func (l *contents) resource(o *object) {
	name := o.str(2000, "uri")
	if o.has("text") {
		p := documentPart(l.role, name, o.raw("text"))
		l.add(p)
		return
	}
	for _, p := range withOthers(nil, l.role, o, "blob") {
		l.add(p)
	}
}

// documentPart returns a part for a text with a name.
func documentPart(role, name string, raw []byte) protocol.Part {
	p := textPart("text", role, raw)
	p.Name = name
	return p
}

// proseOf returns a part for Markdown text.
func proseOf(role, text string, cut bool) protocol.Part {
	return protocol.Part{Kind: "markdown", Role: role, Text: text, Cut: cut, Size: len(text), Exit: -1}
}

// wordsPart returns a part for a text, which is shown as JSON if it is valid JSON.
func wordsPart(role, text string, cut bool, size int) protocol.Part {
	p := protocol.Part{Kind: "text", Role: role, Text: text, Cut: cut, Size: size, Exit: -1}
	if isJSON(text) {
		p.Kind = "json"
	}
	return p
}

// isJSON reports whether a text is a JSON object or array that is not nested too
// deeply.
func isJSON(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) > 2 && (text[0] == '{' || text[0] == '[') && jsonl.Skip([]byte(text), 0) == len(text) && !jsonl.TooDeep([]byte(text))
}

// looksLaidOut reports whether the first 4000 bytes of a text look like Markdown: a
// heading, a fence, the delimiter row of a table, or two list items.
func looksLaidOut(text string) bool {
	items := 0
	for _, line := range strings.Split(text[:min(len(text), 4000)], "\n") {
		switch {
		case startsWithAny(line, []string{"# ", "## ", "### ", "```", "|--", "| --", "|:-"}):
			return true
		case startsWithAny(line, []string{"- ", "* ", "1. ", "2. "}):
			items++
		}
	}
	return items > 1
}

// hasMedia reports whether any of the parts is media.
func hasMedia(parts []protocol.Part) bool {
	for _, p := range parts {
		if p.Kind == "media" {
			return true
		}
	}
	return false
}

// cutPart returns a part that marks a list of parts as incomplete; size is the number of
// recorded bytes.
func cutPart(size int) protocol.Part {
	return protocol.Part{Kind: "fields", Cut: true, Size: size, Exit: -1}
}

func (v *toolReader) mediaParts(f *parser.File, index int32, at parser.Span) []protocol.Part {
	var parts []protocol.Part
	for _, m := range v.source.media(f, index, at) {
		parts = append(parts, mediaPart(m))
	}
	return parts
}

func mediaPart(m protocol.Media) protocol.Part {
	return protocol.Part{Kind: "media", Name: m.Type, Media: &m, Size: m.Length, Exit: -1}
}
