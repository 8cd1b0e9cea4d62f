package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/protocol"
)

// user returns a prompt, and reply a response that costs money.
func user(uuid, parent, text string) string {
	return fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":%q,"sessionId":"s","message":{"role":"user","content":%q}}`, uuid, parent, text)
}

func reply(uuid, parent string) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":%q,"parentUuid":%q,"sessionId":"s","message":{"id":"m%[1]s","role":"assistant","model":"claude-opus-4-7",`+
		`"content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn","usage":{"input_tokens":100000,"output_tokens":20000}}}`, uuid, parent)
}

const replyUSD = .1*5 + .02*25

// describe returns the entries of an outline, one per line.
func describe(o protocol.Outline) string {
	var out strings.Builder
	for _, e := range o.Entries {
		fmt.Fprintf(&out, "%s%s %q turn %d %.0f replies", strings.Repeat(" ", e.Depth), e.Kind, e.Text, e.Turn, e.USD/replyUSD)
		for _, fact := range []struct {
			name  string
			value int
		}{{"nth", e.Nth}, {"prompts", e.Turns}, {"agents", e.Agents}} {
			if fact.value > 0 {
				fmt.Fprintf(&out, ", %s %d", fact.name, fact.value)
			}
		}
		if e.Before != nil && e.After != nil {
			fmt.Fprintf(&out, ", %.0f to %.0f", *e.Before, *e.After)
		}
		if e.State != "" {
			out.WriteString(", " + e.State)
		}
		out.WriteString("\n")
	}
	return out.String()
}

var dialogue = []string{user("u1", "", "One"), reply("a1", "u1"), user("u2", "a1", "Two"), reply("a2", "u2"), user("u3", "a2", "Three")}

func TestEntries(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  string
	}{
		{"turns", dialogue, `
turn "One" turn 1 1 replies
turn "Two" turn 2 1 replies
turn "Three" turn 3 0 replies, none
`},
		{"an abandoned attempt", append(dialogue[:4:4], user("v2", "a1", "Two again"), reply("b2", "v2")), `
turn "One" turn 1 1 replies
 attempt "Two" turn 1 1 replies, prompts 1
turn "Two again" turn 2 1 replies
`},
		{"two abandoned attempts", append(dialogue[:4:4], user("v2", "a1", "Two again"), reply("b2", "v2"), user("w2", "a1", "Two at last"), reply("c2", "w2")), `
turn "One" turn 1 1 replies
 attempt "Two" turn 1 1 replies, nth 1, prompts 1
 attempt "Two again" turn 1 1 replies, nth 2, prompts 1
turn "Two at last" turn 2 1 replies
`},
		{"an attempt of two prompts", append(dialogue[:5:5], reply("a3", "u3"), user("v2", "a1", "Two again"), reply("b2", "v2")), `
turn "One" turn 1 1 replies
 attempt "Two" turn 1 2 replies, prompts 2
turn "Two again" turn 2 1 replies
`},
		{"another reply to a prompt", append(dialogue[:2:2], reply("b1", "u1"), user("u2", "b1", "Two")), `
turn "One" turn 1 1 replies
 attempt "ok" turn 1 1 replies
turn "Two" turn 2 0 replies, none
`},
		{"a compaction", append(dialogue[:2:2], `{"type":"system","subtype":"compact_boundary","uuid":"b1","parentUuid":null,"logicalParentUuid":"a1","sessionId":"s","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":1000,"postTokens":200}}`,
			`{"type":"user","uuid":"s1","parentUuid":"b1","sessionId":"s","isCompactSummary":true,"message":{"role":"user","content":"We went."}}`,
			user("u2", "s1", "Two"), reply("a2", "u2")), `
turn "One" turn 1 1 replies
compaction "" turn 1 0 replies, 1000 to 200
turn "Two" turn 2 1 replies
`},
	}
	for _, test := range tests {
		_, v := viewtest.Load(viewtest.Session(test.lines...), 1<<30)
		if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), describe(v.Outline.Outline(0, 0, 100))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestAgentEntries checks that an agent is below the turn that started it, also if its records are
