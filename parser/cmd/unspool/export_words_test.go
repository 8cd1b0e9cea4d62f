package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/export"
	"unspool/parser/redact"
	"unspool/parser/testutil"
)

// exportWordsFile has the words of exports, as package redact reads them.
const exportWordsFile = "../../redact/exportwords.txt"

// TestExportWords checks that an export is not refused for a word which it has by itself, if that is also the name of a
// user. It finds these words in sessions of which all texts were replaced. With -update it writes the list.
func TestExportWords(t *testing.T) {
	cases := testutil.Cases(t)
	names := slices.Sorted(maps.Keys(cases))
	if !*update {
		names = testutil.Sample(t, names, 4)
	}
	words := map[string]bool{}
	for _, name := range append(names, "sample") {
		in := filepath.Join("../../../testdata", "sample")
		if name != "sample" {
			in = t.TempDir()
			for _, f := range cases[name] {
				written(t, in, f.Path, string(f.Data))
			}
		}
		addRedactedWords(t, in, words)
	}
	addLimitWords(t, words)
	for name := range (export.LeftOut{Turns: 1, Branches: 1, Calls: 1, Results: 1, Thinking: 1, Agents: 1, Totals: 1, Files: 1, Records: 1,
		Damaged: 1, Unread: 1, Summary: 1}).Counts() {
		addWords(t, name, words)
	}
	if *update {
		text := "# Words that exports in other formats have by themselves. TestExportWords of the command finds and writes them.\n" +
			strings.Join(slices.Sorted(maps.Keys(words)), "\n") + "\n"
		if err := os.WriteFile(exportWordsFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for word, isMissing := range words {
		if isMissing {
			t.Errorf("%q is missing in %s; -update adds it", word, exportWordsFile)
		}
	}
}

// addRedactedWords adds the words of all exports of a session in a folder, without its texts.
func addRedactedWords(t *testing.T, in string, words map[string]bool) {
	t.Helper()
	without := filepath.Join(t.TempDir(), "out")
	if _, progress, code := runRedact(t, "-pattern", "(?s).+", "-o", without, in); code != cli.ExitOK {
		t.Logf("%s: %s", in, progress) // such as a file with none of the lines that are read
		return
	}
	addExportWords(t, without, words)
}

// addLimitWords adds the words of exports of a session with more than documents show. Its texts are numbers, since
// placeholders would be too short, and words of the session itself do not count.
func addLimitWords(t *testing.T, words map[string]bool) {
	t.Helper()
	numbers := func(n int) string { return strings.Repeat(`0 1\n`, n) }
	var todos []string
	for range 200 {
		todos = append(todos, `{"content":"0","status":"pending"}`)
	}
	record := func(kind, content string) string {
		return `{"type":"` + kind + `","sessionId":"0","version":"2.1.0","message":{"role":"` + kind + `","content":[` + content + `]}}` + "\n"
	}
	result := func(id, text string) string {
		return record("user", `{"type":"tool_result","tool_use_id":"`+id+`","content":"`+text+`"}`)
	}
	call := func(id, name, input string) string {
		return record("assistant", `{"type":"tool_use","id":"`+id+`","name":"`+name+`","input":`+input+`}`)
	}
	text := record("user", `{"type":"text","text":"1"}`) + call("1", "Bash", `{"command":"1"}`) + result("1", numbers(30_000)) +
		record("user", `{"type":"text","text":"2"}`) + call("2", "Read", `{"file_path":"/2"}`) +
		result("2", `<persisted-output>\nOutput too large (2MB). Full output saved to: /2/tool-results/2.txt\n\n`+
			`Preview:\n`+numbers(9)+`</persisted-output>`) +
		call("3", "TodoWrite", `{"todos":[`+strings.Join(todos, ",")+`]}`) + result("3", "3") +
		call("4", "Bash", `{"command":"`+numbers(30_000)+`"}`) + record("user", `{"type":"text","text":"4"}`)
	in := written(t, t.TempDir(), "0.jsonl", text)
	exported, own := map[string]bool{}, map[string]bool{}
	addExportWords(t, in, exported)
	addExportWords(t, in, exported, "-prompts", "2-2")
	addExportWords(t, in, exported, "-prompts", "2-3")
	addWords(t, text, own)
	addWords(t, strings.ReplaceAll(text, `\n`, " "), own)
	for word, isMissing := range exported {
		if _, isOwn := own[word]; !isOwn {
			words[word] = words[word] || isMissing
		}
	}
	for _, word := range []string{"Cut", "whole", "beginning", "outside", "chosen", "more"} {
		if _, ok := words[word]; !ok {
			t.Errorf("no export has the word %q", word)
		}
	}
}

// addExportWords adds the words of all exports of a session, and whether each is missing in the list.
func addExportWords(t *testing.T, in string, words map[string]bool, options ...string) {
	t.Helper()
	for _, args := range [][]string{
		{"html", "-level", "all"}, {"markdown", "-level", "all"}, {"html"}, {"markdown"}, {"messages"},
		{"otlp", "-content"}, {"chrome", "-content"},
	} {
		isTrace := args[0] == "otlp" || args[0] == "chrome"
		if isTrace && len(options) > 0 {
			continue
		}
		out, progress, code := runExport(t, append(append(args, options...), in)...)
		if code == cli.ExitUsage {
			t.Fatal(progress)
		}
		if code != cli.ExitOK { // of several sessions
			continue
		}
		out = regexp.MustCompile(`‹[A-Z0-9_]+|"(signature|data)": ?"[^"]*"|(sha256-|base64,)[\w+/=&#;]+`).ReplaceAllString(out, " ")
		addWords(t, out, words)
	}
}

// addWords adds the words of a text, and whether each is missing in the list.
func addWords(t *testing.T, text string, words map[string]bool) {
	t.Helper()
	for _, word := range regexp.MustCompile(`[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*`).FindAllString(text, -1) {
		if _, isDone := words[word]; len(word) < 3 || isDone || strings.ContainsAny(word, "0123456789") {
			continue
		}
		values := new(redact.Values)
		values.Add(redact.Finding{Kind: redact.User, Rule: "user", Value: word}, "")
		words[word] = redact.NewChecker(values).Check(strings.NewReader("<p>"+word+"</p>"), "") != nil
	}
}

// TestExportStructure checks that each format stays whole if the name of a user and a password are the name of one of its parts.
func TestExportStructure(t *testing.T) {
	const lines = `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","cwd":"/home/NAME/x","timestamp":"2026-05-01T10:00:01.000Z",` +
		`"version":"2.1.0","message":{"role":"user","content":"I am NAME, see postgres://app:NAME@db7.internal"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","timestamp":"2026-05-01T10:00:02.000Z","version":"2.1.0",` +
		`"message":{"id":"m1","role":"assistant","model":"claude-opus-4-8","content":[{"type":"text","text":"Hi NAME"},` +
		`{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}],"usage":{"input_tokens":1,"output_tokens":1}}}
`
	shapes := map[string]string{}
	for _, user := range []string{"meitan", "messages", "html", "class", "span", "attributes", "title", "role", "content", "type", "uuid"} {
		name := written(t, t.TempDir(), "s.jsonl", strings.ReplaceAll(lines, "NAME", user))
		for _, form := range []string{"transcript", "html", "markdown", "messages", "otlp", "chrome"} {
			out, progress, code := runExport(t, form, "-redact", name)
			shape := shapeOf(out)
			if shapes[form] == "" {
				shapes[form] = shape
			}
			if code != cli.ExitOK || strings.Contains(out, "am "+user) || strings.Contains(out, "home/"+user) || shape != shapes[form] {
				t.Errorf("%s, %s: code %d, %s\n%.400s\ninstead of\n%.400s", user, form, code, progress, shape, shapes[form])
			}
		}
	}
}

// shapeOf returns the tags of a page and the keys of JSON, in their order.
func shapeOf(text string) string {
	return strings.Join(regexp.MustCompile(`<[a-z!]+|class="[^"]*"|"[A-Za-z_.‹›]+": ?`).FindAllString(text, -1), " ")
}
