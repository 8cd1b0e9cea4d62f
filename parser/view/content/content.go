package content

import (
	"bytes"
	"strings"

	"unspool/parser"
	"unspool/parser/internal/tags"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// PartLimit limits each text in a result with many texts.
const PartLimit = 4 << 20

// Parts returns the content of a tool result, a string or blocks of many kinds,
// in the recorded order: FORMAT.md, "Polymorphic fields".
func Parts(src *source.Reader, f *parser.File, index int32, at parser.Span, role string) []protocol.Part {
	raw := bytes.Clone(src.Span(f, index, at))
	if len(raw) == 0 {
		return nil
	}
	list := Builder{Role: role, prose: role == protocol.RoleOutput, Size: len(raw), file: f.Number,
		base: float64(f.Records.At(index).Offset) + float64(at.From)}
	switch raw[0] {
	case '"':
		list.text(raw, 0)
	case '[':
		left := false
		jsonl.Array(raw, 0, func(at int) int {
			end := jsonl.Skip(raw, at)
			if end > 0 && len(list.Parts) < source.MaxShown {
				list.Block(raw[:end], at)
			} else {
				left = true
			}
			return end
		})
		if list.Flush(); left {
			list.Parts = append(list.Parts, Incomplete(len(raw)))
		}
	}
	list.Flush()
	return list.Parts
}

// A Builder builds parts from content blocks. Consecutive texts become one part.
type Builder struct {
	Parts []protocol.Part
	Role  string  // role of the parts
	Size  int     // bytes of the whole content
	file  int     // number of the file that holds the media
	base  float64 // offset of the content in the file
	words []byte  // text that is not in a part yet
	used  int     // bytes of text in parts
	cut   bool
	prose bool // show texts that look like Markdown as Markdown
}

// text adds the string at raw[at].
func (b *Builder) text(raw []byte, at int) {
	if len(b.words) > 0 {
		b.words = append(b.words, '\n')
	}
	room := max(0, source.MaxText-b.used-len(b.words))
	from := len(b.words)
	b.words = record.AppendString(b.words, raw, at, room+1)
	if len(b.words)-from > room {
		b.words = append(b.words[:from], record.Prefix(b.words[from:], room)...)
		b.cut = true
	}
}

// Flush turns the collected text into a part.
func (b *Builder) Flush() {
	text, reminders := CutReminders(string(b.words))
	if strings.TrimSpace(text) != "" {
		p := Words(b.Role, tags.Untag(text), b.cut, b.Size)
		if b.prose && p.Kind == protocol.PartText && looksLaidOut(p.Text) {
			p.Kind = protocol.PartMarkdown
		}
		b.Parts = append(b.Parts, p)
	}
	b.Parts = AppendReminders(b.Parts, reminders)
	b.used += len(b.words)
	b.words, b.cut = b.words[:0], false
}

// Add adds a part.
func (b *Builder) Add(p protocol.Part) {
	b.Flush()
	b.Parts = append(b.Parts, p)
}

// link adds a named link. Consecutive links share one list.
func (b *Builder) link(name, address, note string) {
	b.Flush()
	n := len(b.Parts)
	if n == 0 || b.Parts[n-1].Kind != protocol.PartLinks {
		b.Parts = append(b.Parts, protocol.Part{Kind: protocol.PartLinks, Role: b.Role})
		n++
	}
	b.Parts[n-1].Fields = append(b.Parts[n-1].Fields, protocol.Field{Name: name, Value: address, Note: note})
}

// Block adds the content element that begins at raw[at] and ends at the end of raw.
func (b *Builder) Block(raw []byte, at int) {
	if raw[at] == '"' {
		b.text(raw, at)
		return
	}
	o := source.Parse(raw[at:])
	from := o.Object("source")
	switch kind := o.Text(60, "type"); kind {
	case "text":
		if i := o.Offset("text"); i >= 0 {
			b.text(raw, at+i)
		}
		return
	case "tool_reference":
		b.link(o.Text(200, "tool_name"), "", "")
		return
	case "search_result", "web_search_result":
		b.link(o.Text(400, "title"), o.Text(2000, "source", "url"), o.Text(100, "page_age"))
		if text, more := source.Words(o.Raw("content"), PartLimit); text != "" {
			b.Add(Words(b.Role, text, more, o.Size("content")))
		}
		return
	case "resource_link":
		b.link(o.Text(400, "title", "name"), o.Text(2000, "uri"), o.Text(400, "description"))
		return
	case "resource":
		inner := o.Object("resource")
		b.Resource(&inner)
		return
	case "document":
		if from.Text(20, "type") == "text" {
			b.Add(Document(b.Role, o.Text(400, "title"), from.Raw("data")))
			return
		}
		if from.Text(20, "type") == "content" {
			b.Add(Document(b.Role, o.Text(400, "title"), from.Raw("content")))
			return
		}
	}
	if m, ok := source.MediaOf(raw[at:]); ok {
		m.File, m.Offset = b.file, m.Offset+b.base+float64(at)
		b.Add(Media(m))
		return
	}
	b.Add(JSON(b.Role, raw[at:]))
}

// Resource adds a resource that an MCP server provides at a URI.
func (b *Builder) Resource(o *source.Object) {
	name := o.Text(2000, "uri")
	if o.Has("text") {
		b.Add(Document(b.Role, name, o.Raw("text")))
		return
	}
	for _, p := range WithOthers(nil, b.Role, o, "blob") {
		b.Add(p)
	}
}

// looksLaidOut reports whether the first 4000 bytes of a text look like Markdown: a
// heading, a fence, the delimiter row of a table, or two list items.
func looksLaidOut(text string) bool {
	items := 0
	for _, line := range strings.Split(text[:min(len(text), 4000)], "\n") {
		switch {
		case source.HasAnyPrefix(line, []string{"# ", "## ", "### ", "```", "|--", "| --", "|:-"}):
			return true
		case source.HasAnyPrefix(line, []string{"- ", "* ", "1. ", "2. "}):
			items++
		}
	}
	return items > 1
}
