package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser/cmd/unspool/cli"
)

const exportedFolder = "../../../testdata/2.1.219"

func runExport(t *testing.T, args ...string) (out, progress string, code int) {
	t.Helper()
	var text, errs bytes.Buffer
	code = runCommand(append([]string{"export"}, args...), &text, &errs)
	return text.String(), errs.String(), code
}

func TestExportClone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "clone")
	out, progress, code := runExport(t, "transcript", "-clone", "-o", dir, exportedFolder)
	if code != cli.ExitOK || out != "" {
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
	if code != cli.ExitFailed || !strings.Contains(progress, "exists and is not overwritten") {
		t.Errorf("code %d: %s", code, progress)
	}
}

// TestCloneCommand checks that the command clones like the export does, with the same flags.
func TestCloneCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "clone")
	clone := func(args ...string) (text, progress string, code int) {
		var out, errs bytes.Buffer
		code = runCommand(append([]string{"clone"}, args...), &out, &errs)
		return out.String(), errs.String(), code
	}
	out, progress, code := clone("-o", dir, "-without-tools", "all", exportedFolder)
	if code != cli.ExitOK || out != "" {
		t.Fatalf("code %d: %s%s", code, out, progress)
	}
	before, _, _ := runInspect(t, exportedFolder)
	after, _, _ := runInspect(t, dir)
	if len(after) != 1 || after[0].Session == before[0].Session || after[0].ToolCalls != 0 || after[0].Prompts != before[0].Prompts {
		t.Fatalf("got %+v\nof %+v", after, before)
	}
	for _, part := range []string{"the id of the new session is " + after[0].Session, fmt.Sprintf(" %d tool calls", before[0].ToolCalls)} {
		if !strings.Contains(progress, part) {
			t.Errorf("%q is missing in %s", part, progress)
		}
	}
	out, progress, code = clone(exportedFolder)
	const id = `"sessionId":"`
	if code != cli.ExitOK || strings.Contains(out, id+before[0].Session) || !strings.Contains(out, id) || !strings.Contains(progress, "only the main file was written") {
		t.Errorf("code %d: %s", code, progress)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, cli.ExitUsage, "usage: unspool clone [flags] PATH"},
		{[]string{"-clone", exportedFolder}, cli.ExitUsage, "unknown flag -clone"},
		{[]string{exportedFolder, exportedFolder}, cli.ExitUsage, "usage: unspool clone [flags] PATH"},
		{[]string{"nowhere.jsonl"}, cli.ExitFailed, "nowhere.jsonl"},
	} {
		if out, progress, code := clone(c.args...); code != c.code || out != "" || !strings.Contains(progress, c.want) {
			t.Errorf("%q: code %d, %q, %s", c.args, code, out, progress)
		}
	}
}

func TestExportToStandardOutput(t *testing.T) {
	out, progress, code := runExport(t, "transcript", "-without-tools", "all", "-without-thinking", exportedFolder)
	if code != cli.ExitOK || strings.Contains(out, `"type":"tool_use"`) || !strings.Contains(out, `"type":"user"`) {
		t.Errorf("code %d: %s", code, progress)
	}
	for _, want := range []string{"left out: ", " agents, ", " tool calls"} {
		if !strings.Contains(progress, want) {
			t.Errorf("%q is missing in %s", want, progress)
		}
	}
	out, progress, code = runExport(t, "messages", "-from-compaction", exportedFolder)
	var found struct {
		Session  string
		Messages []struct{ Role string }
	}
	if err := json.Unmarshal([]byte(out), &found); err != nil || code != cli.ExitOK || len(found.Messages) < 2 || found.Messages[0].Role != "user" {
		t.Errorf("code %d, %v, %+v: %s", code, err, found, progress)
	}
}

// TestExportAgent checks that the forms of one conversation take the beginning of an agent's id, with the prompts of
// the agent.
func TestExportAgent(t *testing.T) {
	for format, want := range map[string]string{
		"markdown": "\n- Agent: `a85a7669681fd1509`\n", "html": "<code>a85a7669681fd1509</code>", "messages": `"agent":"a85a7669681fd1509"`,
		"transcript": `"isSidechain":false`,
	} {
		out, progress, code := runExport(t, format, "-agent", "a85", "-prompts", "1", exportedFolder)
		if code != cli.ExitOK || !strings.Contains(out, want) {
			t.Errorf("%s: code %d, %q is missing: %s", format, code, want, progress)
		}
		for flags, want := range map[string]string{
			"-agent=a85 -prompts=2": "the agent has 1 prompt", "-agent=zz": "agent zz: there is no such agent", "-agent=a": "several ids begin with it",
		} {
			out, progress, code := runExport(t, append([]string{format, exportedFolder}, strings.Fields(flags)...)...)
			if code != cli.ExitFailed || out != "" || !strings.Contains(progress, want) {
				t.Errorf("%s %s: code %d, %q: %s", format, flags, code, out, progress)
			}
		}
	}
}

