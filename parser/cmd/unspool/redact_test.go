package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/jsonl"
)

func runRedact(t *testing.T, args ...string) (out, progress string, code int) {
	t.Helper()
	var text, errs bytes.Buffer
	code = runCommand(append([]string{"redact"}, args...), &text, &errs)
	return text.String(), errs.String(), code
}

// written writes a transcript.
func written(t *testing.T, dir, name, text string) string {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

const redactedLines = `{"type":"user","uuid":"u1","sessionId":"s","cwd":"/home/meitan/garden","message":{"role":"user","content":"Mail mei@tidal.io"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"thinking","thinking":"Hm","signature":""},{"type":"text","text":"meitan: heron"}]}}
`

func TestRedactFile(t *testing.T) {
	dir := t.TempDir()
	name := written(t, dir, "s.jsonl", redactedLines)
	out, progress, code := runRedact(t, "-word", "HERON", "-drop", "thinking", name)
	want := strings.NewReplacer("/home/meitan", "‹HOME_1›", "meitan", "‹USER_1›", "mei@tidal.io", "‹EMAIL_1›",
		"heron", "‹WORD_1›", "Hm", "[thinking removed]").Replace(redactedLines)
	const head = `{"type":"unspool-export","version":1,"leftOut":{},` +
		`"redacted":{"values":{"email":1,"home":1,"user":1,"word":1},"parts":["thinking"]}}` + "\n"
	if code != cli.ExitOK || out != head+want {
		t.Errorf("code %d, %s: %s", code, progress, out)
	}
	// The words of a head stay, also if the user has them replaced elsewhere.
	named := written(t, dir, "named.jsonl", strings.ReplaceAll(redactedLines, "heron", "my home"))
	if out, progress, code := runRedact(t, "-word", "home", named); code != cli.ExitOK || !strings.Contains(out, `"home":1`) || strings.Contains(out, "my home") {
		t.Errorf("code %d, %s: %s", code, progress, out)
	}
	for _, part := range []string{"1 files, 3 lines", "1 email, 1 home, 1 user, 1 word", "left out: 1 thinking", "checked: none of"} {
		if !strings.Contains(progress, part) {
			t.Errorf("%q is missing in %s", part, progress)
		}
	}
	to := filepath.Join(dir, "out", "s.jsonl")
	if _, progress, code := runRedact(t, "-keep", "email", "-keep", "/home/meitan", "-o", to, name); code != cli.ExitOK {
		t.Error(progress)
	}
	if got, err := os.ReadFile(to); err != nil || string(got) != redactedLines {
		t.Errorf("%v: %s", err, got)
	}
	if _, progress, code := runRedact(t, "-o", to, name); code != cli.ExitFailed || !strings.Contains(progress, "exists and is not overwritten") {
		t.Errorf("code %d: %s", code, progress)
	}
}

// TestRedactFolder checks that all files of a session have the same placeholders, and that names of
// files have them, too.
func TestRedactFolder(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, "in/-home-meitan-garden/s.jsonl", redactedLines)
	written(t, dir, "in/-home-meitan-garden/s/subagents/agent-a.jsonl", strings.ReplaceAll(redactedLines, "Mail", "jo@tidal.io or"))
	written(t, dir, "in/-home-meitan-garden/s/tool-results/b.txt", "drwx meitan")
	written(t, dir, "in/notes.txt", "mine")
	out := filepath.Join(dir, "out")
	_, progress, code := runRedact(t, "-o", out, filepath.Join(dir, "in"))
	if code != cli.ExitOK || !strings.Contains(progress, "1 other files and links left out") {
		t.Errorf("code %d: %s", code, progress)
	}
	all := map[string]string{}
	err := filepath.WalkDir(out, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			text, _ := os.ReadFile(name)
			below, _ := filepath.Rel(out, name)
			all[filepath.ToSlash(below)] = string(text)
		}
		return err
	})
	if err != nil || len(all) != 3 {
		t.Errorf("%v: %q", err, all)
	}
	for name, want := range map[string]string{
		"HOME_1-garden/s.jsonl":                   "Mail ‹EMAIL_2›",
		"HOME_1-garden/s/subagents/agent-a.jsonl": "‹EMAIL_1› or ‹EMAIL_2›",
		"HOME_1-garden/s/tool-results/b.txt":      "drwx ‹USER_1›",
	} {
		if !strings.Contains(all[name], want) {
			t.Errorf("%s: %q", name, all[name])
		}
	}
	// Into a folder that there is, as long as nothing is overwritten.
	if _, progress, code := runRedact(t, "-o", out, filepath.Join(dir, "in")); code != cli.ExitFailed {
		t.Errorf("code %d: %s", code, progress)
	}
	if _, progress, code := runRedact(t, "-drop", "outputs", "-o", dir, filepath.Join(dir, "in")); code != cli.ExitOK {
		t.Error(progress)
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "HOME_1-garden/s/tool-results/b.txt")); string(text) != "[output removed]\n" {
		t.Errorf("%q", text)
	}
}

