package inspect_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// linkName returns the short name of a link's target: the record's uuid or its line, or the row's
// key.
func linkName(w protocol.RecordLink) string {
	switch {
	case w.To == "more":
		return fmt.Sprintf("more %d", w.Count)
	case w.Location == nil:
		return w.To + " " + w.Row.Base().Key
	case w.Location.UUID != "":
		return w.To + " " + w.Location.UUID
	}
	return fmt.Sprintf("%s line %d", w.To, w.Location.Line)
}

func linkNames(links []protocol.RecordLink) string {
	var names []string
	for _, w := range links {
		names = append(names, linkName(w))
	}
	return strings.Join(names, ", ")
}

const started = `{"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"look"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","requestId":"req_1","timestamp":"2026-05-01T10:00:02.000Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-5","content":[{"type":"tool_use","id":"c1","name":"Agent","input":{"description":"look","prompt":"go","subagent_type":"Explore"}}],"usage":{"input_tokens":50000,"output_tokens":9}}}
{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","timestamp":"2026-05-01T10:00:08.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}}
{"type":"system","subtype":"compact_boundary","uuid":"b1","logicalParentUuid":"r1","sessionId":"s","timestamp":"2026-05-01T10:00:09.000Z","compactMetadata":{"trigger":"auto","preTokens":9}}
{"type":"user","uuid":"u2","parentUuid":"b1","sessionId":"s","timestamp":"2026-05-01T09:00:00.000Z","message":{"role":"user","content":"more"}}
{"type":"user","uuid":"u2","parentUuid":"b1","sessionId":"s","timestamp":"2026-05-01T09:00:00.000Z","message":{"role":"user","content":"more"}}
{"type":"assistant","uuid":"a2","parentUuid":"u2","sessionId":"s","timestamp":"2026-05-01T09:00:01.000Z","message":{"id":"m2","role":"assistant","model":"claude-sonnet-4-5[1m]","content":[{"type":"text","text":"yes"}],"usage":{"input_tokens":50,"output_tokens":9}}}
{"type":"ai-title","aiTitle":"t"}
rubbish
{"type":"user","uuid":"u3`

var startedFiles = []testutil.File{
	{Name: "p/s.jsonl", Data: []byte(started)},
	{Name: "p/s/subagents/agent-x1.jsonl", Data: []byte(`{"type":"user","uuid":"x1u","isSidechain":true,"agentId":"x1","timestamp":"2026-05-01T10:00:03.000Z","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"x1a","parentUuid":"x1u","isSidechain":true,"agentId":"x1","timestamp":"2026-05-01T10:00:04.000Z","message":{"id":"mx","role":"assistant","model":"m","content":[{"type":"text","text":"done"}]}}
`)},
	{Name: "p/s/subagents/agent-x1.meta.json", Data: []byte(`{"agentType":"Explore","description":"look","toolUseId":"c1"}`)},
}

// TestInspect checks that a row is described even if it is inside a closed agent, with links to
// everything it relates to.
func TestInspect(t *testing.T) {
	_, v := viewtest.Load(startedFiles, 1<<30)
	type shown struct {
		Kind, Links, Agent, Call        string
		InSession, InTurn, Took, Window float64
		Turn                            int
	}
	for address, want := range map[string]shown{
		"u1":       {"prompt", "", "", "", 3600000, 0, 8000, -1, 1},
		"a1#0":     {"tool", "turn u1, started x1u", "", "c1", 3602000, 2000, 1000, 200_000, 1},
		"r1":       {"tool", "turn u1, started x1u", "", "c1", 3602000, 2000, 1000, 200_000, 1},
		"@1/x1a#0": {"text", "turn x1u, agent a1", "x1", "", 3604000, 1000, -1, -1, 1},
		"a2#0":     {"text", "turn u2, compaction b1", "", "", 1000, 1000, -1, 1_000_000, 2},
		"@0:1000":  {"", "", "", "", -1, -1, -1, -1, 0}, // no record begins there
		"none":     {"", "", "", "", -1, -1, -1, -1, 0},
	} {
		in := v.Inspect(0, address)
		got := shown{Links: linkNames(in.Links), Agent: in.Agent, Call: in.Call, InSession: viewtest.OrUnknown(in.InSession), InTurn: viewtest.OrUnknown(in.InTurn),
			Took: viewtest.OrUnknown(in.About.Duration), Window: viewtest.OrUnknown(in.Window), Turn: in.Prompt}
		if in.Row != nil {
			got.Kind = in.Row.Kind()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s -want +got:\n%s", address, diff)
		}
	}
}

