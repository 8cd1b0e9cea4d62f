package record

import "unspool/parser/jsonl"

// lineageMember reads the members that name other sessions.
func (p *Parser) lineageMember(key []byte, at int) int {
	b, x := p.line, &p.rec.Lineage
	switch string(key) {
	case "session_id":
		x.Inherited = idString(b, at)
	case "forkedFrom":
		return object(b, at, p.fork)
	case "parentSessionId":
		x.ForkSession = idString(b, at)
	case "parentLastUuid":
		x.ForkMessage = idString(b, at)
	case "continuedInSessionId":
		x.ContinuedIn = idString(b, at)
	case "sessionKind":
		x.Background = string(str(b, at)) == "bg"
	default:
		return p.topLevelMember(key, at)
	}
	return jsonl.Skip(b, at)
}

func (p *Parser) fork(key []byte, at int) int {
	b, x := p.line, &p.rec.Lineage
	switch string(key) {
	case "sessionId":
		x.ForkSession = idString(b, at)
	case "messageUuid":
		x.ForkMessage = idString(b, at)
	}
	return jsonl.Skip(b, at)
}