// TestExportTraces checks that the lines of OTLP, the events of Chrome and what a receiver gets are of the same
// spans, and that nothing is sent with texts in it unless they are asked for.
func TestExportTraces(t *testing.T) {
	var decoder ptrace.JSONUnmarshaler
	out, progress, code := runExport(t, "otlp", exportedFolder)
	lines, spans := strings.Split(strings.TrimSpace(out), "\n"), 0
	for _, line := range lines {
		traces, err := decoder.UnmarshalTraces([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		spans += traces.SpanCount()
	}
	counted := fmt.Sprintf("unspool: %d turns with %d spans", len(lines), spans)
	if code != cli.ExitOK || len(lines) < 2 || !strings.Contains(progress, counted) {
		t.Errorf("code %d, want %q: %s", code, counted, progress)
	}
	var chrome struct{ TraceEvents []any }
	out, progress, code = runExport(t, "chrome", exportedFolder)
	if err := json.Unmarshal([]byte(out), &chrome); err != nil || code != cli.ExitOK || len(chrome.TraceEvents) != spans {
		t.Errorf("code %d, error %v, %d events of %d: %s", code, err, len(chrome.TraceEvents), spans, progress)
	}
	received := 0
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Key") == "a=b" {
			received++
		}
	}))
	defer server.Close()
	out, progress, code = runExport(t, "otlp", "-endpoint", server.URL, "-header", "X-Key=a=b", exportedFolder)
	if code != cli.ExitOK || out != "" || received != len(lines) || !strings.Contains(progress, fmt.Sprintf("%d turns sent", len(lines))) {
		t.Errorf("code %d, %d of %d requests: %s", code, received, len(lines), progress)
	}
	const words = "langfuse.observation.input"
	plain, _, _ := runExport(t, "otlp", exportedFolder)
	full, _, _ := runExport(t, "otlp", "-content", exportedFolder)
	if strings.Contains(plain, words) || !strings.Contains(full, words) {
		t.Error("texts do not depend on -content")
	}
	home, _, code := runExport(t, "otlp", "-content", "-redact", exportedFolder)
	if code != cli.ExitOK || strings.Contains(home, "/home/mei") || !strings.Contains(full, "/home/mei") {
		t.Errorf("code %d: a home folder is left by -redact", code)
	}
}

// TestExportDocuments checks that the flags of documents choose what is in them, in both formats.
func TestExportDocuments(t *testing.T) {
	for _, format := range []string{"markdown", "html"} {
		tools, progress, code := runExport(t, format, exportedFolder)
		if code != cli.ExitOK || !strings.Contains(progress, " turns of ") || !strings.Contains(progress, "; left out: ") {
			t.Errorf("%s: code %d: %s", format, code, progress)
		}
		dialogue, _, _ := runExport(t, format, "-level", "dialogue", exportedFolder)
		all, _, _ := runExport(t, format, "-level", "all", exportedFolder)
		one, _, _ := runExport(t, format, "-prompts", "1", exportedFolder)
		if !(len(dialogue) < len(tools) && len(tools) < len(all) && len(one) < len(tools)) {
			t.Errorf("%s: %d bytes of dialogue, %d with tools, %d with all; %d of one prompt", format, len(dialogue), len(tools), len(all), len(one))
		}
		redacted, _, code := runExport(t, format, "-redact", exportedFolder)
		if !strings.Contains(redacted, "Replaced") || strings.Contains(tools, "Replaced") {
			t.Errorf("%s: the head does not list what is replaced: %.2000s", format, redacted)
		}
		if code != cli.ExitOK || strings.Contains(redacted, "/home/mei") || !strings.Contains(tools, "/home/mei") {
			t.Errorf("%s, code %d: a home folder is left by -redact", format, code)
		}
	}
}

