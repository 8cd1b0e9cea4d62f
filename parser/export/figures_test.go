package export_test

import (
	"fmt"
	"math"
	"testing"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
)

// TestFiguresAfterCut checks that the figures of what is left are those of the records that are left: the head
// counts each call that is missing, and there are no recorded totals of the whole session.
func TestFiguresAfterCut(t *testing.T) {
	totals := 0
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		before := view.Summarize(s, price.Default())
		options := append(cuts(promptsOf(s.Main)), export.TranscriptOptions{Thinking: true},
			export.TranscriptOptions{Tools: export.ToolSelection{All: true}},
			export.TranscriptOptions{Tools: export.ToolSelection{All: true, KeepTurns: 1}})
		for _, o := range options {
			name := fmt.Sprintf("%s %+v", name, o)
			out, report := written(t, files, s, o)
			got, rest := summaryOf(out)
			if rest == nil {
				continue
			}
			l := report.LeftOut
			totals += l.Totals
			missing := before.ToolCalls + before.OrphanResults - got.ToolCalls - got.OrphanResults
			if l.Turns+l.Branches+l.Agents == 0 && missing != l.Calls {
				t.Errorf("%s: %d calls are missing, the head counts %d", name, missing, l.Calls)
			}
			if l.Turns+l.Branches+l.Calls+l.Agents == 0 {
				continue
			}
			for _, r := range got.Recorded {
				if r.Source == "cost-state" || r.Source == "result" {
					t.Errorf("%s: the rest has totals of %s", name, r.Source)
				}
			}
			if o.Tools.All {
				continue // a response without its calls may have lost the record with its usage
			}
			kept := map[string]bool{}
			for _, f := range out {
				for _, r := range parseRecords(f) {
					kept[r.UUID] = true
				}
			}
			want, isWhole := usageOf(s, func(id string) bool { return kept[id] })
			left, _ := usageOf(rest, func(string) bool { return true })
			if !isWhole { // a response in several turns
				want.USD, want.Usage = min(want.USD, left.USD), left.Usage
			}
			if left.Tokens() != want.Tokens() || left.Responses != want.Responses || math.Abs(left.USD-want.USD) > 1e-9 {
				t.Errorf("%s: %d tokens in %d responses cost $%f, want %d in %d for $%f", name,
					left.Tokens(), left.Responses, left.USD, want.Tokens(), want.Responses, want.USD)
			}
		}
	})
	if totals == 0 {
		t.Error("no totals were left out")
	}
}

// usageOf returns the usage of the responses of a session that have a record that is kept. Responses that only
// progress records mention are not compared. It also reports whether each response is kept as a whole, or not at all.
func usageOf(s *parser.Session, isKept func(id string) bool) (used parser.UsageCost, isWhole bool) {
	type message struct {
		file  *parser.File
		index int32
	}
	kept, gone := map[message]bool{}, map[message]bool{}
	for _, f := range s.Files {
		for i := range f.Records.Len() {
			of := gone
			if isKept(f.UUID(i)) {
				of = kept
			}
			of[message{f, f.Records.At(i).Message}] = true
		}
	}
	isWhole = true
	used = parser.UsageOf(price.Default(), func(yield func(parser.Response) bool) {
		for r := range s.Responses() {
			m := message{r.File, r.Message}
			if r.Message < 0 || !kept[m] {
				continue
			}
			if isWhole = isWhole && !gone[m]; !yield(r) {
				return
			}
		}
	})
	return used, isWhole
}
