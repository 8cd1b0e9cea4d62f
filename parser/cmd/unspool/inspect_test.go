package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/view/protocol"
)

func runInspect(t *testing.T, paths ...string) (sums []protocol.Summary, progress string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = runCommand(append([]string{"inspect"}, paths...), &out, &errs)
	decoder := json.NewDecoder(&out)
	for decoder.More() {
		var s protocol.Summary
		if err := decoder.Decode(&s); err != nil {
			t.Fatal(err)
		}
		sums = append(sums, s)
	}
	return sums, errs.String(), code
}

func TestInspectFolder(t *testing.T) {
	sums, progress, code := runInspect(t, "../../../testdata/2.1.219")
	if code != 0 || progress != "" || len(sums) != 1 {
		t.Fatalf("code %d, %d sessions, %s", code, len(sums), progress)
	}
	s := sums[0]
	sum := s.Ledger.Shown + s.Ledger.Merged + s.Ledger.Damaged
	for _, n := range s.Ledger.Hidden {
		sum += n
	}
	if sum != s.Bytes || s.Ledger.Hidden["hooks"] == 0 {
		t.Errorf("%.0f bytes, the ledger is %+v", s.Bytes, s.Ledger)
	}
	if s.Turns != 17 || s.Agents != 2 || s.Branches != 1 || s.Compactions != 1 || s.Files != 5 || s.Cost.USD == 0 {
		t.Errorf("got %+v", s)
	}
}

func TestInspectNothing(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	picture := write("picture.png", "\x89PNG\r\n\x1a\n")
	empty, blank := write("empty.jsonl", ""), write("blank.jsonl", " \n")
	output, index := write("s/tool-results/b1.txt", "hello\nworld"), write("sessions-index.json", "{}")
	for _, c := range []struct{ path, want string }{
		{picture, "no Claude Code transcript found; it seems to be of type png"},
		{empty, "no Claude Code transcript found; it is empty"},
		{blank, "no Claude Code transcript found; it is blank"},
		{output, "no Claude Code transcript found; it seems to be a text file"},
		{index, "no Claude Code transcript found; files of this name hold no records"},
		{dir, "no Claude Code transcript found"},
		{filepath.Join(dir, "nothing"), "o such file"}, // under GOOS=js it begins with a capital
	} {
		if sums, progress, code := runInspect(t, c.path); code != 1 || len(sums) != 0 || !strings.Contains(progress, c.want) {
			t.Errorf("%s: code %d, %q", c.path, code, progress)
		}
	}
	// An unreadable path among good ones is reported, and the others are read.
	if sums, progress, code := runInspect(t, picture, "../../../testdata/2.0.37"); code != 0 || len(sums) != 1 || progress == "" {
		t.Errorf("code %d, %d sessions, %q", code, len(sums), progress)
	}
}

func TestInspectShape(t *testing.T) {
	var out, errs bytes.Buffer
	code := runCommand([]string{"inspect", "--shape", "../../../testdata/2.1.219", "../../../testdata/2.0.37"}, &out, &errs)
	if code != 0 || errs.Len() > 0 {
		t.Fatalf("code %d, %s", code, errs.String())
	}
	for _, want := range []string{"files     agent 3, main 2, meta 2, spilled 1\n", "\nversions  2.0.37 to 2.1.219, 2 of them\n",
		"\n  message.content[tool_use].input(Bash).command: string ", "\nmeta.json 2\n", "  spawnDepth: int "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%.2000s", want, out.String())
		}
	}
}

// TestInspectShapeOfOneFile checks that a file is reported whatever its folder is called, and that
// the exit code says so if nothing is.
func TestInspectShapeOfOneFile(t *testing.T) {
	for _, below := range []string{".", "tool-results", "memory"} {
		dir := filepath.Join(t.TempDir(), below)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "session.json")
		text := `[{"type":"user","uuid":"u","message":{"role":"user","content":"hello"}}]`
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		code := runCommand([]string{"inspect", "-shape", file}, &out, &errs)
		if code != cli.ExitOK || errs.Len() > 0 || !strings.Contains(out.String(), "\n  message.content: string ") {
			t.Errorf("%s: code %d, %s, report\n%s", below, code, errs.String(), out.String())
		}
		if sums, _, code := runInspect(t, file); code != cli.ExitOK || len(sums) != 1 || sums[0].File != filepath.ToSlash(file) {
			t.Errorf("%s: code %d, summaries %+v", below, code, sums)
		}
	}
}

