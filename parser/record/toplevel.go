package record

import "unspool/parser/jsonl"

// Not only Claude Code writes records. stream-json, hooks, dumps of other programs and
// claude.ai exports store in the record itself what is otherwise in its message (FORMAT.md,
// "Other inputs people drop").

// topLevel holds such members until the type of the record is known.
type topLevel struct {
	role, sender []byte
	model        []byte
	created      int64
	text, result Span
	event        Span
	attached     bool
}

// topLevelMember reads the members of a record that session files do not have.
func (p *Parser) topLevelMember(key []byte, at int) int {
	b, x := p.line, &p.topLevel
	switch string(key) {
	case "role":
		x.role = str(b, at)
	case "sender":
		x.sender = str(b, at)
	case "model":
		x.model = str(b, at)
	case "name":
		p.rec.Export.Name = str(b, at)
	case "created_at":
		x.created = ParseTime(str(b, at))
	case "text":
		return span(b, at, &x.text)
	case "result":
		return span(b, at, &x.result)
	case "event":
		return span(b, at, &x.event)
	case "attachments", "files":
		if all := jsonl.Array(b, at, func(at int) int {
			x.attached = true
			return jsonl.Skip(b, at)
		}); all > 0 {
			return all
		}
	case "chat_messages", "loglines":
		if b[at] == '[' {
			return span(b, at, &p.rec.Export.Elements)
		}
	}
	return jsonl.Skip(b, at)
}

// fillFromTopLevel completes a record with members found outside a message.
func (p *Parser) fillFromTopLevel() {
	r, x := &p.rec, &p.topLevel
	if r.Type == nil { // FORMAT.md, "Line decoding": no type
		switch {
		case r.Message.Role != nil:
			r.Type = r.Message.Role
		case x.role != nil:
			r.Type = x.role
		case string(x.sender) == "human":
			r.Type = []byte("user")
		default:
			r.Type = x.sender
		}
	}
	if r.Message.Model == nil {
		r.Message.Model = x.model
	}
	if r.Time == 0 {
		r.Time = x.created
	}
	switch string(r.Type) {
	case "user", "assistant":
		r.Export.Attached = x.attached
		if len(p.blocks) == 0 && r.Text.Len() > 0 {
			p.content(r.Text.From)
		}
		if len(p.blocks) == 0 {
			p.words(x.text)
		}
	case "result":
		p.words(x.result)
	case "stream_event":
		p.blocks = p.blocks[:0]
		if x.event.Len() > 0 { // the record itself is at 0
			object(p.line, x.event.From, p.event)
		}
	}
}

// event reads a piece of a response: the start of a block, or its continuation.
func (p *Parser) event(key []byte, at int) int {
	switch string(key) {
	case "type":
		p.rec.Subtype = str(p.line, at)
	case "content_block":
		return p.block(at)
	case "delta":
		return object(p.line, at, p.delta)
	}
	return jsonl.Skip(p.line, at)
}

func (p *Parser) delta(key []byte, at int) int {
	s := Span{}
	switch string(key) {
	case "text":
		end := span(p.line, at, &s)
		p.words(s)
		return end
	case "thinking":
		end := span(p.line, at, &s)
		p.blocks = append(p.blocks, Block{Kind: Thinking, Whole: s, Text: s})
		return end
	}
	return jsonl.Skip(p.line, at)
}

// words adds a block for a bare text.
func (p *Parser) words(s Span) {
	if s.Len() > 2 && p.line[s.From] == '"' {
		p.blocks = append(p.blocks, Block{Kind: PlainText, Whole: s, Text: s})
	}
}
