//go:build js && wasm && export

package main

import (
	"maps"
	"slices"
	"strings"
	"syscall/js"
	"testing"

	"unspool/parser/view/protocol"
)

// TestExportQueries checks that each query of the export is answered with the types that it is listed
// with.
func TestExportQueries(t *testing.T) {
	answered := map[string]query{}
	for _, q := range exportQueries(nil, nil) {
		answered[q.name] = q
	}
	checkQueries(t, protocol.ExportQueries(), answered, func(q protocol.Query) js.Value {
		return js.ValueOf(exportRequest(q.Name))
	})
}

func exportRequest(name string) object {
	switch name {
	case "scan":
		return object{"words": []any{"Tidepool"}, "patterns": []any{`TICKET-\d+`}}
	case "found":
		return object{"from": 0}
	case "redactTitle":
		return object{"title": "Tidepool"}
	case "export":
		return object{"format": "transcript", "agent": "", "withoutBranches": false, "first": 0, "last": 0, "level": "all", "withoutTools": []any{}, "resultsOnly": false,
			"withoutThinking": false, "keepTurns": 0, "compress": 0, "clone": false, "mainOnly": false, "fromCompaction": false, "content": false, "redact": true,
			"keep": []any{}, "drop": "", "absent": []any{}}
	}
	return object{}
}

// ended runs steps of a query until one is the last.
func (h *host) ended(t *testing.T, name string, visit func(step js.Value)) {
	t.Helper()
	for range 10_000 {
		step := h.ask(name, nil)
		if text := errorText(step); text != "" {
			t.Fatalf("%s: %s", name, text)
		}
		visit(step)
		if step.Get("done").Bool() {
			return
		}
	}
	t.Fatalf("%s does not end", name)
}

// exported returns the files of an export.
func (h *host) exported(t *testing.T, request object) map[string]string {
	t.Helper()
	if text := errorText(h.ask("export", request)); text != "" {
		t.Fatal(text)
	}
	out := map[string]string{}
	h.ended(t, "exportStep", func(step js.Value) {
		if left := step.Get("left").String(); left != "" {
			t.Fatal(left)
		}
		bytes := make([]byte, step.Get("bytes").Length())
		js.CopyBytesToGo(bytes, step.Get("bytes"))
		if file := step.Get("file").String(); file != "" {
			out[file] += string(bytes)
		}
	})
	return out
}

// TestExportOfSession scans a session, exports it redacted, and exports the messages of the result.
func TestExportOfSession(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/sample", 64<<10)
	if text := errorText(h.ask("scanStep", nil)); text != errNoScan.Error() {
		t.Errorf("a step without a scan: %q", text)
	}
	steps := h.ask("scan", exportRequest("scan"))
	read := 0.0
	h.ended(t, "scanStep", func(step js.Value) { read = step.Get("bytes").Float() })
	if want := steps.Get("bytes").Float(); read != want || want == 0 {
		t.Errorf("%v bytes of %v were read", read, want)
	}
	var found protocol.FoundValues
	fromJS(t, h.ask("found", exportRequest("found")), &found)
	files := h.exported(t, exportRequest("export"))
	var replaced []protocol.ReplacedValue
	fromJS(t, h.ask("replaced", nil), &replaced)
	if len(replaced) < found.Total || found.Total == 0 {
		t.Fatalf("%d values are replaced, %d were found", len(replaced), found.Total)
	}
	if len(files) == 0 {
		t.Error("there are no files")
	}
	for _, v := range replaced {
		for name, text := range files {
			if strings.Contains(text, v.Value) {
				t.Errorf("%s contains the %s %q", name, v.Kind, v.Value)
			}
		}
	}
	var titled protocol.Title
	value := replaced[0].Value
	fromJS(t, h.ask("redactTitle", object{"session": 0, "title": "About " + value + " and x" + value + "x"}), &titled)
	if want := "About " + replaced[0].Placeholder + " and x" + value + "x"; titled.Title != want {
		t.Errorf("the title is %q, want %q", titled.Title, want)
	}
	// The value is in the session that was not redacted.
	request := exportRequest("export")
	maps.Copy(request, object{"format": "messages", "redact": false, "absent": []any{
		object{"kind": replaced[0].Kind, "rule": "", "value": replaced[0].Value, "placeholder": ""},
	}})
	if text := errorText(h.ask("export", request)); text != "" {
		t.Fatal(text)
	}
	left := ""
	h.ended(t, "exportStep", func(step js.Value) { left += step.Get("left").String() })
	if left == "" {
		t.Errorf("%q is left in the messages without an error", replaced[0].Value)
	}
}

// TestExportOfNothing checks that options which select nothing are answered with the reason, and that the next export works.
func TestExportOfNothing(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/sample", 64<<10)
	for _, format := range []string{"transcript", "messages", "markdown", "html"} {
		for want, options := range map[string]object{
			"no prompt is selected: the session has 9 prompts":         {"first": 90, "last": 99},
			"no prompt is selected: the agent has 1 prompt":            {"first": 2, "agent": "a7a0aeb0d882893ae"},
			"agent zz: there is no such agent with records of its own": {"agent": "zz"},
		} {
			request := exportRequest("export")
			maps.Copy(request, object{"format": format, "redact": false})
			maps.Copy(request, options)
			if text := errorText(h.ask("export", request)); text != "" {
				t.Fatal(text)
			}
			got := ""
			h.ended(t, "exportStep", func(step js.Value) { got += step.Get("error").String() })
			if got != want {
				t.Errorf("%s of %v: %q, want %q", format, options, got, want)
			}
		}
		request := exportRequest("export")
		maps.Copy(request, object{"format": format, "redact": false})
		if files := h.exported(t, request); len(files) == 0 {
			t.Errorf("%s: there are no files after an export of nothing", format)
		}
	}
}

// TestExportFormats checks the names of the files of each format, and that prices of the user count in them.
func TestExportFormats(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/sample", 64<<10)
	costs := map[string]bool{}
	for _, prices := range []string{"", "opus-4-8\t-\t-\t3\t-\t-\t-\t4\t-\n"} {
		if prices != "" {
			if v := h.api.Call("prices", prices); !v.IsNull() {
				t.Fatal(errorText(v))
			}
		}
		for format, want := range map[string][]string{
			"traces": {".otlp.jsonl"}, "chrome": {".trace.json"},
			"csv":    {"sessions.csv", "turns.csv", "responses.csv", "tool_calls.csv", "file_changes.csv", "manifest.json"},
			"ndjson": {"sessions.ndjson", "turns.ndjson", "responses.ndjson", "tool_calls.ndjson", "file_changes.ndjson", "manifest.json"},
		} {
			request := exportRequest("export")
			maps.Copy(request, object{"format": format, "redact": false})
			files := h.exported(t, request)
			for _, ending := range want {
				if !slices.ContainsFunc(slices.Collect(maps.Keys(files)), func(name string) bool { return strings.HasSuffix(name, ending) }) {
					t.Errorf("%s: there is no %s", format, ending)
				}
			}
			if len(files) != len(want) {
				t.Errorf("%s: %d files, want %d", format, len(files), len(want))
			}
			if format == "csv" {
				costs[files["sessions.csv"]] = true
			}
		}
	}
	if len(costs) != 2 {
		t.Error("the prices of the user change no cost")
	}
}
