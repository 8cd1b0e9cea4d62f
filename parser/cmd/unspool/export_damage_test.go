package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/cmd/unspool/cli"
)

const (
	damagePrompt = `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}`
	damageReply  = `{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s",` +
		`"message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"Done."}]}}`
)

// TestExportDamage checks that what can be read of damaged files is exported, that the head and stderr name
// what cannot, and that the exit code is that of inspect.
func TestExportDamage(t *testing.T) {
	const head = `{"type":"unspool-export","version":1,"leftOut":{"turns":3}}`
	for _, c := range []struct {
		name, data                 string
		records, damaged, messages int // -1 for no output
		want                       string
	}{
		{"cut after a record", damagePrompt + "\n" + damageReply + "\n" + damagePrompt[:40], 2, 1, 2, "1 damaged ranges"},
		{"cut in a record", damagePrompt + "\n" + damageReply[:100], 1, 1, 1, "1 damaged ranges"},
		{"without a line end", damagePrompt + "\n" + damageReply, 2, 0, 2, "unspool: 2 "},
		{"damaged", damagePrompt + "\nnot\x00json\n" + damageReply + "\n{]\n", 2, 2, 2, "damaged-line: 2"},
		{"array", "[" + damagePrompt + "," + damageReply + "] more", 2, 1, 2, "1 damaged ranges"},
		{"other program", `{"role":"user","content":"x"}` + "\n" + `{"role":"assistant","content":"y"}`, 2, 0, 2, "unspool: 2 "},
		{"title only", `{"type":"custom-title","customTitle":"T","sessionId":"s"}`, 1, 0, 0, "unspool: "},
		{"empty", "", -1, 0, -1, "it is empty"},
		{"blank", "\n \n", -1, 0, -1, "it is blank"},
		{"text", "hello\nworld\n", -1, 0, -1, "a text file"},
		{"head only", head, -1, 0, -1, "no Claude Code transcript"},
		{"binary", "\x7fELF\x00\x01\x02", -1, 0, -1, "a binary file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.jsonl")
			if err := os.WriteFile(path, []byte(c.data), 0o600); err != nil {
				t.Fatal(err)
			}
			_, _, want := runInspect(t, path)
			out, progress, code := runExport(t, "transcript", path)
			if records, damaged := countRecords(t, out); code != want || records != c.records || damaged != c.damaged {
				t.Errorf("code %d, want %d; %d records, %d damaged ranges in %s", code, want, records, damaged, out)
			}
			if !strings.Contains(progress, c.want) {
				t.Errorf("%q is missing in %s", c.want, progress)
			}
			out, progress, code = runExport(t, "messages", path)
			if messages, damaged := countMessages(t, out); code != want || messages != c.messages || damaged != c.damaged {
				t.Errorf("code %d, want %d; %d messages, %d damaged ranges in %s", code, want, messages, damaged, out)
			}
			if !strings.Contains(progress, c.want) {
				t.Errorf("%q is missing in %s", c.want, progress)
			}
			checkRedactedDamage(t, path, c.records)
			if c.damaged > 0 {
				checkDamageNamed(t, path, c.damaged)
			}
		})
	}
}

// checkRedactedDamage checks that a damaged file is redacted if inspect reads it, and that the same is said about it: the lines
// are those of the file.
func checkRedactedDamage(t *testing.T, path string, records int) {
	t.Helper()
	_, inspected, want := runInspect(t, path)
	out, progress, code := runExport(t, "transcript", "-redact", path)
	if n, _ := countRecords(t, out); code != want || n != records || !strings.HasPrefix(progress, inspected) {
		t.Errorf("-redact: code %d, want %d; %d records; %s\nwant %s", code, want, n, progress, inspected)
	}
	if strings.Contains(progress, "no such session") || strings.Contains(progress, os.TempDir()) && !strings.Contains(path, os.TempDir()) {
		t.Errorf("-redact: %s", progress)
	}
	out, progress, code = runRedact(t, path)
	if code != want || (out == "") != (records < 0) || !strings.HasPrefix(progress, inspected) {
		t.Errorf("redact: code %d, want %d; %s\nwant %s", code, want, progress, inspected)
	}
}

