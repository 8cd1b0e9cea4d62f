package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"unspool/parser/cmd/unspool/cli"
)

// inspectOnTerminal runs inspect on a terminal of that many columns.
func inspectOnTerminal(width int, args ...string) (out, progress string, code int) {
	var text, errs bytes.Buffer
	env := cli.NewEnvironment(strings.NewReader(""), &text, &errs)
	env.Width = width
	code = run(append([]string{"inspect"}, args...), env)
	return text.String(), errs.String(), code
}

// TestInspectTable checks that the table has a line for each session, with the figures of JSON, and fits.
func TestInspectTable(t *testing.T) {
	paths := []string{"../../../testdata/2.1.219", "../../../testdata/2.0.37"}
	sums, _, _ := runInspect(t, paths...)
	for _, width := range []int{40, 80, 500} {
		out, progress, code := inspectOnTerminal(width, paths...)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if code != cli.ExitOK || progress != "" || len(lines) != len(sums)+1 || !strings.HasPrefix(lines[0], "STARTED ") {
			t.Fatalf("code %d, %s\n%s", code, progress, out)
		}
		for i, line := range lines {
			if n := runewidth.StringWidth(line); n > width {
				t.Errorf("%d columns of %d: %s", n, width, line)
			}
			if i == 0 || width < 80 {
				continue
			}
			s := sums[i-1]
			for _, want := range []string{fmt.Sprint(s.Turns), fmt.Sprint(s.ToolCalls), fmt.Sprintf("$%.2f", s.Totals.Cost.USD)} {
				if !strings.Contains(line, " "+want+" ") {
					t.Errorf("no %s in: %s", want, line)
				}
			}
			if width > 80 && !strings.HasSuffix(line, "  "+s.Title) {
				t.Errorf("no title %q in: %s", s.Title, line)
			}
		}
	}
}

// TestInspectTableHostile checks that no text of a session reaches the terminal as a command.
func TestInspectTableHostile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.jsonl")
	text := `{"type":"user","uuid":"u","message":{"role":"user","content":"a\u001b]0;x\u0007\nb\u202ec\u009b31m 日本語 ` + strings.Repeat("long ", 99) + `"}}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, code := inspectOnTerminal(100, file)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if code != cli.ExitOK || len(lines) != 2 || strings.ContainsAny(out, "\x1b\x07\u202e\u009b") || !strings.Contains(out, "日本語") ||
		runewidth.StringWidth(lines[1]) > 100 || !strings.HasPrefix(lines[1], "-  ") && !strings.Contains(lines[1], " -  ") {
		t.Errorf("code %d\n%q", code, lines)
	}
}

// TestInspectOutput checks that a file and a pipe have JSON lines, and that a file is not overwritten.
func TestInspectOutput(t *testing.T) {
	const path = "../../../testdata/2.0.37"
	var want bytes.Buffer
	runCommand([]string{"inspect", path}, &want, &want)
	if out, _, _ := inspectOnTerminal(80, "-json", path); out != want.String() || want.Len() == 0 {
		t.Errorf("-json: %s\nwant %s", out, want.String())
	}
	file := filepath.Join(t.TempDir(), "below", "sums.jsonl")
	out, progress, code := inspectOnTerminal(80, "-o", file, path)
	if data, err := os.ReadFile(file); err != nil || code != cli.ExitOK || out != "" || progress != "" || string(data) != want.String() {
		t.Errorf("-o: code %d, %v, %q, %q, %s", code, err, out, progress, data)
	}
	if _, progress, code := inspectOnTerminal(80, "-o", file, path); code != cli.ExitFailed || !strings.Contains(progress, "is not overwritten") {
		t.Errorf("-o again: code %d, %s", code, progress)
	}
	for n, want := range map[float64]string{0: "0", 999: "999", 1000: "1.0k", 999_999: "999.9k", 4_250_000: "4.2M", 2e9: "2.0G"} {
		if got := short(n); got != want {
			t.Errorf("%v is %s, want %s", n, got, want)
		}
	}
}
