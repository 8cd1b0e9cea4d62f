package find_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/find"
	"unspool/parser/view/protocol"
)

// TestMatchesCanBeShown searches for words of all strings of the golden cases. The row of each match
// shows it, or has the record that contains it, which the page opens then. Instructions of a skill and
// calls that are recorded again are shown, but not as records of their own.
func TestMatchesCanBeShown(t *testing.T) {
	const wordsPerSession = 100
	found := 0
	sessions := viewtest.Sessions(t)
	for _, name := range testutil.Sample(t, slices.Sorted(maps.Keys(sessions)), 3) {
		files := sessions[name]
		words := recordedWords(files)
		_, v := viewtest.Load(files, 1<<30)
		for _, info := range v.Sessions() {
			viewtest.OpenAll(v, info.Index)
			type opened struct {
				row     viewtest.AnyRow
				body    protocol.Body
				records []protocol.RecordLocation
			}
			rows := map[string]opened{}
			for i := 0; i < len(words); i += 1 + len(words)/wordsPerSession {
				for _, m := range matchAll(t, v, info.Index, phrase(words[i])).Matches {
					found++
					at, known := rows[m.Key]
					if !known {
						at.row = viewtest.RowsAt(v, info.Index, viewtest.RowIndex(v.Find(info.Index, m.Key)), 1)[0]
						at.body = v.Body(info.Index, at.row.Key)
						at.records = rawRecords(at.body)
						rows[m.Key] = at
					}
					if !slices.ContainsFunc(at.records, func(r protocol.RecordLocation) bool { return contains(r, &m) }) &&
						shownIn(at.row, at.body, &m) == "" {
						t.Errorf("%s: the row of %s shows %q nowhere", name, describeMatch(m), words[i])
					}
				}
			}
		}
	}
	if found == 0 || testutil.Exhaustive() && found < 3000 {
		t.Errorf("only %d matches", found)
	}
}

// TestPlacesOfMatches lists places that are searched, and checks how the row of each match shows it: in
// its own text, in a part of its body, or only in the raw record.
func TestPlacesOfMatches(t *testing.T) {
	const content = `"type":"text","file":{"filePath":"/w/a.go","content":"a needle","numLines":1,"startLine":1,"totalLines":1}`
	const prompt = `{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"Read the file"}}`
	const reply = `{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"Yes."}]}}`
	const patch = `"toolUseResult":{"filePath":"/a","oldString":"a","newString":"b","originalFile":"a","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-a","+b"]}]},`
	call := func(tool, input, result, more string) []string {
		return []string{prompt,
			`{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"` + tool + `","input":` + input + `}]}}`,
			`{"type":"user","uuid":"r1","sessionId":"s",` + more + `"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"` + result + `"}]}}`}
	}
	attachment := func(of string) string {
		return `{"type":"attachment","uuid":"x1","sessionId":"s","attachment":{` + of + `}}`
	}
	for _, c := range []struct {
		place string
		lines []string
		want  string
	}{
		{"prompt", []string{strings.Replace(prompt, "the file", "the needle", 1), reply}, "row"},
		{"reply", []string{prompt, strings.Replace(reply, "Yes", "needle", 1)}, "row"},
		{"thinking", []string{prompt, strings.NewReplacer(`"type":"text","text":"Yes."`, `"type":"thinking","thinking":"a needle"`).Replace(reply)}, "row"},
		{"input", call("Bash", `{"command":"grep needle"}`, "no", ""), "row"},
		{"output", call("Bash", `{"command":"ls"}`, "a needle", ""), "body"},
		{"confirmation of a change", call("Edit", `{"file_path":"/a","old_string":"a","new_string":"b"}`, "The needle has been updated.", patch), "record"},
		{"file of a prompt", []string{prompt, attachment(`"type":"file","filename":"/w/a.go","displayPath":"a.go","content":{` + content + `}`), reply}, "body"},
		{"name of a file of a prompt", []string{prompt, attachment(`"type":"compact_file_reference","filename":"/needle/a.go","displayPath":"a.go"`), reply}, "record"},
		{"file in the background", []string{prompt, reply, attachment(`"type":"file","filename":"/w/a.go","displayPath":"a.go","content":{` + content + `}`)}, "record"},
		{"name of a file in the background", []string{prompt, reply, attachment(`"type":"compact_file_reference","filename":"/needle/a.go","displayPath":"a.go"`)}, "record"},
		{"notice", []string{prompt, reply, `{"type":"system","subtype":"informational","uuid":"s1","sessionId":"s","content":"a needle"}`}, "row"},
	} {
		_, v := viewtest.Load(viewtest.Session(c.lines...), 1<<30)
		all := matchAll(t, v, 0, find.MatchQuery{Text: "needle"}).Matches
		if len(all) != 1 {
			t.Errorf("%s: %d matches", c.place, len(all))
			continue
		}
		row := viewtest.RowsAt(v, 0, viewtest.RowIndex(v.Find(0, all[0].Key)), 1)[0]
		if got := shownIn(row, v.Body(0, row.Key), &all[0]); got != c.want {
			t.Errorf("%s: the match is shown in the %s, want %s", c.place, got, c.want)
		}
	}
}

// shownIn returns where a row shows the words of a match: "row", "body", "record", or "" for nowhere.
func shownIn(row viewtest.AnyRow, body protocol.Body, m *protocol.Match) string {
	inRow, _ := json.Marshal(row)
	inBody, _ := json.Marshal(body.Parts)
	quoted, _ := json.Marshal(m.Words)
	words := string(quoted[1 : len(quoted)-1])
	switch {
	case strings.Contains(string(inRow), words):
		return "row"
	case strings.Contains(string(inBody), words):
		return "body"
	case slices.ContainsFunc(rawRecords(body), func(r protocol.RecordLocation) bool { return contains(r, m) }):
		return "record"
	}
	return ""
}

// rawRecords returns the records that the page offers in an open row. Items have records of their own.
func rawRecords(body protocol.Body) (records []protocol.RecordLocation) {
	onlyItems := len(body.Parts) > 0
	for _, p := range body.Parts {
		onlyItems = onlyItems && p.Kind == protocol.PartItems
		for _, item := range p.Items {
			records = append(records, item.Location)
		}
	}
	if !onlyItems {
		records = append(records, body.Records...)
	}
	return records
}

func contains(r protocol.RecordLocation, m *protocol.Match) bool {
	return r.Line > 0 && r.File == m.File && r.Offset <= m.Offset && m.Offset < r.Offset+float64(r.Length)
}

// recordedWords returns a few words of each string of some files.
func recordedWords(files []testutil.File) (words []string) {
	known := map[string]bool{}
	var visit func(value any)
	visit = func(value any) {
		switch value := value.(type) {
		case string:
			fields := strings.Fields(value)
			for i := 0; i < len(fields); i += 1 + len(fields)/4 {
				if word := fields[i]; len(word) > 3 && len(word) < 60 && !known[word] {
					known[word] = true
					words = append(words, word)
				}
			}
		case []any:
			for _, one := range value {
				visit(one)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(value)) {
				visit(value[key])
			}
		}
	}
	for _, f := range files {
		for line := range strings.Lines(string(f.Data)) {
			var record any
			json.Unmarshal([]byte(line), &record) // a damaged line has no words
			visit(record)
		}
	}
	return words
}