// TestRedactHead checks that the head of a transcript is its first record, however the file begins, and counts what is
// left out.
func TestRedactHead(t *testing.T) {
	const head = `{"type":"unspool-export","version":1,"leftOut":{},"redacted":{"values":{"email":1,"home":1,"user":1}}}`
	long := `{"type":"user","message":{"content":"` + strings.Repeat("x ", jsonl.MaxLine/2) + `"}}`
	array := "[" + strings.Join(strings.Split(strings.TrimSpace(redactedLines), "\n"), ",") + "]"
	for _, c := range []struct{ name, text, want string }{
		{"s.jsonl", "\ufeff" + redactedLines, "\ufeff" + head + "\n{"},
		{"s.jsonl", "\n" + redactedLines, head + "\n\n{"},
		{"s.jsonl", " \t" + redactedLines, head + "\n \t{"},
		{"s.jsonl", "cut\"}\n" + redactedLines, head + "\ncut\"}\n{"},
		{"s.txt", redactedLines, head + "\n{"},
		{"agent-1.jsonl", redactedLines, head + "\n{"},
		{"s.json", array, "[" + head + `,{"type":"user"`},
		{"s.json", "\ufeff [\n" + array[1:], "\ufeff[" + head + ",\n{"},
		{"s.jsonl", redactedLines + long + "\n", strings.Replace(head, `{}`, `{"records":1}`, 1) + "\n{"},
	} {
		name := written(t, t.TempDir(), c.name, c.text)
		out, progress, code := runRedact(t, name)
		if code != cli.ExitOK || !strings.HasPrefix(out, c.want) {
			t.Errorf("%.20q: code %d, %s: %.200q", c.text, code, progress, out)
		}
		to := written(t, t.TempDir(), "copy.jsonl", out)
		if sums, progress, _ := runInspect(t, to); len(sums) != 1 || sums[0].Types["unspool-export"] != 1 || sums[0].Messages != 1 {
			t.Errorf("%.20q: %+v, %s", c.text, sums, progress)
		}
	}
	name := written(t, t.TempDir(), "s.json", "["+strings.TrimSuffix(array[1:], "]")+","+long+"]")
	if out, progress, code := runRedact(t, name); code != cli.ExitFailed || out != "" || !strings.Contains(progress, "too long") {
		t.Errorf("code %d, %s: %.200q", code, progress, out)
	}
}

