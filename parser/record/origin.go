package record

import "unspool/parser/jsonl"

func (p *Parser) origin(at int) int {
	p.rec.Origin, p.rec.OriginSub = str(p.line, at), nil
	return object(p.line, at, p.originMember)
}

func (p *Parser) originMember(key []byte, at int) int {
	b, r := p.line, &p.rec
	switch string(key) {
	case "kind":
		r.Origin = str(b, at)
	case "subkind":
		r.OriginSub = str(b, at)
	}
	return jsonl.Skip(b, at)
}

func (p *Parser) fork(key []byte, at int) int {
	b, r := p.line, &p.rec
	switch string(key) {
	case "sessionId":
		r.ForkSession = idString(b, at)
	case "messageUuid":
		r.ForkMessage = idString(b, at)
	}
	return jsonl.Skip(b, at)
}
