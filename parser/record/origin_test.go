package record_test

import (
	"testing"

	"unspool/parser/record"
)

// TestOrigin checks every known form of a record's origin.
func TestOrigin(t *testing.T) {
	type origin struct {
		session, inherited, forkSession, forkMessage, wentOn string
		background                                           bool
	}
	for line, want := range map[string]origin{
		`{"sessionId":"a","session_id":"a"}`:                                                   {session: "a"},
		`{"session_id":"b","sessionId":"a"}`:                                                   {session: "a", inherited: "b"},
		`{"sessionId":"a","session_id":"b"}`:                                                   {session: "a", inherited: "b"},
		`{"session_id":"b"}`:                                                                   {session: "b"},
		`{"sessionId":"a","forkedFrom":{"sessionId":"o","messageUuid":"m"}}`:                   {session: "a", forkSession: "o", forkMessage: "m"},
		`{"sessionId":"a","forkedFrom":"o"}`:                                                   {session: "a"},
		`{"type":"fork-context-ref","parentSessionId":"o","parentLastUuid":"m","agentId":"x"}`: {forkSession: "o", forkMessage: "m"},
		`{"type":"continued-in","continuedInSessionId":"n"}`:                                   {wentOn: "n"},
		`{"sessionKind":"bg"}`:                                                                 {background: true},
		`{"sessionKind":7,"sessionId":null}`:                                                   {},
	} {
		var p record.Parser
		r := p.Parse([]byte(line))
		if r == nil {
			t.Errorf("%s is no record", line)
			continue
		}
		x := &r.Lineage
		got := origin{string(r.Session), string(x.Inherited), string(x.ForkSession), string(x.ForkMessage), string(x.ContinuedIn), x.Background}
		if got != want {
			t.Errorf("%s: got %+v, want %+v", line, got, want)
		}
	}
}
