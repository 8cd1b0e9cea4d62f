package record

import "unspool/parser/jsonl"

func (p *Parser) progress(key []byte, at int) int {
	b, r := p.line, &p.rec
	switch string(key) {
	case "type":
		r.Subtype = str(b, at)
	case "agentId":
		r.Agent = idString(b, at)
	case "message":
		return object(b, at, p.nestedRecord)
	}
	return jsonl.Skip(b, at)
}

// nestedRecord reads the agent's record inside agent_progress.
func (p *Parser) nestedRecord(key []byte, at int) int {
	b := p.line
	switch string(key) {
	case "requestId":
		p.nested.Request = idString(b, at)
	case "message":
		return object(b, at, p.nestedMessage)
	}
	return jsonl.Skip(b, at)
}

func (p *Parser) nestedMessage(key []byte, at int) int {
	b := p.line
	switch string(key) {
	case "id":
		p.nested.MessageID = idString(b, at)
	case "model":
		p.nested.Model = idString(b, at)
	case "stop_reason":
		p.nested.Stop = idString(b, at)
	case "usage":
		end := jsonl.Skip(b, at)
		if end > 0 {
			_, ok, whole := p.values.usage(b[at:end], &p.usage[1])
			if ok {
				p.nested.Usage, p.rec.Nested = &p.usage[1], &p.nested
			}
			p.rec.Uncounted = p.rec.Uncounted || !whole
		}
		return end
	}
	return jsonl.Skip(b, at)
}