// not among the files.
func TestAgentEntries(t *testing.T) {
	tests := []struct {
		name    string
		files   []testutil.File
		missing int
	}{
		{"with its records", viewtest.Dialogue, 0},
		{"without its records", viewtest.Dialogue[:1], 1},
	}
	const want = `turn "Where is the needle?" turn 1 0 replies
turn "Do" turn 2 0 replies, agents 1
 agent "look" turn 2 0 replies, completed
turn "Go on" turn 3 0 replies
`
	for _, test := range tests {
		_, v := viewtest.Load(test.files, 1<<30)
		o := v.Outline.Outline(0, 0, 100)
		if diff := cmp.Diff(want, describe(o)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if o.Prompts != 3 || o.Agents != 1 || o.Missing != test.missing {
			t.Errorf("%s: %d turns, %d agents, %d of them missing", test.name, o.Prompts, o.Agents, o.Missing)
		}
	}
}

// TestNarrowedOutline checks that the outline contains the visible part of a session.
func TestNarrowedOutline(t *testing.T) {
	tests := []struct{ turns, want string }{
		{"2", `turn "Do" turn 2 0 replies, agents 1
 agent "look" turn 2 0 replies, completed
`},
		{"3-", "turn \"Go on\" turn 3 0 replies\n"},
		{"9", ""},
	}
	for _, test := range tests {
		_, v := viewtest.Load(viewtest.Dialogue, 1<<30)
		if err := v.Narrow(0, test.turns, "", "", ""); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, describe(v.Outline.Outline(0, 0, 100))); diff != "" {
			t.Errorf("turns %s (-want +got):\n%s", test.turns, diff)
		}
	}
}

func TestPages(t *testing.T) {
	_, v := viewtest.Load(viewtest.Session(dialogue...), 1<<30)
	tests := []struct {
		session, from, count int
		want                 string // the first words of the entries
		at, total            int
	}{
		{0, 0, 2, "One Two", 0, 3},
		{0, 2, 2, "Three", 2, 3},
		{0, -5, 1, "One", 0, 3},
		{0, 7, 2, "", 3, 3},
		{0, 1, 0, "", 1, 3},
		{0, 1, -1, "", 1, 3},
		{1, 0, 2, "", 0, 0},
	}
	for _, test := range tests {
		o := v.Outline.Outline(test.session, test.from, test.count)
		var texts []string
		for _, e := range o.Entries {
			texts = append(texts, e.Text)
		}
		if got := strings.Join(texts, " "); got != test.want || o.From != test.at || o.Total != test.total || o.Entries == nil {
			t.Errorf("%+v: %q from %d of %d", test, got, o.From, o.Total)
		}
	}
}

// TestAttempts checks that each attempt at a place has the turns and the cost up to the next one,
// or to the end.
func TestAttempts(t *testing.T) {
	lines := append(dialogue[:5:5], reply("a3", "u3"), user("v2", "a1", "Two again"), reply("b2", "v2"),
		user("w2", "a1", "Two at last"), reply("c2", "w2"), user("w3", "c2", "Three"), reply("c3", "w3"), user("w4", "c3", "Four"), reply("c4", "w4"))
	_, v := viewtest.Load(viewtest.Session(lines...), 1<<30)
	var got []string
	for _, row := range v.Rows(0, 0, 100).Rows {
		if attempts, ok := row.(*protocol.AttemptsRow); ok {
			for _, a := range attempts.Fold.Alternatives {
				got = append(got, fmt.Sprintf("%s: %d turns, %.0f replies, current %t", a.Text, a.Turns, a.Cost.USD/replyUSD, a.Current))
			}
		}
	}
	want := []string{"Two: 2 turns, 2 replies, current false", "Two again: 1 turns, 1 replies, current false", "Two at last: 3 turns, 3 replies, current true"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
