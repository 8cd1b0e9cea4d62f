package view_test

import (
	"slices"
	"testing"

	"unspool/parser/view"
)

// failedRow reports whether a row is a failure, according to its members.
func failedRow(r *anyRow) bool {
	switch {
	case r.Kind == "error":
		return r.Retry == nil || r.Retry.Ended != "on"
	case r.Kind == "phase":
		return r.Fold.Failed > 0
	}
	return slices.Contains(kindsOfRow(r), "errors") || r.Run != nil && r.Run.State == "failed"
}

// TestStep checks that steps lead from row to row according to their members, in both directions,
// and with all rows expanded as well as collapsed.
func TestStep(t *testing.T) {
	turns, failures := 0, 0
	for name, files := range allSessions(t) {
		store, v := load(files, 1<<30)
		for s := range store.Sessions() {
			for _, rows := range []func() []anyRow{func() []anyRow { return rowsOf(v, s.Place) }, func() []anyRow { return expandedRows(t, v, s.Place) }} {
				rows := rows()
				turns += checkSteps(t, name, v, s.Place, rows, false)
				failures += checkSteps(t, name, v, s.Place, rows, true)
				checkPrompts(t, name, v, s.Place, rows)
			}
			if _, _, err := v.Filter(s.Place, "", "results thinking replies", "", ""); err != nil {
				t.Fatal(err)
			}
			rows := rowsOf(v, s.Place)
			turns += checkSteps(t, name, v, s.Place, rows, false)
			failures += checkSteps(t, name, v, s.Place, rows, true)
			checkPrompts(t, name, v, s.Place, rows)
			if at := rowIndex(v.PromptAt(s.Place, 1<<30)); at >= 0 {
				t.Errorf("%s, session %d: an unknown prompt is at %d", name, s.Place, at)
			}
		}
	}
	if turns < 100 || failures < 20 {
		t.Errorf("%d turns and %d failures were stepped to", turns, failures)
	}
}

// rowsOf returns the rows of a session as they are expanded now.
func rowsOf(v *view.Viewer, session int) (rows []anyRow) {
	for {
		page := pageAt(v, session, len(rows), maxRows)
		if rows = append(rows, page.Rows...); len(page.Rows) == 0 {
			return rows
		}
	}
}

// checkSteps steps through all rows, and returns how many steps there were.
func checkSteps(t *testing.T, name string, v *view.Viewer, session int, rows []anyRow, failures bool) int {
	t.Helper()
	var want []int
	for i := range rows {
		if failures && failedRow(&rows[i]) || !failures && rows[i].Opens && rows[i].Depth == 0 {
			want = append(want, i)
		}
	}
	for by, from := range map[int]int{1: -1, -1: len(rows)} {
		var got []int
		for at := rowIndex(v.Step(session, from, by, failures)); at >= 0; at = rowIndex(v.Step(session, at, by, failures)) {
			if at2 := rowIndex(v.Step(session, from, by*(len(got)+1), failures)); at2 != at {
				t.Errorf("%s, session %d, failures %v: %d steps by %d lead to %d, one by one to %d", name, session, failures, len(got)+1, by, at2, at)
			}
			got = append(got, at)
		}
		if by < 0 {
			slices.Reverse(got)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, session %d, failures %v, by %d: steps to %v, want %v", name, session, failures, by, got, want)
		}
		if at := rowIndex(v.Step(session, from, by*(len(want)+1), failures)); len(want) > 0 && at != got[max(0, by*(len(got)-1))] {
			t.Errorf("%s, session %d, failures %v, by %d: too many steps end at %d", name, session, failures, by, at)
		}
	}
	return len(want)
}

// checkPrompts searches for each prompt by its number.
func checkPrompts(t *testing.T, name string, v *view.Viewer, session int, rows []anyRow) {
	t.Helper()
	first := map[int]int{}
	for i := range rows {
		r := &rows[i]
		if _, known := first[r.Prompt]; r.Opens && r.Depth == 0 && r.Agent == "" && !known {
			first[r.Prompt] = i
		}
	}
	for number, want := range first {
		if at := rowIndex(v.PromptAt(session, number)); at != want {
			t.Errorf("%s, session %d: prompt %d opens at %d, is found at %d", name, session, number, want, at)
		}
	}
}
