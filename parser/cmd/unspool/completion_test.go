package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/cmd/unspool/cli"
)

var update = flag.Bool("update", false, "write golden files instead of comparing")

// TestGolden compares the manual page and the completions with files.
func TestGolden(t *testing.T) {
	made := map[string][]byte{}
	for _, shell := range cli.Shells() {
		var out bytes.Buffer
		if code := runCommand([]string{"completion", shell}, &out, &out); code != cli.ExitOK {
			t.Fatalf("%s: code %d, %s", shell, code, out.String())
		}
		made["completion."+shell] = out.Bytes()
	}
	var manual bytes.Buffer
	if code := runCommand([]string{"man"}, &manual, &manual); code != cli.ExitOK {
		t.Fatalf("code %d, %s", code, manual.String())
	}
	made["unspool.1"] = bytes.Replace(manual.Bytes(), []byte("unspool "+thisVersion().Version), []byte("unspool VERSION"), 1)
	for name, got := range made {
		name = filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(name, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (-want +got); run go test with -update if this is what you want:\n%s", name, diff)
		}
	}
}

// TestManual checks that man formats the page without a warning, and that it has each flag.
func TestManual(t *testing.T) {
	man, err := exec.LookPath("man")
	if err != nil {
		t.Skip("there is no man")
	}
	var errs bytes.Buffer
	cmd := exec.Command(man, "--warnings=w", "-l", "testdata/unspool.1")
	cmd.Env = append(os.Environ(), "MANWIDTH=100", "LC_ALL=C.UTF-8")
	cmd.Stderr = &errs
	text, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		t.Fatalf("%v: %s", err, errs.String())
	}
	for name, c := range everyCommand(program()) {
		if !bytes.Contains(text, []byte("unspool "+name)) {
			t.Errorf("the page lacks the command %s", name)
		}
		for _, flag := range flagsOf(c) {
			if !bytes.Contains(text, []byte("\n       -"+flag)) {
				t.Errorf("the page lacks the flag -%s of %s", flag, name)
			}
		}
	}
}

// shells has for each shell a script that prints the completions of the last one of its arguments, the
// words of a command line.
var shells = map[string]string{
	"bash": `source testdata/completion.bash
		COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _unspool; printf '%s\n' "${COMPREPLY[@]}"`,
	"zsh": `compdef() { :; }
		_files() { :; }
		_message() { :; }
		compadd() { shift; print -l -- "$@"; }
		_describe() { [[ $1 == -o ]] && shift; print -l -- ${${(P)2}%%:*}; }
		source testdata/completion.zsh
		words=("$@"); CURRENT=$#; _unspool`,
	"fish": `source testdata/completion.fish; complete -C (string join -- " " $argv)`,
}

// TestCompletions runs the completions in real shells.
func TestCompletions(t *testing.T) {
	for _, shell := range cli.Shells() {
		program, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("there is no %s", shell)
			continue
		}
		for _, c := range []struct{ words, want, unwanted string }{
			{"unspool ", "completion export help inspect man redact version", "markdown"},
			{"unspool exp", "export", ""},
			{"unspool export ", "chrome html markdown messages tables otlp transcript", "inspect"},
			{"unspool export ma", "markdown", ""},
			{"unspool export tables -fo", "-format", "-level"},
			{"unspool export tables --", "--format --partition --prices --session", "--level"},
			{"unspool export tables -format ", "csv ndjson parquet", "inspect"},
			{"unspool export tables --format ", "csv ndjson parquet", "inspect"},
			{"unspool export markdown a.jsonl -lev", "-level", ""},
			{"unspool inspect --j", "--json", ""},
			{"unspool inspect -o ", "", "-json export"},
			{"unspool help ", "export inspect", "markdown"},
			{"unspool completion ", "bash fish zsh", ""},
		} {
			words := strings.Split(c.words, " ")
			args := append([]string{"-c", shells[shell]}, words...)
			if shell != "fish" {
				args = append([]string{"-c", shells[shell], shell}, words...)
			}
			cmd := exec.Command(program, args...)
			cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v: %s", shell, err, out)
			}
			var got []string
			for line := range strings.Lines(string(out)) {
				word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
				got = append(got, word)
			}
			prefix := words[len(words)-1]
			for _, want := range strings.Fields(c.want) {
				if !slices.Contains(got, want) {
					t.Errorf("%s: %q: got %q, which lacks %q", shell, c.words, got, want)
				}
			}
			for _, word := range strings.Fields(c.unwanted) {
				if slices.Contains(got, word) {
					t.Errorf("%s: %q: got %q with %q", shell, c.words, got, word)
				}
			}
			// zsh itself leaves out what does not begin with the word.
			if at := slices.IndexFunc(got, func(word string) bool { return !strings.HasPrefix(word, prefix) }); at >= 0 && shell != "zsh" {
				t.Errorf("%s: %q: got %q", shell, c.words, got[at])
			}
		}
	}
}
