package record

import "unspool/parser/jsonl"

func (p *Parser) origin(at int) int {
	p.rec.Origin.Kind, p.rec.Origin.Sub = str(p.line, at), nil
	return object(p.line, at, p.originMember)
}

func (p *Parser) originMember(key []byte, at int) int {
	b, x := p.line, &p.rec.Origin
	switch string(key) {
	case "kind":
		x.Kind = str(b, at)
	case "subkind":
		x.Sub = str(b, at)
	}
	return jsonl.Skip(b, at)
}
