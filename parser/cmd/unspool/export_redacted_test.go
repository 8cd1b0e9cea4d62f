package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/cmd/unspool/cli"
)

// acmeSession writes a session in which a word is in the names of a tool, of an agent and of a folder.
func acmeSession(t *testing.T) (main string) {
	t.Helper()
	dir := t.TempDir()
	main = written(t, dir, "-home-acme/s.jsonl", `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"Ask acme for jsonl"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[`+
		`{"type":"tool_use","id":"t1","name":"mcp__acme__deploy","input":{"to":"TARGET"}},{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"ls"}},`+
		`{"type":"tool_use","id":"t3","name":"Task","input":{"prompt":"look"}}]}}
{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"FIRST OUTPUT"},`+
		`{"type":"tool_result","tool_use_id":"t2","content":"two"}]}}
{"type":"user","uuid":"r2","parentUuid":"r1","sessionId":"s","toolUseResult":{"agentId":"acme-scout"},`+
		`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t3","content":"three"}]}}
`)
	written(t, dir, "-home-acme/s/subagents/agent-acme-scout.jsonl",
		`{"type":"user","uuid":"g1","parentUuid":null,"isSidechain":true,"agentId":"acme-scout","sessionId":"s","message":{"role":"user","content":"AGENT TASK"}}
{"type":"assistant","uuid":"g2","parentUuid":"g1","isSidechain":true,"agentId":"acme-scout","sessionId":"s",`+
			`"message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"Found."}]}}
`)
	return main
}

// TestExportRedactedSelection checks that the names of tools and agents on the command line are those of the session, also if a
// word in them is replaced.
func TestExportRedactedSelection(t *testing.T) {
	folder := filepath.Dir(acmeSession(t))
	for _, c := range []struct {
		args              string
		contains, without string
	}{
		{"transcript -without-tools mcp__acme__deploy", "Bash", "TARGET"},
		{"transcript -without-tools mcp__acme__deploy,Bash", "AGENT TASK", "two"},
		{"transcript -without-tools mcp__acme__deploy -results-only", "TARGET", "FIRST OUTPUT"},
		{"transcript -without-tools all", "Ask ", "TARGET"},
		{"transcript -agent acme-scout", "AGENT TASK", "TARGET"},
		{"transcript -agent acm", "AGENT TASK", "TARGET"},
		{"messages -agent acme-s", "AGENT TASK", "TARGET"},
		{"markdown -agent acme", "AGENT TASK", "TARGET"},
		{"html -agent acme-scout", "AGENT TASK", "TARGET"},
	} {
		for _, rules := range []string{"-word acme", "-pattern ac.e-?s?", "-word acme -word bash -word task", "-drop images"} {
			out := filepath.Join(t.TempDir(), "out")
			args := append(strings.Fields(c.args+" -redact "+rules), "-o", out, folder)
			_, progress, code := runExport(t, args...)
			text := everyText(t, out)
			if code != cli.ExitOK || !strings.Contains(text, c.contains) && !strings.Contains(rules, "task") ||
				strings.Contains(text, c.without) || strings.Contains(rules, "word") && strings.Contains(text, "acme") {
				t.Errorf("%q: code %d, %s\n%s", args, code, progress, text)
			}
		}
	}
	for args, want := range map[string]string{
		"transcript -without-tools mcp__acme": "no call is of mcp__acme; the tools are Bash, Task, mcp__acme__deploy",
		"transcript -agent scout":             "agent scout: there is no such agent",
		"messages -agent acme-scouts":         "agent acme-scouts: there is no such agent",
	} {
		if _, progress, code := runExport(t, append(strings.Fields(args), "-redact", "-word", "acme", folder)...); code == cli.ExitOK ||
			!strings.Contains(progress, want) {
			t.Errorf("%s: code %d, %s", args, code, progress)
		}
	}
}

// everyText returns the texts of a file, or of all files in a folder.
func everyText(t *testing.T, name string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(name, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Log(err)
	}
	return all.String()
}

