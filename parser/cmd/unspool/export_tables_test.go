package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/tables"
	"unspool/parser/testutil"
)

// readManifest reads the manifest of tables.
func readManifest(t *testing.T, dir string) tables.Manifest {
	t.Helper()
	var m tables.Manifest
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// A sessionLine is the part of a row of sessions that inspect prints, too.
type sessionLine struct {
	ID        string  `json:"session_id"`
	File      string  `json:"file"`
	Title     string  `json:"title"`
	Responses int     `json:"responses"`
	Output    float64 `json:"output_tokens"`
	Agents    int     `json:"agents"`
	USD       float64 `json:"cost_usd"`
}

// TestExportTables checks that the tables of a whole archive have the sessions that inspect prints.
func TestExportTables(t *testing.T) {
	paths := []string{"../../../testdata"}
	if corpus := os.Getenv(testutil.Corpus); corpus != "" {
		paths = append(paths, corpus)
	}
	for _, path := range paths {
		dir := filepath.Join(t.TempDir(), "out")
		out, progress, code := runExport(t, "tables", "-format", "ndjson", "-o", dir, path)
		if code != cli.ExitOK || out != "" || !strings.Contains(progress, "unspool: rows: ") {
			t.Fatalf("code %d: %s%s", code, out, progress)
		}
		text, err := os.ReadFile(filepath.Join(dir, "sessions.ndjson"))
		if err != nil {
			t.Fatal(err)
		}
		want, found := map[string]sessionLine{}, map[string]sessionLine{}
		sums, _, _ := runInspect(t, path)
		for _, s := range sums {
			want[s.File] = sessionLine{s.Session, s.File, s.Title, s.Responses, s.Usage.Output, s.Agents, math.Round(s.Cost.USD * 1e9)}
		}
		for line := range strings.Lines(string(text)) {
			var s sessionLine
			if err := json.Unmarshal([]byte(line), &s); err != nil {
				t.Fatal(err)
			}
			s.USD = math.Round(s.USD * 1e9)
			found[s.File] = s
		}
		if diff := cmp.Diff(want, found); diff != "" || len(want) < 3 {
			t.Errorf("%s: %d sessions: %s", path, len(want), diff)
		}
		if m := readManifest(t, dir); m.Sessions() != len(sums) || m.Rows["tool_calls"] == 0 {
			t.Errorf("%d sessions, %+v", len(sums), m)
		}
	}
}

// TestExportTablesOnce checks that a file that several paths name is read once, and that -session selects one.
func TestExportTablesOnce(t *testing.T) {
	dir := t.TempDir()
	main := filepath.Join(exportedFolder, "-home-mei-code-tidepool", "7c1e4b0a-5d38-4f62-9b07-e2a94d6c3f18.jsonl")
	_, progress, code := runExport(t, "tables", "-o", filepath.Join(dir, "a"), exportedFolder, main, exportedFolder)
	if m := readManifest(t, filepath.Join(dir, "a")); code != cli.ExitOK || m.Sessions() != 1 || m.Format != tables.Parquet {
		t.Errorf("code %d, %d sessions: %s", code, m.Sessions(), progress)
	}
	_, progress, code = runExport(t, "tables", "-format", "csv", "-partition", "-session", "7c1e", "-o", filepath.Join(dir, "b"), "../../../testdata")
	if m := readManifest(t, filepath.Join(dir, "b")); code != cli.ExitOK || m.Sessions() != 1 || len(m.PartitionBy) != 2 {
		t.Errorf("code %d, %d sessions: %s", code, m.Sessions(), progress)
	}
}

// TestExportTablesDamaged checks that what can be read of an archive is written, and that the rest is named.
func TestExportTablesDamaged(t *testing.T) {
	in, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	line := func(id string) string {
		return `{"type":"user","uuid":"` + id + `","sessionId":"` + id[:1] + `","message":{"role":"user","content":"x"}}` + "\n"
	}
	for name, text := range map[string]string{
		"a.jsonl": line("a1") + "{\"type\":\"us", "empty.jsonl": "", "foreign.jsonl": `{"type":"session_meta","payload":{}}`, "b.jsonl": line("b1") + "\x00\x01\n" + line("b2"),
	} {
		if err := os.WriteFile(filepath.Join(in, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, progress, code := runExport(t, "tables", "-o", out, in, filepath.Join(in, "nowhere"))
	m := readManifest(t, out)
	if code != cli.ExitOK || m.Sessions() != 2 || len(m.NotTranscripts) != 2 || len(m.Damaged) != 2 || len(m.Unread) != 1 || len(m.Problems) < 2 {
		t.Errorf("code %d, %+v", code, m)
	}
	for _, want := range []string{"nowhere: no such file", "damaged-line: 1, the first in line 2 of ", "2 files that are no transcripts", "1 unread files"} {
		if !strings.Contains(progress, want) {
			t.Errorf("%q is missing in %s", want, progress)
		}
	}
	_, progress, code = runExport(t, "tables", "-o", filepath.Join(t.TempDir(), "x"), filepath.Join(in, "foreign.jsonl"))
	if code != cli.ExitFailed || !strings.Contains(progress, "of type codex") || !strings.Contains(progress, "nothing was written") {
		t.Errorf("code %d: %s", code, progress)
	}
}

func TestExportTablesErrors(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "kept"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	free := filepath.Join(t.TempDir(), "free")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{}, cli.ExitUsage, "usage: unspool export tables [flags] PATH…"},
		{[]string{exportedFolder}, cli.ExitUsage, "use -o FOLDER"},
		{[]string{"-redact", "-o", free, exportedFolder}, cli.ExitUsage, "run unspool redact first"},
		{[]string{"-format", "xlsx", "-o", free, exportedFolder}, cli.ExitUsage, "want parquet, csv, ndjson"},
		{[]string{"-prices", "nowhere", "-o", free, exportedFolder}, cli.ExitUsage, "nowhere"},
		{[]string{"-o", full, exportedFolder}, cli.ExitFailed, "is not empty"},
		{[]string{"-o", filepath.Join(full, "kept"), exportedFolder}, cli.ExitFailed, "kept"},
		{[]string{"-o", free, "nowhere"}, cli.ExitFailed, "nowhere"},
		{[]string{"-o", free, "-session", "zzz", exportedFolder}, cli.ExitFailed, "there is no such session"},
	} {
		out, progress, code := runExport(t, append([]string{"tables"}, c.args...)...)
		if code != c.code || out != "" || !strings.Contains(progress, c.want) {
			t.Errorf("%q: code %d, %q, %s", c.args, code, out, progress)
		}
		if _, err := os.Stat(free); err == nil {
			t.Errorf("%q: something was written", c.args)
		}
	}
	if entries, err := os.ReadDir(full); err != nil || len(entries) != 1 {
		t.Errorf("%v, %d files", err, len(entries))
	}
}