// TestInspectDamage checks that each kind of damage is reported with its count and its first line,
// without content.
func TestInspectDamage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.jsonl")
	text := `{"type":"user","uuid":"u","message":{"role":"user","content":"hello"}}` + "\n" + strings.Repeat("SECRET\n", 300)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	sums, progress, code := runInspect(t, file)
	want := "unspool: " + file + ": damaged-line: 300, the first in line 2 of " + filepath.ToSlash(file) + "\n"
	if code != 0 || len(sums) != 1 || progress != want {
		t.Errorf("code %d, %d sessions, printed %q, want %q", code, len(sums), progress, want)
	}
}

// TestInspectFullDisk checks that a failed write is reported and has an exit code.
func TestInspectFullDisk(t *testing.T) {
	for _, flag := range []string{"-shape", "-shape=false"} {
		var errs bytes.Buffer
		code := runCommand([]string{"inspect", flag, "../../../testdata/2.0.37"}, full{}, &errs)
		if code != cli.ExitFailed || !strings.Contains(errs.String(), "full") {
			t.Errorf("%s: code %d, %q", flag, code, errs.String())
		}
	}
}

// TestInspectCountsDamage checks that each kind of damage of which records are read all the same is counted
// once for a file.
func TestInspectCountsDamage(t *testing.T) {
	prompt := func(words string) string {
		return `{"type":"user","message":{"role":"user","content":` + words + "}}\n"
	}
	file := filepath.Join(t.TempDir(), "session.jsonl")
	text := prompt(`"one"`) + prompt(`"\x","n":01`) + prompt("\"caf\xe9\"") + prompt(`"two\y"`) + "\x00\x00\n" + `{"type":"user","mess`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	sums, errs, _ := runInspect(t, file)
	if len(sums) != 1 || sums[0].Records != 4 {
		t.Fatalf("%+v", sums)
	}
	var want strings.Builder
	for _, found := range []string{"invalid-json: 2, the first in line 2", "invalid-utf8: 1, the first in line 3",
		"nul-bytes: 1, the first in line 5", "unfinished-line: 1, the first in line 6"} {
		fmt.Fprintf(&want, "unspool: %s: %s of %s\n", file, found, filepath.ToSlash(file))
	}
	if diff := cmp.Diff(want.String(), errs); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

// figures are the counts of an independent program, one entry per file.
type figures struct {
	File                                                                  string
	Lines, Records, Messages, ToolCalls, ToolResults, Paired, Compactions int
	Unanswered, OrphanResults                                             int
}

// TestCorpus compares inspect with figures.json of the folder that UNSPOOL_CORPUS names.
func TestCorpus(t *testing.T) {
	corpus := os.Getenv("UNSPOOL_CORPUS")
	if corpus == "" {
		t.Log("UNSPOOL_CORPUS is not set: no corpus to compare with")
		return
	}
	data, err := os.ReadFile(filepath.Join(corpus, "figures.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []figures
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, want := range all {
		sums, progress, _ := runInspect(t, filepath.Join(corpus, want.File))
		if len(sums) != 1 {
			t.Errorf("%s: %d sessions: %s", want.File, len(sums), progress)
			continue
		}
		s := sums[0]
		got := figures{want.File, s.Lines, s.Records, s.Messages, s.ToolCalls, s.ToolResults, s.Paired, s.Compactions, s.Unanswered, s.OrphanResults}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-figures +inspect:\n%s", diff)
		}
	}
}

// TestPrices checks that a custom price table has prices for models that the built-in one lacks.
func TestPrices(t *testing.T) {
	dir := t.TempDir()
	session, mine, broken := filepath.Join(dir, "s.jsonl"), filepath.Join(dir, "prices.tsv"), filepath.Join(dir, "broken.tsv")
	for name, text := range map[string]string{
		session: `{"type":"assistant","uuid":"a","message":{"id":"m","role":"assistant","model":"glm-9","content":"x","usage":{"input_tokens":1000000,"output_tokens":0}}}`,
		mine:    "glm-9\t-\t-\t3\t-\t-\t-\t4\t-\n",
		broken:  "glm-9\t-\t-\tthree\t-\t-\t-\t4\t-\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if sums, progress, _ := runInspect(t, session); len(sums) != 1 || !sums[0].Cost.Incomplete || sums[0].Cost.Unpriced[0].Tokens != 1e6 {
		t.Errorf("without: %+v %s", sums, progress)
	}
	if sums, progress, _ := runInspect(t, "--prices", mine, session); len(sums) != 1 || sums[0].Cost.Incomplete || sums[0].Cost.USD != 3 {
		t.Errorf("with: %+v %s", sums, progress)
	}
	for _, file := range []string{broken, filepath.Join(dir, "none.tsv")} {
		if sums, progress, code := runInspect(t, "--prices", file, session); code != 2 || len(sums) != 0 || !strings.HasPrefix(progress, "unspool: ") {
			t.Errorf("%s: code %d, %s", file, code, progress)
		}
	}
}