// TestRedactFails checks that nothing is written when a value would be left.
func TestRedactFails(t *testing.T) {
	dir := t.TempDir()
	name := written(t, dir, "in/s.jsonl", strings.ReplaceAll(redactedLines, "heron", "heron and › and"))
	for _, args := range [][]string{{"-o", filepath.Join(dir, "out.jsonl"), name}, {"-o", filepath.Join(dir, "out"), filepath.Dir(name)}, {name}} {
		out, progress, code := runRedact(t, append([]string{"-word", "heron", "-word", "› and"}, args...)...) // the end of a placeholder is one
		if code != cli.ExitFailed || out != "" || !strings.Contains(progress, `a value is left (word, rule word), in the member "text"`) {
			t.Errorf("code %d, %q: %s", code, out, progress)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestRedactList(t *testing.T) {
	name := written(t, t.TempDir(), "s.jsonl", redactedLines)
	out, progress, code := runRedact(t, "-list", name)
	if code != cli.ExitOK || strings.Contains(out, "mei@tidal") || strings.Contains(out, "meitan") || !strings.Contains(progress, "2 values") {
		t.Errorf("code %d, %s: %s", code, progress, out)
	}
	if lines := strings.Split(out, "\n"); len(lines) != 4 || !strings.HasPrefix(lines[2], "1      email  mei••••••.io ") {
		t.Errorf("%q", lines)
	}
	out, _, _ = runRedact(t, "-list", "-json", "-show", name)
	var found struct{ Kind, Value, Before string }
	if err := json.Unmarshal([]byte(strings.Split(out, "\n")[1]), &found); err != nil || found.Value != "mei@tidal.io" || found.Before != "Mail " {
		t.Errorf("%v: %s", err, out)
	}
}

func TestRedactErrors(t *testing.T) {
	dir := t.TempDir()
	name := written(t, dir, "s.jsonl", redactedLines)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, cli.ExitUsage, "usage: unspool redact"},
		{[]string{"-json", name}, cli.ExitUsage, "usage: unspool redact"},
		{[]string{"-drop", "sounds", name}, cli.ExitUsage, `unknown part "sounds"`},
		{[]string{"-pattern", "(", name}, cli.ExitUsage, "missing closing"},
		{[]string{"-pattern", "x*", name}, cli.ExitFailed, "matches the empty text"},
		{[]string{"-word", "ab", name}, cli.ExitFailed, "fewer than 3 bytes"},
		{[]string{name, "-show"}, cli.ExitUsage, "need -list"},
		{[]string{"nowhere.jsonl"}, cli.ExitFailed, "nowhere.jsonl"},
		{[]string{dir}, cli.ExitFailed, "use -o FOLDER"},
		{[]string{"-o", "x", t.TempDir()}, cli.ExitFailed, "no Claude Code transcript found"},
	} {
		out, progress, code := runRedact(t, c.args...)
		if code != c.code || out != "" || !strings.Contains(progress, c.want) {
			t.Errorf("%q: code %d, %q, %s", c.args, code, out, progress)
		}
	}
}

// TestExportRedacted checks that an export can be redacted, to standard output and to a folder.
func TestExportRedacted(t *testing.T) {
	const project = "../../../testdata/sample"
	out, progress, code := runExport(t, "transcript", "-redact", "-without-tools", "all", project)
	if code != cli.ExitOK || strings.Contains(out, "/home/mei") || !strings.Contains(out, "‹HOME_1›/code") || !strings.Contains(progress, "checked: ") {
		t.Errorf("code %d: %s", code, progress)
	}
	dir := filepath.Join(t.TempDir(), "new")
	if _, progress, code = runExport(t, "transcript", "-redact", "-o", dir, project); code != cli.ExitOK {
		t.Errorf("code %d: %s", code, progress)
	}
	after, _, _ := runInspect(t, dir)
	before, _, _ := runInspect(t, project)
	if len(after) != 1 || after[0].ToolCalls != before[0].ToolCalls || after[0].Agents != before[0].Agents || after[0].Turns != before[0].Turns {
		t.Errorf("%+v of %+v", after, before)
	}
	out, progress, code = runExport(t, "messages", "-redact", project)
	if code != cli.ExitOK || strings.Contains(out, "/home/mei") || !json.Valid([]byte(out)) {
		t.Errorf("code %d: %s", code, progress)
	}
}

// TestRedactIDs checks that ids in results that are left out stay if they name an agent, a call or a task of the session.
func TestRedactIDs(t *testing.T) {
	const secret = "hunter2hunter2hunter2"
	name := written(t, t.TempDir(), "s.jsonl", `{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"Go"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[`+
		`{"type":"tool_use","id":"t1","name":"Task","input":{}},{"type":"tool_use","id":"t2","name":"mcp__x__y","input":{}}]}}
{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","toolUseResult":{"agentId":"ag1","sessionId":"`+secret+`"},`+
		`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","id":"`+secret+`","text":"x"}]}]}}
{"type":"user","uuid":"r2","parentUuid":"r1","sessionId":"s","toolUseResult":{"agentId":"`+secret+`","taskId":"`+secret+`","tool_use_id":"t2"},`+
		`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"x"}]}}
`)
	redacted, progress, code := runRedact(t, "-drop", "outputs", name)
	if code != cli.ExitOK {
		t.Error(progress)
	}
	exported, progress, code := runExport(t, "transcript", "-redact", "-drop", "outputs", name)
	if code != cli.ExitOK {
		t.Error(progress)
	}
	for _, out := range []string{redacted, exported} {
		if strings.Contains(out, secret) || !strings.Contains(out, `"agentId":"ag1"`) || strings.Count(out, `"tool_use_id":"t2"`) != 2 {
			t.Error(out)
		}
	}
}
