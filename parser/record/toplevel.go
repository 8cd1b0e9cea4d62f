package record

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
	s, b, x := &p.scan, p.line, &p.topLevel
	switch string(key) {
	case "role":
		x.role = str(s, at)
	case "sender":
		x.sender = str(s, at)
	case "model":
		x.model = str(s, at)
	case "name":
		p.rec.Export.Name = str(s, at)
	case "created_at":
		x.created = ParseTime(str(s, at))
	case "text":
		return span(s, at, &x.text)
	case "result":
		return span(s, at, &x.result)
	case "event":
		return span(s, at, &x.event)
	case "attachments", "files":
		if all := s.Array(at, func(at int) int {
			x.attached = true
			return s.Skip(at)
		}); all > 0 {
			return all
		}
	case "chat_messages", "loglines":
		if b[at] == '[' {
			return span(s, at, &p.rec.Export.Elements)
		}
	}
	return s.Skip(at)
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
			object(&p.scan, x.event.From, p.event)
		}
	}
}

// event reads a piece of a response: the start of a block, or its continuation.
func (p *Parser) event(key []byte, at int) int {
	switch string(key) {
	case "type":
		p.rec.Subtype = str(&p.scan, at)
	case "content_block":
		return p.block(at)
	case "delta":
		return object(&p.scan, at, p.delta)
	}
	return p.scan.Skip(at)
}

func (p *Parser) delta(key []byte, at int) int {
	words := Span{}
	switch string(key) {
	case "text":
		end := span(&p.scan, at, &words)
		p.words(words)
		return end
	case "thinking":
		end := span(&p.scan, at, &words)
		p.blocks = append(p.blocks, Block{Kind: Thinking, Whole: words, Text: words})
		return end
	}
	return p.scan.Skip(at)
}

// words adds a block for a bare text.
func (p *Parser) words(s Span) {
	if s.Len() > 2 && p.line[s.From] == '"' {
		p.blocks = append(p.blocks, Block{Kind: PlainText, Whole: s, Text: s})
	}
}
