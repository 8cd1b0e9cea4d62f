package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/cmd/unspool/cli"
)

// TestServeErrors checks what the command says if it cannot serve.
func TestServeErrors(t *testing.T) {
	t.Chdir(t.TempDir()) // without a built site
	t.Setenv("HOME", t.TempDir())
	t.Setenv("USERPROFILE", os.Getenv("HOME"))
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	site := t.TempDir()
	for name, text := range map[string]string{"index.html": "page", "_headers": "/index.html\n  Cache-Control: no-cache\n", "s.jsonl": "{}\n"} {
		if err := os.WriteFile(filepath.Join(site, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	session := filepath.Join(site, "s.jsonl")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"serve"}, cli.ExitFailed, "found no sessions of Claude Code"},
		{[]string{"serve", session}, cli.ExitFailed, "built without the viewer"},
		{[]string{"serve", "-site", t.TempDir(), session}, cli.ExitFailed, "the viewer: "},
		{[]string{"serve", "-site", site, filepath.Join(site, "missing.jsonl")}, cli.ExitFailed, "missing.jsonl: "},
		{[]string{"serve", "-site", site, filepath.Join(site, "index.html")}, cli.ExitFailed, "not a .jsonl, .json or .txt file"},
		{[]string{"serve", "-site", site, "-addr", "0.0.0.0:0", session}, cli.ExitFailed, "only a loopback address"},
		{[]string{"serve", "-port", "1"}, cli.ExitUsage, "unknown flag -port"},
		{[]string{"open"}, cli.ExitUsage, "open needs FILE"},
		{[]string{"open", session, session}, cli.ExitUsage, "unexpected argument"},
	} {
		if embeddedViewer != "" && strings.Contains(c.want, "without the viewer") {
			continue
		}
		var out, progress bytes.Buffer
		if code := runCommand(c.args, &out, &progress); code != c.code || !strings.Contains(progress.String(), c.want) || out.Len() > 0 {
			t.Errorf("%v: code %d, %q, %q", c.args, code, progress.String(), out.String())
		}
	}
	for _, name := range []string{"serve", "open"} {
		var out, progress bytes.Buffer
		if code := runCommand([]string{name, "-h"}, &out, &progress); code != cli.ExitOK || !strings.HasPrefix(out.String(), "usage: unspool "+name) {
			t.Errorf("help of %s: code %d, %q", name, code, out.String())
		}
	}
}
