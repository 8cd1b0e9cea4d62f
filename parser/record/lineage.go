package record

// lineageMember reads the members that name other sessions.
func (p *Parser) lineageMember(key []byte, at int) int {
	s, x := &p.scan, &p.rec.Lineage
	switch string(key) {
	case "session_id":
		x.Inherited = idString(s, at)
	case "forkedFrom":
		return object(s, at, p.fork)
	case "parentSessionId":
		x.ForkSession = idString(s, at)
	case "parentLastUuid":
		x.ForkMessage = idString(s, at)
	case "continuedInSessionId":
		x.ContinuedIn = idString(s, at)
	case "sessionKind":
		x.Background = string(str(s, at)) == "bg"
	default:
		return p.topLevelMember(key, at)
	}
	return s.Skip(at)
}

func (p *Parser) fork(key []byte, at int) int {
	s, x := &p.scan, &p.rec.Lineage
	switch string(key) {
	case "sessionId":
		x.ForkSession = idString(s, at)
	case "messageUuid":
		x.ForkMessage = idString(s, at)
	}
	return s.Skip(at)
}
