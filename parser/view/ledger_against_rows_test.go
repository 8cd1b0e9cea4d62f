package view_test

import (
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// TestLedgerAgreesWithRows checks that the records that the ledger counts as shown are those in a
// row or its body, other than folded background records and copies.
func TestLedgerAgreesWithRows(t *testing.T) {
	sessions := testutil.Cases(t)
	for _, f := range testutil.Transcripts(t) {
		sessions[f.Path] = []testutil.File{f}
	}
	for _, name := range []string{"2.1.219", "sample"} {
		sessions[name] = testutil.Tree(t, testdata+"/"+name)
	}
	for name, files := range sessions {
		store, v := load(files, 1<<30)
		for i := 0; store.Session(i) != nil; i++ {
			s := store.Session(i)
			openAll(v, i)
			var shown int64
			for at := range placesShown(v, i, s) {
				f := store.Files[at.file]
				if e := f.Records.At(int32(at.record)); e.Class != parser.ClassDamaged && !s.Copies.IsCopied(f, int32(at.record)) {
					shown += int64(e.Length)
				}
			}
			if l := s.Ledger(); l.Shown != shown {
				t.Errorf("%s: session %s: rows show %d bytes, the ledger has %d: %+v", name, s.ID, shown, l.Shown, l)
			}
		}
	}
}

type place struct{ file, record int }

// placesShown collects the records behind all rows but folded background records and the rows of internal
// agents.
func placesShown(v *view.Viewer, session int, s *parser.Session) map[place]bool {
	byOffset := map[[2]int64]place{}
	internal := map[string]bool{}
	for _, f := range s.Files {
		for i := range f.Records.Len() {
			byOffset[[2]int64{int64(f.Number), f.Records.At(i).Offset}] = place{f.Number, int(i)}
		}
	}
	for _, a := range s.Agents {
		internal[a.ID] = a.Internal
	}
	shown := map[place]bool{}
	add := func(o protocol.RecordLocation) { shown[byOffset[[2]int64{int64(o.File), int64(o.Offset)}]] = true }
	seen := map[string]bool{} // rows of attempts, one of which is open at a time
	var others []string
	for at := 0; at < v.Rows(session, 0, 1).Total || len(others) > 0; at += maxRows {
		if at >= v.Rows(session, 0, 1).Total {
			v.Expand(session, others[0], true)
			at, others = 0, others[1:]
		}
		for _, row := range rowsAt(v, session, at, maxRows) {
			if row.Kind == "attempts" && !seen[row.Key] {
				seen[row.Key] = true
				for _, a := range row.Fold.Alternatives {
					if !a.Current {
						others = append(others, a.Key)
					}
				}
			}
			if row.Kind == "background" || row.Kind == "background-fold" || row.Kind == "branch" || row.Kind == "copied" || internal[row.Agent] || strings.HasPrefix(row.Key, "agent:") {
				continue
			}
			body := v.Body(session, row.Key)
			for _, o := range body.Records {
				add(o)
			}
			for _, p := range body.Parts {
				for _, item := range p.Items {
					add(item.Location)
				}
			}
		}
	}
	for _, f := range s.Files {
		for i := range f.Records.Len() {
			// A prompt shows its images and a command its words; the body of a
			// skill is among the parts of its call. Neither has a row of its own.
			e := f.Records.At(i)
			with := int(e.AttachedTo)
			if e.Class == parser.ClassInjected && e.Call >= 0 {
				with = int(f.Calls.At(e.Call).Use)
			}
			if with >= 0 && shown[place{f.Number, with}] {
				shown[place{f.Number, int(i)}] = true
			}
		}
	}
	return shown
}
