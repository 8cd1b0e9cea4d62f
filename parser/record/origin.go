package record

func (p *Parser) origin(at, end int) int {
	p.rec.Origin, p.rec.OriginSub = str(p.line, at, end), nil
	return object(p.line, at, end, p.originMember)
}

func (p *Parser) originMember(key []byte, at, end int) int {
	b, r := p.line, &p.rec
	switch string(key) {
	case "kind":
		r.Origin = str(b, at, end)
	case "subkind":
		r.OriginSub = str(b, at, end)
	}
	return skipTo(b, at, end)
}

func (p *Parser) fork(key []byte, at, end int) int {
	b, r := p.line, &p.rec
	switch string(key) {
	case "sessionId":
		r.ForkSession = idString(b, at, end)
	case "messageUuid":
		r.ForkMessage = idString(b, at, end)
	}
	return skipTo(b, at, end)
}