// checkDamageNamed checks that the formats for reading and for other programs name the damaged ranges of a file, in their
// head and on stderr.
func checkDamageNamed(t *testing.T, path string, damaged int) {
	t.Helper()
	word := "damaged ranges"
	if damaged == 1 {
		word = "damaged range"
	}
	for format, want := range map[string]string{
		"markdown": fmt.Sprint(damaged, " ", word), "html": fmt.Sprint(damaged, " ", word),
		"otlp":   fmt.Sprintf(`"unspool.left_out.damaged_ranges","value":{"intValue":"%d"}`, damaged),
		"chrome": fmt.Sprintf(`"unspool.left_out.damaged_ranges":%d`, damaged),
	} {
		out, progress, code := runExport(t, format, path)
		if code != cli.ExitOK || !strings.Contains(progress, fmt.Sprintf("%d damaged ranges", damaged)) {
			t.Errorf("%s: code %d: %s", format, code, progress)
		}
		hasTrace := !strings.HasPrefix(out, `{"displayTimeUnit":"ms","traceEvents":[`+"\n]") && out != ""
		if hasTrace && !strings.Contains(out, want) {
			t.Errorf("%s: %q is missing in %s", format, want, out)
		}
	}
	dir := filepath.Join(t.TempDir(), "tables")
	_, progress, code := runExport(t, "tables", "-o", dir, path)
	manifest, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil || code != cli.ExitOK || !strings.Contains(progress, "1 files with damage") ||
		!strings.Contains(strings.Join(strings.Fields(string(manifest)), ""), fmt.Sprintf(`"ranges":%d`, damaged)) {
		t.Errorf("tables: code %d, error %v, %s: %s", code, err, manifest, progress)
	}
}

// countRecords returns the number of records in a transcript without its head, -1 for no output, and that of
// damaged ranges by the head.
func countRecords(t *testing.T, out string) (records, damaged int) {
	t.Helper()
	if out == "" {
		return -1, 0
	}
	for line := range strings.Lines(out) {
		var found struct {
			Type    string
			LeftOut struct{ Damaged int }
		}
		if err := json.Unmarshal([]byte(line), &found); err != nil {
			t.Error(err)
		}
		if records++; found.Type == "unspool-export" {
			records, damaged = records-1, found.LeftOut.Damaged
		}
	}
	return records, damaged
}

// countMessages returns the number of messages in an export, -1 for no output, and that of damaged ranges by
// its head.
func countMessages(t *testing.T, out string) (messages, damaged int) {
	t.Helper()
	if out == "" {
		return -1, 0
	}
	var found struct {
		LeftOut  struct{ Damaged int }
		Messages []any
	}
	if err := json.Unmarshal([]byte(out), &found); err != nil {
		t.Error(err)
	}
	return len(found.Messages), found.LeftOut.Damaged
}

// TestExportSelection checks the flags that select a part of a session.
func TestExportSelection(t *testing.T) {
	const agent = "a85a7669681fd1509"
	for _, c := range []struct {
		args []string
		code int
		want string // in the output or, if it fails, on stderr
	}{
		{[]string{"transcript", "-agent", agent}, cli.ExitOK, `"options":{"agent":"` + agent + `"}`},
		{[]string{"transcript", "-prompts", "1"}, cli.ExitOK, `"options":{"prompts":[1,1]}`},
		{[]string{"transcript", "-without-branches", "-without-thinking"}, cli.ExitOK, `"withoutBranches":true,"withoutThinking":true`},
		{[]string{"messages", "-agent", agent[:4]}, cli.ExitOK, `"agent":"` + agent + `"`},
		{[]string{"messages", "-prompts", "2-"}, cli.ExitOK, `"leftOut":{"turns":1`},
		{[]string{"messages", "-agent", "a"}, cli.ExitFailed, "several ids begin with it"},
		{[]string{"messages", "-agent", "zzz"}, cli.ExitFailed, "there is no such agent"},
		{[]string{"transcript", "-agent", "zzz"}, cli.ExitFailed, "there is no such agent"},
		{[]string{"messages", "-prompts", "0"}, cli.ExitUsage, "flag -prompts"},
		{[]string{"transcript", "-prompts", "5-2"}, cli.ExitUsage, "flag -prompts"},
		{[]string{"messages", "-without-branches"}, cli.ExitUsage, "unknown flag -without-branches"},
	} {
		out, progress, code := runExport(t, append(c.args, exportedFolder)...)
		if code != c.code || code == cli.ExitOK && !strings.Contains(out, c.want) || code != cli.ExitOK && !strings.Contains(progress, c.want) {
			t.Errorf("%q: code %d, %.500s\n%s", c.args, code, out, progress)
		}
	}
}
