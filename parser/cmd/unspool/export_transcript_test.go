package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/cmd/unspool/cli"
)

const sampleFolder = "../../../testdata/sample"

// TestTranscriptOptions checks that options that would do nothing are errors, and that nothing is written then.
func TestTranscriptOptions(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-without-tools", "bash"}, cli.ExitUsage, "no call is of bash; the tools are Agent, AskUserQuestion, Bash, "},
		{[]string{"-without-tools", "Read,Nope, none"}, cli.ExitUsage, "no call is of Nope, none; "},
		{[]string{"-without-tools", " , "}, cli.ExitUsage, "-without-tools names no tool"},
		{[]string{"-results-only"}, cli.ExitUsage, "-results-only needs -without-tools"},
		{[]string{"-keep-turns", "2"}, cli.ExitUsage, "-keep-turns needs -without-tools"},
		{[]string{"-without-tools", "all", "-keep-turns", "0"}, cli.ExitUsage, `"0" is not a number from 1 on`},
		{[]string{"-compress", "0"}, cli.ExitUsage, `"0" is not a number from 1 on`},
		{[]string{"-compress", "-1"}, cli.ExitUsage, `"-1" is not a number from 1 on`},
		{[]string{"-compress", "two"}, cli.ExitUsage, `"two" is not a number from 1 on`},
		{[]string{"-prompts", "99"}, cli.ExitFailed, "the session has 9 prompts"},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		out, progress, code := runExport(t, append([]string{"transcript", "-o", dir, sampleFolder}, c.args...)...)
		if _, err := os.Stat(dir); code != c.code || out != "" || !strings.Contains(progress, c.want) || err == nil {
			t.Errorf("%q: code %d, %v: %s", c.args, code, err, progress)
		}
	}
	out, progress, code := runExport(t, "transcript", "-without-tools", "Read, Grep", sampleFolder)
	if code != cli.ExitOK || strings.Contains(out, `"name":"Grep"`) || !strings.Contains(out, `"name":"Bash"`) {
		t.Errorf("code %d: %s", code, progress)
	}
}

// TestNoSuchPrompts checks that other forms of a session leave no file if no prompt is selected.
func TestNoSuchPrompts(t *testing.T) {
	for _, format := range []string{"messages", "markdown", "html"} {
		name := filepath.Join(t.TempDir(), "out")
		_, progress, code := runExport(t, format, "-prompts", "99", "-o", name, sampleFolder)
		if _, err := os.Stat(name); code != cli.ExitFailed || !strings.Contains(progress, "the session has 9 prompts") || err == nil {
			t.Errorf("%s: code %d, %v: %s", format, code, err, progress)
		}
	}
}

// TestExportAgentRedacted checks that the head of an agent's transcript says what was replaced in the session.
func TestExportAgentRedacted(t *testing.T) {
	out, _, code := runExport(t, "transcript", "-agent", "a7a0aeb0d882893ae", "-redact", "../../../testdata/sample")
	head, _, _ := strings.Cut(out, "\n")
	if code != cli.ExitOK || !strings.Contains(head, `"redacted":{"values":{"home":`) {
		t.Errorf("code %d, head %s", code, head)
	}
}
