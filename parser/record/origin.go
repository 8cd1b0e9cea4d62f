package record

func (p *Parser) origin(at int) int {
	p.rec.Origin.Kind, p.rec.Origin.Sub = str(&p.scan, at), nil
	return object(&p.scan, at, p.originMember)
}

func (p *Parser) originMember(key []byte, at int) int {
	s, x := &p.scan, &p.rec.Origin
	switch string(key) {
	case "kind":
		x.Kind = str(s, at)
	case "subkind":
		x.Sub = str(s, at)
	}
	return s.Skip(at)
}