// TestRecordAt checks the content, disposition and links of each place of a file.
func TestRecordAt(t *testing.T) {
	_, v := viewtest.Load(startedFiles, 1<<30)
	var got []string
	for r, _ := v.RecordAt(0, 0, 0); ; {
		row := "-"
		if r.Row != nil {
			row = r.Row.Kind()
		}
		got = append(got, strings.TrimSpace(fmt.Sprintf("%d/%d %s %s %s %s; %s", r.Number, r.Count, r.Label, r.Disposition, r.Reason, row, linkNames(r.Links))))
		if r.After == nil {
			break
		}
		r, _ = v.RecordAt(0, r.After.File, int64(r.After.Offset))
	}
	want := []string{
		"1/10 user shown  prompt; after a1",
		"2/10 assistant shown  tool; before u1, after r1, result r1",
		"3/10 user shown  tool; before a1, call a1",
		"4/10 system/compact_boundary shown  compaction; after u2, after u2",
		"5/10 user merged  prompt; before b1, counts u2",
		"6/10 user shown  prompt; before b1, after a2",
		"7/10 assistant shown  text; before u2",
		"8/10 ai-title hidden metadata background;",
		"9/10 damaged damaged  damaged;",
		"10/10  hidden unfinished -;",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	meta, ok := v.RecordAt(0, 2, 0)
	if !ok || meta.Reason != "other-files" || meta.Location.Line != 0 || int(meta.Bytes) != len(startedFiles[2].Data) {
		t.Errorf("the meta file: %+v", meta)
	}
	if inside, _ := v.RecordAt(0, 0, 200); inside.Number != 2 {
		t.Errorf("byte 200 is in record %d", inside.Number)
	}
	for _, nowhere := range [][2]int{{0, 9}, {0, -1}, {7, 0}} {
		if none, ok := v.RecordAt(nowhere[0], nowhere[1], 0); ok {
			t.Errorf("file %d of session %d: %+v", nowhere[1], nowhere[0], none)
		}
	}
	if last, _ := v.RecordAt(0, 0, 1<<40); last.Number != 10 {
		t.Errorf("after the end is record %d", last.Number)
	}
}

// TestEveryRecordIsInspected steps from record to record in the order of the file and back. The
// bytes are those of the file; links to parents and children are inverse, and so are those of
// calls and results.
func TestEveryRecordIsInspected(t *testing.T) {
	all := testutil.Cases(t)
	for _, f := range testutil.Transcripts(t) {
		if len(f.Data) < 4<<20 { // children are looked for in all of a file
			all[f.Path] = []testutil.File{f}
		}
	}
	for name, files := range all {
		store, v := viewtest.Load(files, 1<<30)
		for _, s := range slices.Collect(store.Sessions()) {
			for _, f := range append(slices.Clone(s.Files), s.Sidecars...) {
				walkRecords(t, name, v, s, f, files[f.Number].Data)
			}
		}
	}
}

// TestRecordAtOfOthers checks that a session only describes the records of its own files.
func TestRecordAtOfOthers(t *testing.T) {
	line := `{"type":"user","uuid":"u%[1]s","sessionId":"%[1]s","message":{"role":"user","content":"go"}}` + "\n"
	_, v := viewtest.Load([]testutil.File{{Name: "p/one.jsonl", Data: fmt.Appendf(nil, line, "one")}, {Name: "p/two.jsonl", Data: fmt.Appendf(nil, line, "two")}}, 1<<20)
	for _, info := range v.Sessions() {
		own := v.Files(info.Index)[0].Number
		_, other := v.RecordAt(info.Index, 1-own, 0)
		if _, ok := v.RecordAt(info.Index, own, 0); other || !ok {
			t.Errorf("the session of file %d has records of another", own)
		}
	}
}

func walkRecords(t *testing.T, name string, v *view.Viewer, s *parser.Session, f *parser.File, data []byte) {
	t.Helper()
	if len(data) == 0 {
		return
	}
	opposite := map[string]string{"before": "after", "after": "before", "call": "result", "result": "call"}
	steps, end := 0, 0.0
	r, ok := v.RecordAt(s.Place, f.Number, 0)
	for ; ; r, ok = v.RecordAt(s.Place, r.After.File, int64(r.After.Offset)) {
		if !ok {
			if f.Records.Len() > 0 {
				t.Errorf("%s: %s has no first record", name, f.Path)
			}
			return
		}
		steps++
		if r.Number != steps || r.Location.Offset < end || r.Bytes <= 0 {
			t.Fatalf("%s: %s: step %d is record %d, from %v with %v bytes, after %v",
				name, f.Path, steps, r.Number, r.Location.Offset, r.Bytes, end)
		}
		end = r.Location.Offset + r.Bytes
		text := data[int(r.Location.Offset):int(end)]
		if r.Location.UUID != "" && !bytes.Contains(text, []byte(r.Location.UUID)) && !bytes.Contains(text, []byte(`\u`)) {
			t.Errorf("%s: the bytes of %s are %.80q", name, r.Location.UUID, text)
		}
		for _, link := range r.Links {
			back := opposite[link.To]
			if back == "" {
				continue
			}
			there, _ := v.RecordAt(s.Place, link.Location.File, int64(link.Location.Offset))
			if !slices.ContainsFunc(there.Links, func(w protocol.RecordLink) bool {
				return w.To == back && w.Location.Offset == r.Location.Offset || w.To == "more" && back == "after"
			}) {
				t.Errorf("%s: %s leads to %s of line %d, which leads to %s", name, link.To, link.Location.UUID, r.Location.Line, linkNames(there.Links))
			}
		}
		if r.After == nil {
			break
		}
	}
	if steps != r.Count || steps < int(f.Records.Len()) {
		t.Errorf("%s: %s: %d steps over %d records", name, f.Path, steps, f.Records.Len())
	}
	for ; r.Before != nil; r, _ = v.RecordAt(s.Place, r.Before.File, int64(r.Before.Offset)) {
		steps--
	}
	if steps != 1 {
		t.Errorf("%s: %s: the way back misses %d records", name, f.Path, steps-1)
	}
}

// TestLinksLeadToRows checks that each row is described by its key, and that every link with a row
// leads to one.
func TestLinksLeadToRows(t *testing.T) {
	for name, files := range testutil.Cases(t) {
		store, v := viewtest.Load(files, 1<<30)
		for _, s := range slices.Collect(store.Sessions()) {
			total := v.Rows(s.Place, 0, 1).Total
			for at := 0; at < min(total, 400); at += 200 {
				for _, row := range viewtest.RowsAt(v, s.Place, at, 200) {
					in := v.Inspect(s.Place, row.Key)
					if in.Row == nil || in.Row.Base().Key != row.Key || in.Row.Kind() != row.Kind {
						t.Errorf("%s: the row %s is described as %+v", name, row.Key, in.Row)
						continue
					}
					if diff := cmp.Diff(v.About(s.Place, row.Key), in.About); diff != "" {
						t.Errorf("%s: %s -about +inspect:\n%s", name, row.Key, diff)
					}
					for _, link := range in.Links {
						if link.Row == nil || viewtest.RowIndex(v.Find(s.Place, link.Row.Base().Key)) < 0 {
							t.Errorf("%s: from %s no row is found for %s", name, row.Key, linkName(link))
						}
					}
				}
			}
		}
	}
}
