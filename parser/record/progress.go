package record

func (p *Parser) progress(key []byte, at int) int {
	s, r := &p.scan, &p.rec
	switch string(key) {
	case "type":
		r.Subtype = str(s, at)
	case "agentId":
		r.Agent = idString(s, at)
	case "message":
		return object(s, at, p.nestedRecord)
	}
	return s.Skip(at)
}

// nestedRecord reads the agent's record inside agent_progress.
func (p *Parser) nestedRecord(key []byte, at int) int {
	s := &p.scan
	switch string(key) {
	case "requestId":
		p.nested.Request = idString(s, at)
	case "message":
		return object(s, at, p.nestedMessage)
	}
	return s.Skip(at)
}

func (p *Parser) nestedMessage(key []byte, at int) int {
	s, b := &p.scan, p.line
	switch string(key) {
	case "id":
		p.nested.MessageID = idString(s, at)
	case "model":
		p.nested.Model = idString(s, at)
	case "stop_reason":
		p.nested.Stop = idString(s, at)
	case "usage":
		end := s.Skip(at)
		if end > 0 {
			_, ok, whole := p.values.usage(b[at:end], &p.usage[1])
			if ok {
				p.nested.Usage, p.rec.Nested = &p.usage[1], &p.nested
			}
			p.rec.Uncounted = p.rec.Uncounted || !whole
		}
		return end
	}
	return s.Skip(at)
}
