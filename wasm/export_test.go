//go:build js && wasm && export

package main

import (
	"maps"
	"math"
	"slices"
	"strings"
	"syscall/js"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
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
	case "beginScan":
		return object{"words": []any{"Tidepool"}, "patterns": []any{`TICKET-\d+`}, "parts": 1}
	case "beginPart":
		return object{"part": 0, "path": "a.jsonl", "size": 2, "from": 0, "to": 2}
	case "writePart":
		return object{"bytes": bytesToJS([]byte("{}"))}
	case "readFoundValues", "readPartValues":
		return object{"from": 0}
	case "addPartValues":
		found := object{"kind": "secret", "rule": "password", "value": "a", "count": 1, "file": "a.jsonl", "before": "", "after": ""}
		return object{"parts": []any{0}, "values": []any{object{"part": 0, "key": "", "value": found}}}
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

// begin begins a scan of a number of parts.
func (h *host) begin(t *testing.T, parts int) {
	t.Helper()
	request := exportRequest("beginScan")
	request["parts"] = parts
	reply := h.ask("beginScan", request)
	if text := errorText(reply) + reply.Get("error").String(); text != "" {
		t.Fatal(text)
	}
}

// parts returns the parts of the loaded files of at most length bytes.
func (h *host) parts(t *testing.T, length int) (all []object) {
	t.Helper()
	for number, f := range testutil.Tree(t, "../testdata/sample") {
		for from, size := 0, len(f.Data); from < size; from += length {
			all = append(all, object{"part": len(all), "file": number, "path": f.Name, "size": size, "from": from, "to": min(from+length, size)})
		}
	}
	return all
}

// scan scans a part.
func (h *host) scan(t *testing.T, part object) {
	t.Helper()
	if text := errorText(h.ask("beginPart", part)); text != "" {
		t.Fatal(text)
	}
	data := h.files[part["file"].(int)][max(0, part["from"].(int)-1):]
	for more := true; more; {
		n := min(3000, len(data))
		reply := h.ask("writePart", object{"bytes": bytesToJS(data[:n])})
		if text := errorText(reply); text != "" {
			t.Fatal(text)
		}
		more, data = reply.Get("more").Bool(), data[n:]
	}
}

// TestScanEmptyFile checks that the name of an empty file is searched.
func TestScanEmptyFile(t *testing.T) {
	h := newHost(t)
	h.files = [][]byte{nil}
	h.begin(t, 1)
	h.scan(t, object{"part": 0, "file": 0, "path": "Tidepool/a.jsonl", "size": 0, "from": 0, "to": 0})
	var found protocol.FoundValues
	fromJS(t, h.ask("readFoundValues", exportRequest("readFoundValues")), &found)
	if found.Total != 1 {
		t.Errorf("%d values in the name, want 1", found.Total)
	}
}

// TestScanTogether checks that two programs that scan parts of a session find what one finds.
func TestScanTogether(t *testing.T) {
	alone, first, second := newHost(t), newHost(t), newHost(t)
	alone.load(t, "../testdata/sample", 64<<10)
	empty := object{"path": "empty.jsonl", "file": len(alone.files), "size": 2, "from": 0, "to": 2}
	alone.files = append(alone.files, []byte("{}"))
	first.files, second.files = alone.files, alone.files // they load nothing
	var others []any                                     // parts of the second one
	with := func(parts []object) []object {
		one := maps.Clone(empty)
		one["part"] = len(parts)
		return append(parts, one)
	}
	files, parts := with(alone.parts(t, math.MaxInt32)), with(alone.parts(t, 10_000))
	alone.begin(t, len(files))
	first.begin(t, len(parts))
	second.begin(t, len(parts))
	for _, part := range files {
		alone.scan(t, part)
	}
	for i, part := range parts {
		if i%3 == 1 && i < len(parts)-1 {
			first.scan(t, part)
			continue
		}
		second.scan(t, part) // with one in which nothing is found
		others = append(others, i)
	}
	if text := errorText(first.ask("readFoundValues", exportRequest("readFoundValues"))); text != errParts.Error() {
		t.Errorf("the values of some parts: %q", text)
	}
	scanned := second.ask("readPartValues", object{"from": 0})
	if scanned.Get("values").Length() == 0 {
		t.Fatal("the second program found nothing")
	}
	if text := errorText(first.ask("addPartValues", object{"parts": others, "values": scanned.Get("values")})); text != "" {
		t.Fatal(text)
	}
	var want, got protocol.FoundValues
	fromJS(t, alone.ask("readFoundValues", exportRequest("readFoundValues")), &want)
	fromJS(t, first.ask("readFoundValues", exportRequest("readFoundValues")), &got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestExportOfSession scans a session, exports it redacted, and exports the messages of the result.
func TestExportOfSession(t *testing.T) {
	h := newHost(t)
	h.load(t, "../testdata/sample", 64<<10)
	for _, name := range [...]string{"beginPart", "readPartValues", "addPartValues", "readFoundValues", "export"} {
		if text := errorText(h.ask(name, exportRequest(name))); text != errNoScan.Error() {
			t.Errorf("%s without a scan: %q", name, text)
		}
	}
	parts := h.parts(t, math.MaxInt32)
	h.begin(t, len(parts))
	if text := errorText(h.ask("writePart", exportRequest("writePart"))); text != errNoPart.Error() {
		t.Errorf("bytes of no part: %q", text)
	}
	for _, part := range parts {
		h.scan(t, part)
	}
	var found protocol.FoundValues
	fromJS(t, h.ask("readFoundValues", exportRequest("readFoundValues")), &found)
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
	secret := replaced[slices.IndexFunc(replaced, func(v protocol.ReplacedValue) bool { return v.Kind != "word" })] // no part of a word
	value := secret.Value
	fromJS(t, h.ask("redactTitle", object{"session": 0, "title": "About " + value + " and x" + value + "x"}), &titled)
	if want := "About " + secret.Placeholder + " and x" + value + "x"; titled.Title != want {
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
			"html": {".html"}, "markdown": {".md"}, "traces": {".otlp.jsonl"}, "chrome": {".trace.json"},
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
			for name, text := range files {
				named := strings.Contains(text, "(prices.tsv)") || strings.Contains(text, `(prices\.tsv)`)
				if isDocument := strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".md"); named != (isDocument && prices != "") {
					t.Errorf("%s: the price table is named: %v", name, named)
				}
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
