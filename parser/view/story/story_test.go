package story_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

const inSession = `"sessionId":"s","cwd":"/w","timestamp":"2026-01-01T10:00:00.000Z",`

// user returns a record of the person, reply one with a text, and call and result those of a tool.
func user(uuid, parent, text string) string {
	return fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":%q,%s"message":{"role":"user","content":%q}}`, uuid, parent, inSession, text)
}

func reply(uuid, parent, text string) string {
	return assistant(uuid, parent, fmt.Sprintf(`{"type":"text","text":%q}`, text))
}

func call(uuid, parent, tool, input string) string {
	return assistant(uuid, parent, fmt.Sprintf(`{"type":"tool_use","id":"t%s","name":%q,"input":%s}`, uuid, tool, input))
}

func assistant(uuid, parent, block string) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":%q,"parentUuid":%q,%s"message":{"id":"m%[1]s","role":"assistant","model":"claude-opus-4-7",`+
		`"content":[%[4]s],"stop_reason":"end_turn","usage":{"input_tokens":10,"cache_read_input_tokens":1000000,"output_tokens":1000}}}`, uuid, parent, inSession, block)
}

func result(uuid, parent, text string, failed bool) string {
	return fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":%q,%s"message":{"role":"user","content":[{"type":"tool_result",`+
		`"tool_use_id":"t%[2]s","content":%[4]q,"is_error":%[5]t}]}}`, uuid, parent, inSession, text, failed)
}

func bash(uuid, parent, command string) string {
	return call(uuid, parent, "Bash", fmt.Sprintf(`{"command":%q}`, command))
}

func open(lines ...string) (*view.Viewer, []testutil.File) {
	files := []testutil.File{{Name: "s.jsonl", Data: []byte(strings.Join(lines, "\n") + "\n")}}
	_, v := viewtest.Load(files, 1<<20)
	return v, files
}

func storyOf(t *testing.T, v *view.Viewer, session int) protocol.Story {
	t.Helper()
	for range 10_000 {
		story, err := v.Story(session)
		if err != nil {
			t.Fatal(err)
		}
		if story.Changes.Read == 1 {
			return story
		}
	}
	t.Fatal("the changes were never summed up")
	return protocol.Story{}
}

// describe returns a story without addresses, one fact per line.
func describe(s protocol.Story) string {
	var out strings.Builder
	fmt.Fprintf(&out, "asked %q\n%s %q\n", s.Asked.Text, s.Ending, s.Ended.Text)
	if s.Tests.Last != "" {
		fmt.Fprintf(&out, "tests: %d passed, %d failed, %d unclear, last %s\n", s.Tests.Succeeded, s.Tests.Failed, s.Tests.Unclear, s.Tests.Last)
	}
	for _, one := range s.Failed {
		text := one.Text
		if one.Tool != nil {
			text = strings.TrimSuffix(one.Tool.Name+" "+one.Tool.Target+": "+one.Text, ": ")
		}
		fmt.Fprintf(&out, "failed %d of %d: %s\n", one.Count, s.Errors, text)
	}
	for _, file := range s.Changes.Largest {
		fmt.Fprintf(&out, "changed %s +%d -%d\n", file.Name, file.Added, file.Removed)
	}
	if s.Cause != "" {
		fmt.Fprintf(&out, "cost: %.0f%% %s\n", 100*s.Share, s.Cause)
	}
	return out.String()
}