// TestExportOfRedacted checks that all forms of a transcript that was redacted and cut list both in their heads.
func TestExportOfRedacted(t *testing.T) {
	dir := t.TempDir()
	name := written(t, dir, "s.jsonl", redactedLines)
	cut, redacted := filepath.Join(dir, "cut"), filepath.Join(dir, "redacted.jsonl")
	if _, progress, code := runExport(t, "transcript", "-without-thinking", "-o", cut, name); code != cli.ExitOK {
		t.Fatal(progress)
	}
	if _, progress, code := runRedact(t, "-drop", "images", "-o", redacted, filepath.Join(cut, "s.jsonl")); code != cli.ExitOK {
		t.Fatal(progress)
	}
	const counts = `"redacted":{"values":{"email":1,"home":1,"user":1},"parts":["images"]}`
	for format, want := range map[string][]string{
		"transcript": {`{"type":"unspool-export","version":1,"leftOut":{"thinking":1},` + counts + `,"options":{"withoutThinking":true}}` + "\n"},
		"messages":   {counts},
		"markdown":   {"Replaced: 1 e-mail address, 1 home folder, 1 user name", "Removed: images", "- Left out: 1 block of thinking\n"},
		"html":       {"1 e-mail address, 1 home folder, 1 user name", "<dt>Removed</dt>", "1 block of thinking"},
		"otlp":       {"unspool.earlier_export.blocks_of_thinking", "unspool.earlier_export.redacted.email", "unspool.earlier_export.redacted.images"},
		"chrome":     {`"unspool.earlier_export.blocks_of_thinking":1`, `"unspool.earlier_export.redacted.email":1`},
	} {
		out, progress, code := runExport(t, format, redacted)
		for _, part := range want {
			if code != cli.ExitOK || !strings.Contains(out, part) {
				t.Errorf("%s: code %d, %s: %q is missing in %.2000s", format, code, progress, part, out)
			}
		}
	}
	tables := filepath.Join(dir, "tables")
	_, progress, code := runExport(t, "tables", "-o", tables, redacted)
	manifest, err := os.ReadFile(filepath.Join(tables, "manifest.json"))
	if err != nil || code != cli.ExitOK || !strings.Contains(string(manifest), `"redacted.email": 1`) {
		t.Errorf("tables: code %d, error %v, %s: %s", code, err, progress, manifest)
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
		{nil, cli.ExitUsage, "usage: unspool export FORMAT"},
		{[]string{"pdf", exportedFolder}, cli.ExitUsage, "usage: unspool export FORMAT"},
		{[]string{"messages"}, cli.ExitUsage, "usage: unspool export messages"},
		{[]string{"messages", "-nonsense", exportedFolder}, cli.ExitUsage, "unknown flag -nonsense"},
		{[]string{"messages", "-endpoint", "http://localhost:1", exportedFolder}, cli.ExitUsage, "unknown flag -endpoint"},
		{[]string{"otlp", "-redact", "-endpoint", "http://localhost:1", exportedFolder}, cli.ExitUsage, "redact the session first"},
		{[]string{"otlp", "-header", "key", exportedFolder}, cli.ExitUsage, "want name=value"},
		{[]string{"otlp", "-endpoint", "nonsense", exportedFolder}, cli.ExitFailed, "is no address of a receiver"},
		{[]string{"markdown", "-level", "more", exportedFolder}, cli.ExitUsage, "want dialogue, tools, all"},
		{[]string{"html", "-prompts", "x", exportedFolder}, cli.ExitUsage, "give one number or two"},
		{[]string{"messages", "nowhere.jsonl"}, cli.ExitFailed, "nowhere.jsonl"},
		{[]string{"messages", empty}, cli.ExitFailed, "it is empty"},
		{[]string{"messages", "-session", "zzz", exportedFolder}, cli.ExitFailed, "there is no such session"},
		{[]string{"messages", "../../../testdata"}, cli.ExitFailed, "choose one with -session"},
		{[]string{"messages", exportedFolder, exportedFolder}, cli.ExitUsage, "usage: unspool export messages"},
	} {
		out, progress, code := runExport(t, c.args...)
		if code != c.code || out != "" || !strings.Contains(progress, c.want) {
			t.Errorf("%q: code %d, %q, %s", c.args, code, out, progress)
		}
	}
}

