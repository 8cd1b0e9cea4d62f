package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"unspool/parser/cmd/unspool/cli"
)

// runCommand runs the program without a terminal and without standard input.
func runCommand(args []string, out, progress io.Writer) int {
	return runWithInput("", args, out, progress)
}

func runWithInput(in string, args []string, out, progress io.Writer) int {
	return run(args, cli.NewEnvironment(strings.NewReader(in), out, progress))
}

// everyCommand returns all commands and formats by their words.
func everyCommand(c *cli.Command, words ...string) map[string]*cli.Command {
	all := map[string]*cli.Command{strings.Join(words, " "): c}
	for i := range c.Commands {
		for name, one := range everyCommand(&c.Commands[i], append(slices.Clip(words), c.Commands[i].Name)...) {
			all[name] = one
		}
	}
	return all
}

// TestEveryCommand checks the help of each command, and that each refuses a flag that it does not have.
func TestEveryCommand(t *testing.T) {
	all := everyCommand(program())
	if len(all) < 15 {
		t.Fatalf("only %d commands", len(all))
	}
	for name, c := range all {
		words := strings.Fields(name)
		var want []string
		for _, flag := range []string{"-h", "-help", "--help"} {
			var out, errs bytes.Buffer
			if code := runCommand(append(slices.Clip(words), flag), &out, &errs); code != cli.ExitOK || errs.Len() > 0 {
				t.Errorf("%s %s: code %d, %s", name, flag, code, errs.String())
			}
			want = append(want, out.String())
		}
		var out, errs bytes.Buffer
		runCommand(append([]string{"help"}, words...), &out, &errs)
		if want = append(want, out.String()); len(slices.Compact(want)) != 1 {
			t.Errorf("%s: several helps: %q", name, want)
		}
		text := want[0]
		for _, part := range []string{"usage: unspool", c.Help, "\nexit codes:\n  0  " + c.Done + "\n", "\n  2  "} {
			if !strings.Contains(text, part) || c.Done == "" || c.Help == "" {
				t.Errorf("the help of %q lacks %q:\n%s", name, part, text)
			}
		}
		for _, flag := range flagsOf(c) {
			if !strings.Contains(text, "\n  -"+flag) {
				t.Errorf("the help of %q lacks the flag -%s:\n%s", name, flag, text)
			}
		}
		for _, line := range strings.Split(text, "\n") {
			if len([]rune(line)) > 130 {
				t.Errorf("%s: a long line: %s", name, line)
			}
		}
		errs.Reset()
		if code := runCommand(append(slices.Clip(words), "--no-such-flag"), io.Discard, &errs); code != cli.ExitUsage ||
			!strings.Contains(errs.String(), "no-such-flag") || !strings.Contains(errs.String(), "\nusage: unspool "+name) {
			t.Errorf("%s: code %d, %s", name, code, errs.String())
		}
	}
}

// TestDocs checks that the documentation lists all commands.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../../web/docs/command.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range program().Commands {
		if !bytes.Contains(page, []byte("\n| `unspool "+c.Name)) {
			t.Errorf("command.md lacks the command %s", c.Name)
		}
	}
}

// flagsOf returns the names of the flags of a command.
func flagsOf(c *cli.Command) (names []string) {
	if c.Define == nil {
		return nil
	}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	c.Define(cli.NewEnvironment(strings.NewReader(""), io.Discard, io.Discard), flags)
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

// TestUsage checks that the exit code distinguishes a wrong command line from finding nothing.
func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args      string
		code      int
		out, errs string
	}{
		{"", cli.ExitUsage, "", "usage: unspool COMMAND"},
		{"-h", cli.ExitOK, "usage: unspool COMMAND", ""},
		{"help", cli.ExitOK, "usage: unspool COMMAND", ""},
		{"help inspct", cli.ExitUsage, "", `unknown command "inspct"; did you mean "inspect"?`},
		{"help export pdf", cli.ExitUsage, "", `unknown format "pdf"`},
		{"version", cli.ExitOK, "\ncommit  ", ""},
		{"--version", cli.ExitOK, "\ncommit  ", ""},
		{"version x", cli.ExitUsage, "", `unspool version: unexpected argument "x"`},
		{"inspct x", cli.ExitUsage, "", `unknown command "inspct"; did you mean "inspect"?`},
		{"xyzzy x", cli.ExitUsage, "", "unknown command \"xyzzy\"\n"},
		{"-shape x", cli.ExitUsage, "", "-shape: flags follow a command"},
		{"export mrakdown x", cli.ExitUsage, "", `unknown format "mrakdown"; did you mean "markdown"?`},
		{"export traces x", cli.ExitUsage, "", `unknown format "traces"; did you mean "otlp"?`},
		{"help export Parquet", cli.ExitUsage, "", `unknown format "Parquet"; did you mean "tables"?`},
		{"inspect", cli.ExitUsage, "", "unspool inspect needs PATH…\nusage: unspool inspect"},
		{"inspect -jsno x", cli.ExitUsage, "", `unknown flag -jsno; did you mean "json"?`},
		{"inspect -prices", cli.ExitUsage, "", "flag needs an argument: -prices"},
		{"inspect -shape", cli.ExitUsage, "", "usage: unspool inspect"},
		{"inspect -shape -json x", cli.ExitUsage, "", "-shape takes no -json"},
		{"inspect nosuch.jsonl -prices nosuch.tsv", cli.ExitUsage, "", "nosuch.tsv"},
		{"inspect nosuch.jsonl -- -shape", cli.ExitFailed, "", "-shape: "},
		{"inspect -- -nosuch.jsonl", cli.ExitFailed, "", "o such file"},
		{"inspect -shape nosuch.jsonl", cli.ExitFailed, "", "unspool: "},
		{"export markdown a b", cli.ExitUsage, "", `unexpected argument "b"`},
		{"completion tcsh", cli.ExitUsage, "", `unknown shell "tcsh"`},
	} {
		var out, errs bytes.Buffer
		code := runCommand(strings.Fields(c.args), &out, &errs)
		if code != c.code || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) || (out.Len() > 0) != (c.out != "") {
			t.Errorf("unspool %s: code %d, out %q, errors %q", c.args, code, out.String(), errs.String())
		}
		if strings.Contains(out.String()+errs.String(), "\x1b") {
			t.Errorf("unspool %s: colors without a terminal", c.args)
		}
	}
}