// TestExportRedactedRules checks that the flags of rules work in every format that is redacted, and need -redact.
func TestExportRedactedRules(t *testing.T) {
	main := acmeSession(t)
	for _, format := range []string{"transcript", "markdown -level all", "html -level all", "messages", "otlp -content", "chrome -content"} {
		for rules, want := range map[string]struct{ contains, without string }{
			"-word acme":            {"‹WORD_1›", "acme"},
			"-word ACME -keep word": {"acme", "‹"},
			"-pattern TARGE[T]":     {"‹PATTERN_1›", "TARGET"},
			"-drop outputs":         {"[output removed]", "FIRST OUTPUT"},
		} {
			out, progress, code := runExport(t, append(strings.Fields(format+" -redact "+rules), main)...)
			if code != cli.ExitOK || !strings.Contains(out, want.contains) || strings.Contains(out, want.without) {
				t.Errorf("%s %s: code %d, %s: %s", format, rules, code, progress, out)
			}
			if strings.HasPrefix(rules, "-drop") && !strings.Contains(progress, "left out: 3 outputs") {
				t.Errorf("%s %s: %s", format, rules, progress)
			}
			name, _, _ := strings.Cut(rules, " ")
			_, progress, code = runExport(t, append(strings.Fields(format+" "+rules), main)...)
			if code != cli.ExitUsage || !strings.Contains(progress, name+" needs -redact") {
				t.Errorf("%s %s without -redact: code %d, %s", format, rules, code, progress)
			}
		}
	}
	for args, want := range map[string]string{
		"tables -word acme":                                       "unknown flag -word",
		"tables -redact -o x":                                     "tables take no -redact",
		"otlp -word acme -endpoint http://localhost:1":            "-word needs -redact",
		"otlp -redact -word acme -endpoint http://localhost:1":    "neither -redact nor -o",
		"otlp -state x -drop images -endpoint http://localhost:1": "-drop needs -redact",
		"html -redact -drop everything":                           "everything",
		"html -redact -pattern (":                                 "missing closing )",
	} {
		if _, progress, code := runExport(t, append(strings.Fields(args), main)...); code != cli.ExitUsage || !strings.Contains(progress, want) {
			t.Errorf("%s: code %d, %s", args, code, progress)
		}
	}
}

// TestExportRedactedErrors checks that errors name the files that the user knows, and not their temporary copies.
func TestExportRedactedErrors(t *testing.T) {
	main, temp := acmeSession(t), t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	folder := filepath.Dir(main)
	css := written(t, folder, "css.log", `{"type":"user","uuid":"u1","sessionId":"c","message":{"role":"user","content":"1d1e20"}}`)
	page := filepath.Join(folder, "page.html")
	for _, c := range []struct{ args, want string }{
		{"html -word 1d1e20 " + css, "standard output: line at byte "},
		{"html -word 1d1e20 " + css + " -o " + page, page + ": line at byte "},
		{"html -word 1d1e20 " + css + " -o " + folder, filepath.Join(folder, "css.html") + ": line at byte "},
		{"messages -prompts 9 " + main, "the session has 1 prompt"},
	} {
		out, progress, code := runExport(t, append(strings.Fields(c.args), "-redact")...)
		if code != cli.ExitFailed || out != "" || !strings.Contains(progress, c.want) || strings.Contains(progress, temp) {
			t.Errorf("%s: code %d, %s%s", c.args, code, out, progress)
		}
	}
	reads := func(s *parser.Session, open func(int) io.ReaderAt) error {
		if err := os.Remove(filepath.FromSlash(s.Main.File.Path)); err != nil {
			return err
		}
		_, err := open(s.Main.File.Number).ReadAt(make([]byte, 1), 0)
		return fmt.Errorf("%s: %w", s.Main.File.Path, err)
	}
	for _, path := range []string{folder, main} {
		x := &exporter{inspection: newInspection(cli.NewEnvironment(strings.NewReader(""), io.Discard, io.Discard)), redact: true}
		x.session, x.rules.words = "s", []string{"acme"}
		err := x.finish(x.runRedacted(reads, path))
		if !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), main+": open "+main+": ") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestExportRedactedName checks that a file can be redacted that only the command line makes a transcript.
func TestExportRedactedName(t *testing.T) {
	for _, name := range []string{"s.log", "s", "tool-results/s.txt", "s.jsonl", "agent-s.jsonl"} {
		path := written(t, t.TempDir(), name, redactedLines)
		out, progress, code := runExport(t, "messages", "-redact", path)
		if code != cli.ExitOK || !strings.Contains(out, "Mail ‹EMAIL_1›") {
			t.Errorf("%s: code %d, %s%s", name, code, progress, out)
		}
	}
}
