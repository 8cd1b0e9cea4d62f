package view_test

import (
	"strconv"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/testutil"
)

// TestEveryRecordHasARow checks that every record of every transcript leads to a row, by its uuid
// or by its place, and that every row opens.
func TestEveryRecordHasARow(t *testing.T) {
	for _, f := range testutil.Transcripts(t) {
		store, v := load([]testutil.File{f}, 1<<30)
		s := store.Session(0)
		if s == nil {
			continue
		}
		for i := range s.Files[0].Records.Len() {
			r := s.Files[0].Records.At(i)
			if r.Class == parser.ClassDuplicate || r.UUID.None() {
				continue
			}
			if rowIndex(v.Find(0, s.Files[0].UUID(i))) < 0 {
				t.Errorf("%s:%d: no row shows the record %s (%s)", f.Path, r.Line, s.Files[0].UUID(i), s.Files[0].Name(r.Label))
			}
		}
		total := v.Rows(0, 0, 1).Total
		for at := 0; at < total; at += 200 {
			for _, row := range rowsAt(v, 0, at, 200) {
				if found := rowIndex(v.Find(0, row.Key)); found < 0 {
					t.Errorf("%s: the row %s does not find itself", f.Path, row.Key)
				}
			}
		}
	}
}

// TestManyDiagnostics checks that the figures count every diagnostic; only their list is bounded.
func TestManyDiagnostics(t *testing.T) {
	data := []byte(`{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}` + "\n" + strings.Repeat("x\n", 5000))
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<30)
	sum, _ := v.Summary(0)
	info := v.Sessions()[0]
	list := v.Diagnostics(0)
	if sum.Diagnostics != 5000 || info.Damaged != 5000 || len(list) > 200 {
		t.Fatalf("%d diagnostics, %d damaged, %d listed", sum.Diagnostics, info.Damaged, len(list))
	}
	if f := list[0]; f.Code != "damaged-line" || f.Damage != "not-an-object" || f.Excerpt != "x" || f.Line != 2 {
		t.Errorf("the first is %+v", f)
	}
	if f := list[len(list)-1]; f.Code != "more" || f.Of != "damaged-line" || f.Count != 4900 {
		t.Errorf("the last is %+v", f)
	}
}

// TestLargeFold checks that a fold with more records than it lists counts the others.
func TestLargeFold(t *testing.T) {
	var data []byte
	data = append(data, `{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}`+"\n"...)
	for range 1500 {
		data = append(data, `{"type":"mode","mode":"normal","sessionId":"s"}`+"\n"...)
	}
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<30)
	v.ShowBackground(0, true)
	page := pageAt(v, 0, 0, 10)
	if page.Total != 2 || page.Rows[1].Fold.Count != 1500 {
		t.Fatalf("%d rows, %+v", page.Total, page.Rows[1])
	}
	part := v.Body(0, page.Rows[1].Key).Parts[0]
	if len(part.Items) != 1000 || !part.Cut || part.Size != 1500 {
		t.Errorf("%d items, cut %v, size %d", len(part.Items), part.Cut, part.Size)
	}
}

// TestEveryAgentRecordIsFound checks that every record of every agent leads to a row while nothing
// is expanded.
func TestEveryAgentRecordIsFound(t *testing.T) {
	found := 0
	for name, files := range testutil.Cases(t) {
		store, _ := load(files, 1<<30)
		number := 0
		for s := range store.Sessions() {
			for _, a := range s.Agents {
				if a.Conv == nil {
					continue
				}
				for _, item := range a.Conv.Items {
					uuid := a.Conv.File.UUID(item.Record)
					if uuid == "" {
						continue
					}
					found++
					_, v := load(files, 1<<30)
					if rowIndex(v.Find(number, "@"+strconv.Itoa(a.Conv.File.Number)+"/"+uuid)) < 0 {
						t.Errorf("%s: no row shows the record %s of the agent %s", name, uuid, a.ID)
					}
				}
			}
			number++
		}
	}
	if found < 100 {
		t.Errorf("only %d records", found)
	}
}

// TestRecordsBeyondTheLimit checks that records that are not indexed have no row. They are
// counted, a finding describes them, and the inspector shows their bytes.
func TestRecordsBeyondTheLimit(t *testing.T) {
	data := []byte(`{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}` + "\n" + strings.Repeat("{}\n", 300_000))
	store, v := load([]testutil.File{{Name: "s.jsonl", Data: data}}, 1<<30)
	sum, _ := v.Summary(0)
	if sum.Records != 300_001 || sum.Types[""] != 300_000 || sum.Diagnostics != 1 {
		t.Errorf("%d records, %d without a type, %d diagnostics", sum.Records, sum.Types[""], sum.Diagnostics)
	}
	o := store.Session(0).Files[0].Omitted
	if page := pageAt(v, 0, 0, 10); o.Line == 0 || page.Total != 2 || page.Rows[1].Fold.Count != 300_000-o.Records {
		t.Errorf("%d rows, %+v; %+v", page.Total, page.Rows[1], o)
	}
	list := v.Diagnostics(0)
	if len(list) != 1 || list[0].Line != o.Line || list[0].Offset != float64(o.Offset) || list[0].Length != len(data)-int(o.Offset) ||
		list[0].Count != o.Records {
		t.Errorf("%+v, want one for %+v", list, o)
	}
	at, _ := v.RecordAt(0, 0, int64(len(data)-3))
	if at.Location.Line != o.Line || at.Location.Offset != float64(o.Offset) || at.Bytes != float64(len(data))-float64(o.Offset) ||
		at.Reason != parser.ReasonTooMany.String() || at.Number != at.Count || at.Before == nil || at.After != nil {
		t.Errorf("the inspector shows %+v, want %+v", at, o)
	}
	if found := rowIndex(v.Find(0, "@0:"+strconv.Itoa(len(data)-3))); found >= 0 {
		t.Errorf("row %d shows a record that is not indexed", found)
	}
}