func TestStory(t *testing.T) {
	write := `{"file_path":"/w/a.go","content":"a\nb\n"}`
	for _, test := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"a test turns green", []string{
			user("u1", "", "Fix the failing login test in login.go. It is urgent."),
			bash("a1", "u1", "go test ./... | tail"), result("r1", "a1", "--- FAIL: TestLogin\nFAIL", false),
			call("a2", "r1", "Write", write), result("r2", "a2", "File created successfully at: /w/a.go", false),
			bash("a3", "r2", "go test ./..."), result("r3", "a3", "ok  \tw\t0.1s", false),
			reply("a4", "r3", "## Done\n\nThe login test passes now, and nothing else changed. More."),
		}, `
asked "Fix the failing login test in login.go."
replied "The login test passes now, and nothing else changed."
tests: 1 passed, 1 failed, 0 unclear, last succeeded
changed a.go +2 -0
cost: 95% cacheRead
`},
		{"failures by their number", []string{
			user("u1", "", "Look around."),
			bash("a1", "u1", "make"), result("r1", "a1", "Exit code 2\nno rule", true),
			bash("a2", "r1", "ls x"), result("r2", "a2", "Exit code 2\nno such file", true),
			bash("a3", "r2", "make"), result("r3", "a3", "Exit code 2\nno rule", true),
			bash("a4", "r3", "grep x y"), result("r4", "a4", "Exit code 1", true),
			bash("a5", "r4", "npm run lint && npm test"), result("r5", "a5", "Exit code 1\nlint error", true),
		}, `
asked "Look around."
unfinished ""
failed 2 of 4: Bash make: no rule
failed 1 of 4: Bash npm run lint && npm test: lint error
failed 1 of 4: Bash ls x: no such file
cost: 95% cacheRead
`},
		{"a build that failed once before a listing that failed twice", []string{
			user("u1", "", "Look around."),
			bash("a1", "u1", "cd x && npm run build"), result("r1", "a1", "Exit code 2\n[ERROR] no config", true),
			bash("a2", "r1", "pwd && ls x"), result("r2", "a2", "Exit code 2\nno such file", true),
			bash("a3", "r2", "pwd && ls x"), result("r3", "a3", "Exit code 2\nno such file", true),
			call("a4", "r3", "Edit", `{"file_path":"/w/a.go"}`), result("r4", "a4", "String to replace not found in file.", true),
		}, `
asked "Look around."
unfinished ""
failed 1 of 4: Edit /w/a.go: String to replace not found in file.
failed 1 of 4: Bash cd x && npm run build: [ERROR] no config
failed 2 of 4: Bash pwd && ls x: no such file
cost: 95% cacheRead
`},
		{"tests that the user ran", []string{
			user("u1", "", "Fix the failing login test in login.go."), reply("a1", "u1", "Done."),
			user("u2", "a1", "<bash-input>ls</bash-input>"), user("u3", "u2", "<bash-stdout>1 failed</bash-stdout><bash-stderr></bash-stderr>"),
			user("u4", "u3", "<bash-input>go test ./...</bash-input>"),
			user("u5", "u4", "<bash-stdout>--- FAIL: TestLogin\nFAIL</bash-stdout><bash-stderr></bash-stderr>"),
		}, `
asked "Fix the failing login test in login.go."
replied "Done."
tests: 0 passed, 1 failed, 0 unclear, last failed
cost: 95% cacheRead
`},
		{"a question without an answer", []string{
			user("u1", "", "Choose a database."), reply("a1", "u1", "I have a question about it."),
			call("a2", "a1", "AskUserQuestion", `{"questions":[{"question":"Which?"}]}`),
		}, `
asked "Choose a database."
asking "Which?"
cost: 95% cacheRead
`},
		{"an interruption", []string{
			user("u1", "", "Count to ten."), reply("a1", "u1", "One, two."),
			user("u2", "a1", "[Request interrupted by user]"),
		}, `
asked "Count to ten."
interrupted "One, two."
cost: 95% cacheRead
`},
		{"commands without a reply", []string{
			user("u1", "", "<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>"),
			user("u2", "u1", "What is in this folder?"), reply("a1", "u2", "Two files of Go code are in it."),
			user("u3", "a1", "<command-name>/exit</command-name>\n<command-message>exit</command-message>\n<command-args></command-args>"),
		}, `
asked "What is in this folder?"
replied "Two files of Go code are in it."
cost: 95% cacheRead
`},
		{"a prompt without a reply", []string{user("u1", "", "Hello?")}, `
asked "Hello?"
unfinished ""
`},
		{"a failed request", []string{
			user("u1", "", "Hello there, Claude."),
			`{"type":"assistant","uuid":"a1","parentUuid":"u1","isApiErrorMessage":true,"sessionId":"s","message":{"id":"m","role":"assistant","model":"<synthetic>",` +
				`"content":[{"type":"text","text":"API Error: 529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}"}]}}`,
		}, `
asked "Hello there, Claude."
failed "API Error: 529 Overloaded"
failed 1 of 1: API Error: 529 Overloaded
`},
		{"nothing", []string{`{"type":"summary","summary":"x","leafUuid":"u"}`}, `
asked ""
empty ""
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, _ := open(test.lines...)
			if diff := cmp.Diff(test.want, "\n"+describe(storyOf(t, v, 0))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestNoSuchSession checks that there is a story of no session.
func TestNoSuchSession(t *testing.T) {
	v, _ := open(user("u1", "", "Hello?"))
	if story := storyOf(t, v, 7); story.Ending != "empty" {
		t.Errorf("ending %q", story.Ending)
	}
}

// TestAddresses checks, for all sessions, that each address in a story leads to a row, and that a
// filter does not change the story.
func TestAddresses(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		store, v := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			story := storyOf(t, v, s.Place)
			keys := []string{story.Asked.Key, story.Ended.Key, story.Tests.FirstFailed, story.Tests.LastKey, story.Compactions.First, story.Agents.First}
			for _, one := range story.Failed {
				keys = append(keys, one.Key)
			}
			for _, key := range keys {
				if key == "" {
					continue
				}
				if _, ok := v.Find(s.Place, key); !ok {
					t.Errorf("%s: session %d: no row has the key %s", name, s.Place, key)
				}
			}
			_, narrowed := viewtest.Load(files, 1<<20)
			if err := narrowed.Narrow(s.Place, "", "", "prompts", ""); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(story, storyOf(t, narrowed, s.Place)); diff != "" {
				t.Errorf("%s: session %d: %s", name, s.Place, diff)
			}
		}
	}
}

// TestStoryOrder checks that the last test run is the latest one, although agents are read after the main
// conversation; and that internal agents do not count.
func TestStoryOrder(t *testing.T) {
	later := strings.NewReplacer("10:00:00", "10:02:00")
	main := []string{user("u1", "", "Test it."),
		later.Replace(bash("a1", "u1", "go test ./...")), later.Replace(result("r1", "a1", "ok  \tw\t0.1s", false))}
	inAgent := strings.NewReplacer(`"sessionId"`, `"isSidechain":true,"agentId":"a1b2","sessionId"`)
	agent := []string{user("b0", "", "Try."), bash("b1", "b0", "go test ./..."), result("c1", "b1", "--- FAIL: TestX\nFAIL", true)}
	for name, want := range map[string]protocol.Story{
		"s/subagents/agent-a1b2.jsonl":          {Errors: 1, AgentErrors: 1, TestErrors: 1, Tests: protocol.TestRuns{Succeeded: 1, Failed: 1, Last: "succeeded"}},
		"s/subagents/agent-acompact-a1b2.jsonl": {Tests: protocol.TestRuns{Succeeded: 1, Last: "succeeded"}},
	} {
		id := strings.TrimSuffix(strings.TrimPrefix(name, "s/subagents/agent-"), ".jsonl")
		lines := strings.ReplaceAll(inAgent.Replace(strings.Join(agent, "\n")), `"a1b2"`, `"`+id+`"`)
		_, v := viewtest.Load([]testutil.File{{Name: "s.jsonl", Data: []byte(strings.Join(main, "\n") + "\n")}, {Name: name, Data: []byte(lines + "\n")}}, 1<<20)
		got := storyOf(t, v, 0)
		got.Tests.LastKey, got.Tests.FirstFailed = "", ""
		if got.Errors != want.Errors || got.AgentErrors != want.AgentErrors || got.TestErrors != want.TestErrors || got.Tests != want.Tests {
			t.Errorf("%s: %d errors, %d in agents, %d in test runs, tests %+v; want %+v", id, got.Errors, got.AgentErrors, got.TestErrors, got.Tests, want)
		}
	}
}