// TestExportIntoFolder checks that a format of one file writes a file into a folder that exists, with the content that it
// otherwise has, redacted or not, and that it overwrites nothing.
func TestExportIntoFolder(t *testing.T) {
	dir := t.TempDir()
	const id = "7c1e4b0a-5d38-4f62-9b07-e2a94d6c3f18"
	for format, extension := range map[string]string{
		"markdown": ".md", "html": ".html", "messages": ".json", "otlp": ".otlp.jsonl", "chrome": ".trace.json",
	} {
		for folder, flags := range map[string][]string{filepath.Join(dir, "plain"): nil, filepath.Join(dir, "redacted"): {"-redact"}} {
			if err := os.MkdirAll(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			want, _, _ := runExport(t, append([]string{format, exportedFolder}, flags...)...)
			into := append([]string{format, "-o", folder, exportedFolder}, flags...)
			_, progress, code := runExport(t, into...)
			name := filepath.Join(folder, id+extension)
			if data, err := os.ReadFile(name); err != nil || code != cli.ExitOK || string(data) != want || want == "" {
				t.Errorf("%s: code %d, %d bytes, error %v: %s", format, code, len(data), err, progress)
			}
			if _, progress, code := runExport(t, into...); code != cli.ExitFailed || !strings.Contains(progress, name+" exists") {
				t.Errorf("%s again: code %d: %s", format, code, progress)
			}
		}
	}
}

// TestChooseSession checks that a whole id chooses its session, even if it is the beginning of others, and that copies are named
// by their files.
func TestChooseSession(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"p/a", "p/ab", "p/c", "q/c"} {
		message := map[string]any{"role": "user", "content": name}
		record := map[string]any{"type": "user", "uuid": name, "sessionId": filepath.Base(name), "message": message}
		line, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		written(t, dir, name+".jsonl", string(line)+"\n")
	}
	for id, want := range map[string]string{"a": `{"session":"a",`, "ab": `{"session":"ab",`} {
		if out, progress, code := runExport(t, "messages", "-session", id, dir); code != cli.ExitOK || !strings.HasPrefix(out, want) {
			t.Errorf("%s: code %d, %.40s: %s", id, code, out, progress)
		}
	}
	_, progress, code := runExport(t, "messages", "-session", "c", dir)
	if code != cli.ExitFailed || !strings.Contains(progress, filepath.Join("q", "c.jsonl")) {
		t.Errorf("code %d: %s", code, progress)
	}
}

// TestDocumentPrices checks that documents name the price table of the user, and no other one.
func TestDocumentPrices(t *testing.T) {
	dir := t.TempDir()
	session := written(t, dir, "s.jsonl", `{"type":"assistant","uuid":"a","sessionId":"s","timestamp":"2026-05-01T10:00:00Z",`+
		`"message":{"id":"m","role":"assistant","model":"glm-9","content":[{"type":"text","text":"hello"}],"usage":{"input_tokens":1000000,"output_tokens":1}}}`+"\n")
	mine := written(t, dir, "my-prices.tsv", "glm-9\t-\t-\t3\t-\t-\t-\t0\t-\n")
	for _, format := range []string{"markdown", "html"} {
		out, progress, code := runExport(t, format, "-prices", mine, session)
		if code != cli.ExitOK || !strings.Contains(strings.ReplaceAll(out, `\`, ""), "$3.00 (my-prices.tsv)") {
			t.Errorf("%s: code %d, %s: %s", format, code, progress, out)
		}
		named := written(t, dir, format+"-hello.tsv", "glm-9\t-\t-\t3\t-\t-\t-\t0\t-\n")
		out, progress, code = runExport(t, format, "-redact", "-word", "hello", "-prices", named, session)
		if code != cli.ExitOK || strings.Contains(out, "hello") || !strings.Contains(out, "tsv") {
			t.Errorf("%s with a value in the name of its prices: code %d, %s: %s", format, code, progress, out)
		}
		if out, _, code := runExport(t, format, session); code != cli.ExitOK || strings.Contains(out, "tsv") || !strings.Contains(out, "not priced") {
			t.Errorf("%s with the list prices: code %d: %s", format, code, out)
		}
		if _, progress, code := runExport(t, format, "-prices", session, session); code != cli.ExitUsage || !strings.Contains(progress, "-prices: ") {
			t.Errorf("%s with a broken table: code %d, %s", format, code, progress)
		}
	}
}
