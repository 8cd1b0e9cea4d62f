//go:build !js

package changes_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/filediff"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
)

// A step is a call that changed the content of a file.
type step struct {
	path          string
	before, after string
	old, new      string // of an edit; of a write both are empty
	all           bool   // the edit replaces all places
	isNew         bool
}

func edit(path, before, old, new string) step {
	return step{path: path, before: before, after: strings.Replace(before, old, new, 1), old: old, new: new}
}

func editAll(path, before, old, new string) step {
	return step{path: path, before: before, after: strings.ReplaceAll(before, old, new), old: old, new: new, all: true}
}

func create(path, after string) step { return step{path: path, after: after, isNew: true} }

func write(path, before, after string) step { return step{path: path, before: before, after: after} }

// recordings are how much of a change is recorded: FORMAT.md, "toolUseResult by tool".
var recordings = []string{"the whole file before", "a patch", "both"}

// recordSteps writes a session of steps, recorded in one of the ways.
func recordSteps(t *testing.T, steps []step, link string) []testutil.File {
	var lines []string
	put := func(line map[string]any) {
		line["sessionId"], line["cwd"] = "s", "/p"
		data, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(data))
	}
	for n, s := range steps {
		tool, path := "Edit", "/p/"+s.path
		input := map[string]any{"file_path": path, "old_string": s.old, "new_string": s.new, "replace_all": s.all}
		result := map[string]any{"filePath": path, "oldString": s.old, "newString": s.new, "replaceAll": s.all, "structuredPatch": []any{}}
		if s.old == s.new {
			tool, input = "Write", map[string]any{"file_path": path, "content": s.after}
			result = map[string]any{"type": "update", "filePath": path, "content": s.after, "structuredPatch": []any{}}
		}
		if s.isNew {
			result["type"] = "create"
		} else {
			if link != "a patch" {
				result["originalFile"] = s.before
			}
			if link != "the whole file before" {
				result["structuredPatch"] = asRecorded(s.before, s.after)
			}
		}
		id := fmt.Sprint("t", n)
		put(map[string]any{"type": "assistant", "uuid": fmt.Sprint("a", n), "message": map[string]any{"id": fmt.Sprint("m", n), "role": "assistant",
			"content": []any{map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input}}}})
		put(map[string]any{"type": "user", "uuid": fmt.Sprint("r", n), "toolUseResult": result, "message": map[string]any{"role": "user",
			"content": []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": "done"}}}})
	}
	return viewtest.Session(lines...)
}

// asRecorded returns a change as Claude Code records it.
func asRecorded(before, after string) []any {
	var h filediff.History
	h.Observe(before)
	h.SetContent(after)
	hunks, _ := h.Diff()
	list := []any{}
	for _, k := range hunks {
		oldLines, newLines := k.Sizes()
		for i, l := range k.Lines {
			remainder := strings.TrimLeft(l[1:], "\t")
			k.Lines[i] = l[:1] + strings.Repeat("  ", len(l)-1-len(remainder)) + remainder
		}
		list = append(list, map[string]any{"oldStart": k.OldStart, "oldLines": oldLines, "newStart": k.NewStart, "newLines": newLines, "lines": k.Lines})
	}
	return list
}

// TestPatchOfEachKindApplies checks for every kind of file and change that git makes the last tree
// of the first one.
func TestPatchOfEachKindApplies(t *testing.T) {
	const lines = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n"
	crlf := strings.ReplaceAll(lines, "\n", "\r\n")
	for name, c := range map[string]struct {
		steps []step
		part  bool // the previous content is only in a patch: the change is a comment
	}{
		"new":                          {steps: []step{create("a.txt", "a\nb\n")}},
		"new in a new folder":          {steps: []step{create("x/y/z.txt", "a\n")}},
		"new and empty":                {steps: []step{create("empty", "")}},
		"new without an end":           {steps: []step{create("a.txt", "a\nb")}},
		"new without an end, ended":    {steps: []step{create("a.txt", "a\nb"), edit("a.txt", "a\nb", "b", "b\n")}},
		"end lost":                     {steps: []step{edit("a.txt", lines, "nine\n", "nine")}},
		"end gained":                   {steps: []step{edit("a.txt", "a\nb", "b", "b\n")}},
		"never an end":                 {steps: []step{edit("a.txt", "a\nb\nc", "b", "B")}},
		"windows lines":                {steps: []step{edit("a.txt", crlf, "two\r\n", "zwei\r\n"), edit("a.txt", strings.Replace(crlf, "two", "zwei", 1), "eight\r\n", "")}},
		"windows lines, new":           {steps: []step{create("a.txt", crlf), edit("a.txt", crlf, "five\r\n", "5\r\nfive\r\n")}},
		"windows lines become others":  {steps: []step{write("a.txt", crlf, lines)}},
		"mixed lines":                  {steps: []step{edit("a.txt", "a\r\nb\nc\r\nd\n", "b\n", "b\r\n")}},
		"emptied":                      {steps: []step{write("a.txt", lines, "")}},
		"filled":                       {steps: []step{write("a.txt", "", lines)}},
		"emptied and filled":           {steps: []step{write("a.txt", lines, ""), write("a.txt", "", "new\n")}},
		"all places":                   {steps: []step{editAll("a.txt", "x y x\nq\nx\nq\nq\nq\nq\nq\nq\nq\nxx\n", "x", "yy")}},
		"all places, gone":             {steps: []step{editAll("a.txt", lines, "e", "")}},
		"all places, then one":         {steps: []step{editAll("a.txt", "a\nb\na\n", "a", "c"), edit("a.txt", "c\nb\nc\n", "c", "d")}},
		"all places over lines":        {steps: []step{editAll("a.txt", "a\nb\n-\na\nb\n", "a\nb", "b\na\nc")}},
		"deleted and written anew":     {steps: []step{create("a.txt", "a\nb\n"), create("a.txt", "b\nc\n")}},
		"edited, deleted, anew":        {steps: []step{edit("a.txt", lines, "two", "zwei"), create("a.txt", "b\nc\n")}, part: true},
		"moved":                        {steps: []step{edit("old.txt", lines, "two", "zwei"), edit("new.txt", strings.Replace(lines, "two", "zwei", 1), "six", "sechs")}},
		"moved by writing":             {steps: []step{write("old.txt", lines, lines+"ten\n"), create("new.txt", lines+"ten\n")}},
		"there and back":               {steps: []step{edit("a.txt", lines, "two", "zwei"), edit("a.txt", strings.Replace(lines, "two", "zwei", 1), "zwei", "two")}},
		"umlauts":                      {steps: []step{edit("Größe/ä b.txt", lines, "two", "zwei"), create("日本語/😀.md", "a\n")}},
		"quotes and control":           {steps: []step{edit("a \"b\" \\c\td.txt", lines, "two", "zwei"), create("line\nbreak", "a\n")}},
		"blanks":                       {steps: []step{edit(" a b ", lines, "two", "zwei"), create("x b/y", "a\n"), create("p b/q b/r", "")}},
		"names like those of a patch":  {steps: []step{edit("b/a/dev/null", lines, "two", "zwei"), create("dev/null", "a\n"), create("-x", "a\n")}},
		"lines like those of a patch":  {steps: []step{create("a.txt", "-- a\n++ b\n@@ -1 +1 @@\ndiff --git a/x b/x\n\\ No newline at end of file\n"), edit("b.txt", "-- a/x\n++ b/x\n\n \n", "-- a/x\n", "")}},
		"words beyond the plane":       {steps: []step{edit("a.txt", "ä\n😀\n\u2028\n\x0c\x00\n", "😀", "日本")}},
		"tabs":                         {steps: []step{edit("a.go", "func a() {\n\tb()\n\tc()\n}\n", "\tb()\n\tc()\n", "\tc()\n\t\tb()\n")}},
		"several hundred places":       {steps: []step{editAll("a.txt", strings.Repeat("Q\n"+lines, 300), "Q", "RR")}},
		"same words in several places": {steps: []step{edit("a.txt", strings.Repeat("a\nb\n", 12), "b\na\nb\na\nb\n", "b\nX\nb\n")}},
	} {
		for _, link := range recordings {
			t.Run(name+"/"+link, func(t *testing.T) {
				files := recordSteps(t, c.steps, link)
				_, v := viewtest.Load(files, 1<<30)
				allTouched(v, 0)
				text := patchOf(v, 0)
				first, last := map[string]string{}, map[string]string{}
				for _, s := range c.steps {
					if _, seen := last[s.path]; !seen && !s.isNew {
						first[s.path] = s.before
					}
					last[s.path] = s.after
				}
				if c.part && link == "a patch" {
					if !strings.Contains(text, "\n# partly 1\n") {
						t.Errorf("%s", text)
					}
					last = first
				}
				if diff := cmp.Diff(last, gitApplied(t, first, text)); diff != "" {
					t.Errorf("%s\n%s", diff, text)
				}
			})
		}
	}
}

// TestPatchOfRefusedPaths checks that changes to paths that git does not accept are comments in the
// patch, and that git applies the others.
func TestPatchOfRefusedPaths(t *testing.T) {
	steps := []step{create("a.txt", "a\n"), create(".github/b", "b\n")}
	refused := []string{".git/info/exclude", "sub/.GIT", ".git./x", "git~1/x", ".git::$INDEX_ALLOCATION/x", ".g\u200cit/x",
		"a.txt/b", strings.Repeat("n", 256)}
	for _, path := range refused {
		steps = append(steps, create(path, "x\n"))
	}
	_, v := viewtest.Load(recordSteps(t, steps, "both"), 1<<30)
	allTouched(v, 0)
	text := patchOf(v, 0)
	if !strings.Contains(text, fmt.Sprintf("\n# refused %d\n", len(refused))) {
		t.Errorf("%s", text)
	}
	want := map[string]string{"a.txt": "a\n", ".github/b": "b\n"}
	if diff := cmp.Diff(want, gitApplied(t, nil, text)); diff != "" {
		t.Errorf("%s\n%s", diff, text)
	}
}

// TestPatchWithoutTabs checks that git applies patches that were recorded with blanks in place of
// tabs.
func TestPatchWithoutTabs(t *testing.T) {
	const before = "func a() {\n\tb()\n\tc()\n}\n"
	files := recordSteps(t, []step{edit("a.go", before, "b()", "d()")}, "a patch")
	_, v := viewtest.Load(files, 1<<30)
	allTouched(v, 0)
	text := patchOf(v, 0)
	if !strings.Contains(text, "\n# tabs 1\n") {
		t.Errorf("%s", text)
	}
	want := map[string]string{"a.go": strings.Replace(before, "\tb()", "  d()", 1)}
	if diff := cmp.Diff(want, gitApplied(t, map[string]string{"a.go": before}, text, "--ignore-whitespace")); diff != "" {
		t.Errorf("%s\n%s", diff, text)
	}
}

// gitApplied lets git apply a patch to a tree.
func gitApplied(t *testing.T, tree map[string]string, text string, options ...string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range tree {
		put(t, dir, name, content)
	}
	for _, args := range [][]string{{"apply", "--allow-empty", "--check"}, {"apply", "--allow-empty"}} {
		args = append(args, options...)
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(text)
		cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s\n%s", strings.Join(args, " "), err, out, text)
		}
	}
	got := map[string]string{}
	for _, f := range testutil.Tree(t, dir) {
		got[f.Name] = string(f.Data)
	}
	return got
}
