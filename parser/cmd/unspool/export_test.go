package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const exportedFolder = "../../../testdata/2.1.219"

func runExport(t *testing.T, args ...string) (out, progress string, code int) {
	t.Helper()
	var text, errs bytes.Buffer
	code = run(append([]string{"export"}, args...), &text, &errs)
	return text.String(), errs.String(), code
}

func TestExportClone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "clone")
	out, progress, code := runExport(t, "transcript", "-clone", "-o", dir, exportedFolder)
	if code != exitOK || out != "" {
		t.Fatalf("code %d: %s%s", code, out, progress)
	}
	before, _, _ := runInspect(t, exportedFolder)
	after, _, _ := runInspect(t, dir)
	if len(after) != 1 || len(before) != 1 {
		t.Fatalf("%d sessions of %d", len(after), len(before))
	}
	a, b := after[0], before[0]
	if a.Session == b.Session || a.Files != b.Files || a.ToolCalls != b.ToolCalls || a.Agents != b.Agents || a.Cost.USD != b.Cost.USD {
		t.Errorf("got %+v\nof %+v", a, b)
	}
	// Nothing is overwritten.
	name := filepath.Base(a.File)
	if err := os.WriteFile(filepath.Join(dir, "kept.json"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, progress, code = runExport(t, "messages", "-o", filepath.Join(dir, "kept.json"), filepath.Join(dir, name))
	if code != exitNothing || !strings.Contains(progress, "exists and is not overwritten") {
		t.Errorf("code %d: %s", code, progress)
	}
}

func TestExportToStandardOutput(t *testing.T) {
	out, progress, code := runExport(t, "transcript", "-without-tools", "all", "-without-thinking", exportedFolder)
	if code != exitOK || strings.Contains(out, `"type":"tool_use"`) || !strings.Contains(out, `"type":"user"`) {
		t.Errorf("code %d: %s", code, progress)
	}
	for _, want := range []string{"left out: ", " agents, ", " calls, "} {
		if !strings.Contains(progress, want) {
			t.Errorf("%q is missing in %s", want, progress)
		}
	}
	out, progress, code = runExport(t, "messages", "-from-compaction", exportedFolder)
	var found struct {
		Session  string
		Messages []struct{ Role string }
	}
	if err := json.Unmarshal([]byte(out), &found); err != nil || code != exitOK || len(found.Messages) < 2 || found.Messages[0].Role != "user" {
		t.Errorf("code %d, %v, %+v: %s", code, err, found, progress)
	}
}

func TestExportErrors(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.jsonl")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, exitUsage, "usage: unspool export FORMAT"},
		{[]string{"pdf", exportedFolder}, exitUsage, "usage: unspool export FORMAT"},
		{[]string{"messages"}, exitUsage, "usage: unspool export FORMAT"},
		{[]string{"messages", "-nonsense", exportedFolder}, exitUsage, "flag provided but not defined"},
		{[]string{"messages", "nowhere.jsonl"}, exitNothing, "nowhere.jsonl"},
		{[]string{"messages", empty}, exitNothing, "it is empty"},
		{[]string{"messages", "-session", "zzz", exportedFolder}, exitNothing, "there is no such session"},
		{[]string{"messages", "../../../testdata"}, exitNothing, "choose one with -session"},
	} {
		out, progress, code := runExport(t, c.args...)
		if code != c.code || out != "" || !strings.Contains(progress, c.want) {
			t.Errorf("%q: code %d, %q, %s", c.args, code, out, progress)
		}
	}
}