// TestStandardInput checks that each command writes the same for "-" as for the file, and keeps no copy.
func TestStandardInput(t *testing.T) {
	const lines = `{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"mail jane@corp.io"}}` + "\n" +
		`{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"s","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"sent"}]}}` + "\n"
	dir := t.TempDir()
	file := filepath.Join(dir, standardName)
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	temp := filepath.Join(dir, "temp")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", temp)
	for _, args := range []string{"inspect", "inspect -shape", "redact", "redact -list -json", "export markdown", "export html -level all",
		"export markdown -redact", "export messages", "export transcript", "export otlp", "export chrome"} {
		var want, got, errs bytes.Buffer
		if code := runCommand(append(strings.Fields(args), file), &want, &errs); code != cli.ExitOK || want.Len() == 0 {
			t.Fatalf("%s: code %d, %s", args, code, errs.String())
		}
		errs.Reset()
		if code := runWithInput(lines, append(strings.Fields(args), "-o", "-", "-"), &got, &errs); code != cli.ExitOK {
			t.Errorf("%s -: code %d, %s", args, code, errs.String())
		}
		named := strings.ReplaceAll(strings.ReplaceAll(want.String(), file, "-"), standardName, "-")
		if alike := strings.ReplaceAll(got.String(), standardName, "-"); alike != named {
			t.Errorf("%s -:\n%s\nwant:\n%s", args, alike, named)
		}
	}
	tables := filepath.Join(dir, "tables")
	if code := runWithInput(lines, []string{"export", "tables", "-format", "csv", "-o", tables, "-"}, io.Discard, io.Discard); code != cli.ExitOK {
		t.Errorf("tables: code %d", code)
	}
	if rows, err := os.ReadFile(filepath.Join(tables, "sessions.csv")); err != nil || bytes.Count(rows, []byte("\n")) != 2 {
		t.Errorf("tables: %v, %s", err, rows)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left in the folder for temporary files: %v, %v", left, err)
	}
	var errs bytes.Buffer
	in := cli.NewEnvironment(broken{}, io.Discard, &errs)
	if code := run([]string{"inspect", "-"}, in); code != cli.ExitFailed || !strings.Contains(errs.String(), "standard input: broken") {
		t.Errorf("broken input: code %d, %s", code, errs.String())
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("broken") }

// TestTerminal runs the program on a terminal.
func TestTerminal(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("there is no program to open a terminal")
	}
	program := filepath.Join(t.TempDir(), "unspool")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const sample = "../../../testdata/2.1.219"
	for _, c := range []struct {
		command string
		color   bool
		table   bool
	}{
		{"inspect " + sample, true, true},
		{"inspect --json " + sample, false, false},
		{"inspect " + sample + " | cat", false, false},
		{"inspect nosuch 2>&1 | cat", false, false},
		{"inspect nosuch", true, false},
		{"-h", true, false},
		{"-h | cat", false, false},
	} {
		for _, env := range []string{"TERM=xterm", "TERM=dumb", "TERM=xterm NO_COLOR=1", "TERM=xterm NO_COLOR="} {
			out, err := exec.Command(script, "-qec", "env "+env+" "+program+" "+c.command+"; true", "/dev/null").CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			isPlain := env == "TERM=dumb" || strings.HasSuffix(env, "=1")
			if got := bytes.Contains(out, []byte("\x1b[")); got != (c.color && !isPlain) {
				t.Errorf("%s, %s: colors %t: %q", env, c.command, got, out)
			}
			if got := bytes.Contains(out, []byte("STARTED")); got != c.table {
				t.Errorf("%s, %s: table %t: %q", env, c.command, got, out)
			}
		}
	}
}
