package view_test

import (
	"fmt"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
)

// maxRows is the maximum number of rows in one answer.
const maxRows = rows.MaxRows

// describe loads files in chunks of several sizes, which must not matter, and describes the view
// with everything expanded.
func describe(t *testing.T, files []testutil.File) string {
	t.Helper()
	var whole string
	for _, n := range []int{1 << 30, 7, 1, 4096} {
		_, v := load(files, n)
		var out strings.Builder
		for _, info := range v.Sessions() {
			describeSession(t, &out, v, info)
		}
		if whole == "" {
			whole = out.String()
		} else if diff := cmp.Diff(whole, out.String()); diff != "" {
			t.Fatalf("in chunks of %d bytes (-whole +chunks):\n%s", n, diff)
		}
	}
	checkGrowth(t, files, whole)
	return whole
}

func describeSession(t *testing.T, out *strings.Builder, v *view.Viewer, info protocol.SessionInfo) {
	session := info.Index
	sum, _ := v.Summary(session)
	fmt.Fprintf(out, "session %s %q\n", sum.Session, oneLine(sum.Title))
	if info.Silent {
		out.WriteString("silent\n")
	}
	if info.Lone {
		out.WriteString("lone agent\n")
	}
	for _, f := range v.Store.Session(session).Sidecars {
		fmt.Fprintf(out, "beside %s\n", f.Path)
	}
	fmt.Fprintf(out, "lines %d records %d duplicates %d damaged %d diagnostics %d\n", sum.Lines, sum.Records, sum.Duplicates, sum.Damaged, sum.Diagnostics)
	fmt.Fprintf(out, "prompts %d turns %d messages %d calls %d results %d paired %d compactions %d agents %d branches %d\n",
		sum.Prompts, sum.Turns, sum.Messages, sum.ToolCalls, sum.ToolResults, sum.Paired, sum.Compactions, sum.Agents, sum.Branches)
	u := sum.Usage
	if sum.TypedPrompts != sum.Turns {
		events := make([]string, 0, len(sum.Events))
		for kind, n := range sum.Events {
			events = append(events, fmt.Sprintf("%s %d", kind, n))
		}
		sort.Strings(events)
		fmt.Fprintf(out, "typed %d events %s\n", sum.TypedPrompts, strings.Join(events, ", "))
	}
	fmt.Fprintf(out, "in %.0f out %.0f read %.0f write %.0f+%.0f = $%.6f", u.Input, u.Output, u.CacheRead, u.CacheWrite5m, u.CacheWrite1h, sum.Cost.USD)
	for _, m := range sum.Cost.Unpriced {
		fmt.Fprintf(out, ", without %s (%d responses, %.0f tokens)", m.Model, m.Responses, m.Tokens)
	}
	out.WriteString("\n")
	describeUsage(out, &sum)
	types := make([]string, 0, len(sum.Types))
	for name, n := range sum.Types {
		types = append(types, fmt.Sprintf("%s %d", name, n))
	}
	sort.Strings(types)
	fmt.Fprintf(out, "types %s\n", strings.Join(types, ", "))
	for _, d := range v.Store.Session(session).Diagnostics() {
		fmt.Fprintf(out, "! %s %s line %d at %d: %s\n", d.Severity, d.Code, d.Line, d.Offset, oneLine(d.Text()))
	}
	keys := map[string]bool{}
	var others []protocol.Alternative // attempts that are not open
	for at := 0; ; {
		page := pageAt(v, session, at, maxRows)
		opened := false
		for _, r := range page.Rows {
			if closed := r.Run != nil && r.Run.Rows > 0 && !r.Run.Open || r.Fold != nil && (r.Kind == "attempts" || r.Kind == "branch" || r.Kind == "copied" || r.Kind == "background-fold") && !r.Fold.Open || r.Series != nil && !r.Series.Open; closed {
				if place := rowIndex(v.Expand(session, r.Key, true)); place < at {
					t.Errorf("row %s: place %d after it was opened, it was at least %d", r.Key, place, at)
				}
				opened = true
				break
			}
		}
		if opened {
			continue
		}
		for _, r := range page.Rows {
			describeRow(out, &r)
			describeBody(out, v.Body(session, r.Key))
			if r.Kind == "attempts" {
				for _, a := range r.Fold.Alternatives {
					if !a.Open && !a.Current {
						others = append(others, a)
					}
				}
			}
			if keys[r.Key] {
				t.Errorf("two rows have the key %s", r.Key)
			}
			keys[r.Key] = true
			if body := v.Body(session, r.Key); !kindsWithoutBody[r.Kind] && !strings.HasPrefix(r.Key, "run:") && (r.Run == nil || r.Run.Rows > 0) && len(body.Records) == 0 {
				t.Errorf("row %s has a body without records", r.Key)
			}
		}
		if at += len(page.Rows); at >= page.Total {
			describeOthers(out, v, session, others)
			return
		}
	}
}

// describeOthers opens attempts, each of which closes the one before it.
func describeOthers(out *strings.Builder, v *view.Viewer, session int, list []protocol.Alternative) {
	for _, a := range list {
		fmt.Fprintf(out, "other attempt %q\n", oneLine(a.Text))
		for at := rowIndex(v.Expand(session, a.Key, true)) + 1; ; at++ {
			page := pageAt(v, session, at, 1)
			if len(page.Rows) == 0 || !page.Rows[0].Branch {
				break
			}
			describeRow(out, &page.Rows[0])
			if page.Rows[0].Ends {
				break
			}
		}
	}
}

// describeUsage describes the figures that not every session has.
func describeUsage(out *strings.Builder, sum *protocol.Summary) {
	if u := sum.Usage; u.Thinking+u.WebSearches+u.WebFetches > 0 {
		fmt.Fprintf(out, "thinking %.0f searches %.0f fetches %.0f\n", u.Thinking, u.WebSearches, u.WebFetches)
	}
	if sum.UnderReported > 0 {
		fmt.Fprintf(out, "output under-reported in %.0f of %d responses\n", sum.UnderReported*float64(sum.Responses), sum.Responses)
	}
	if len(sum.Models) > 1 {
		for _, m := range sum.Models {
			fmt.Fprintf(out, "  %s: %d responses, out %.0f = $%.6f\n", m.Model, m.Responses, m.Usage.Output, m.USD)
		}
	}
	for _, r := range sum.Recorded {
		fmt.Fprintf(out, "recorded by %s: $%.6f", r.Source, r.USD)
		if r.Incomplete {
			out.WriteString(", incomplete")
		}
		if u := r.Usage; u != (protocol.Usage{}) {
			fmt.Fprintf(out, ", in %.0f out %.0f read %.0f write %.0f", u.Input, u.Output, u.CacheRead, u.CacheWrite5m+u.CacheWrite1h)
		}
		if r.Turns+r.Duration > 0 {
			fmt.Fprintf(out, ", turns %.0f in %.0f ms", r.Turns, r.Duration)
		}
		out.WriteString("\n")
	}
	if t := sum.Totals; t.UsageFrom+t.CostFrom != "" {
		fmt.Fprintf(out, "shown: tokens of %s, cost of %s\n", orResponses(t.UsageFrom), orResponses(t.CostFrom))
	}
	describeFacts(out, sum.Facts)
}

// orResponses returns the source of a total that is shown.
func orResponses(source string) string {
	if source == "" {
		return "the responses"
	}
	return source
}

// describeFacts describes what is recorded about a session: changes if there are several, in the
// order of the fields.
func describeFacts(out *strings.Builder, facts protocol.Facts) {
	names := map[string]string{ // of some; the others are described by the words of their names
		"Versions": "version", "Branches": "branch", "Folders": "folder", "Models": "model", "Modes": "mode",
		"FirstPrompt": "", "LastPrompt": "", "Start": "", "End": "", // their rows show these
	}
	word := regexp.MustCompile("[A-Z][a-z]+")
	v := reflect.ValueOf(facts)
	for i := range v.NumField() {
		field := v.Type().Field(i).Name
		name, known := names[field]
		if !known {
			name = strings.ToLower(strings.Join(word.FindAllString(field, -1), " "))
		}
		if name == "" || v.Field(i).IsZero() {
			continue
		}
		switch value := v.Field(i).Interface().(type) {
		case []protocol.Change:
			for _, c := range value {
				if len(value) > 1 {
					fmt.Fprintf(out, "%s %s from line %d\n", name, c.Value, c.Line)
				}
			}
		case []protocol.PullRequest:
			for _, p := range value {
				fmt.Fprintf(out, "pull request %.0f of %s: %s\n", p.Number, p.Repository, p.URL)
			}
		default:
			fmt.Fprintf(out, "%s %v\n", name, value)
		}
	}
}

func describeRow(out *strings.Builder, r *anyRow) {
	fmt.Fprintf(out, "%3d %s%s", r.Prompt, strings.Repeat("  ", r.Depth), r.Kind)
	if r.Flavor != "" {
		fmt.Fprintf(out, "/%s", r.Flavor)
	}
	if r.Event != "" {
		fmt.Fprintf(out, " event %s", r.Event)
	}
	if r.Opens {
		out.WriteString(" ▸")
	}
	if r.Branch {
		out.WriteString(" (branch)")
	}
	if l := r.Link; l != nil {
		fmt.Fprintf(out, " %s %s", l.Kind, l.ID)
		if l.Index != nil {
			fmt.Fprintf(out, " = %d %q", *l.Index, l.Title)
		}
		if l.At != "" {
			fmt.Fprintf(out, " at %s", l.At)
		}
		if r.Fold != nil {
			fmt.Fprintf(out, " records %d turns %d", r.Fold.Count, r.Fold.Turns)
		}
	} else if r.Copied {
		out.WriteString(" (copied)")
	}
	if r.By != "" {
		fmt.Fprintf(out, " [%s]", r.By)
	}
	if r.Reply != nil && r.Reply.Low > 0 {
		fmt.Fprintf(out, " output low in %.0f%%", 100*r.Reply.Low)
	}
	if r.Reply != nil && r.Reply.Thought != nil {
		fmt.Fprintf(out, " thought %.0f ms", *r.Reply.Thought)
	}
	if r.Before > 0 && r.Time-r.Before > 12*60*60*1000 {
		fmt.Fprintf(out, " %.0f h after the turn before", (r.Time-r.Before)/(60*60*1000))
	}
	if r.Ends {
		out.WriteString(" ends the attempt")
	}
	if t := r.Tool; t != nil {
		fmt.Fprintf(out, " %s %s", t.Kind, t.Status)
		for _, x := range []struct {
			name  string
			value *int
		}{{"exit", t.Exit}, {"lines", t.Lines}, {"+", t.Added}, {"-", t.Removed}, {"count", t.Count}, {"done", t.Done}} {
			if x.value != nil {
				fmt.Fprintf(out, " %s %d", x.name, *x.value)
			}
		}
		if t.More {
			out.WriteString(" more")
		}
		if t.Server != "" {
			fmt.Fprintf(out, " %s:%s", t.Server, t.Name)
		}
		fmt.Fprintf(out, " %q", oneLine(t.Target))
		if t.Answer != "" {
			fmt.Fprintf(out, " = %q", t.Answer)
		}
		if t.Error != "" {
			fmt.Fprintf(out, " error %q", t.Error)
		}
	}
	if a := r.Run; a != nil {
		fmt.Fprintf(out, " %s %s %s %q rows %d calls %d", a.Kind, a.ID, a.Type, a.Title, a.Rows, orUnknown(a.Calls))
		describeRun(out, a)
	}
	if r.Inside {
		out.WriteString(" inside")
	}
	if s := r.Series; s != nil {
		describeSeries(out, s)
	}
	if r.Code != "" && r.Code != "damaged-line" {
		fmt.Fprintf(out, " %s", r.Code)
	}
	if r.Fold != nil {
		for _, a := range r.Fold.Alternatives {
			describeAlternative(out, &a)
		}
		for _, k := range r.Fold.Kinds {
			fmt.Fprintf(out, " %s×%d", k.Name, k.Count)
		}
		if r.Fold.Failed > 0 {
			fmt.Fprintf(out, " failed %d", r.Fold.Failed)
		}
	}
	if f := r.Fold; f != nil && f.What+f.Why != "" {
		fmt.Fprintf(out, " %q: %q", oneLine(f.What), oneLine(f.Why))
	}
	if x := r.Retry; x != nil {
		fmt.Fprintf(out, " status %d attempts %d", x.Status, x.Attempts)
		if x.Ended != "" {
			fmt.Fprintf(out, ", then %s", x.Ended)
		}
	}
	if r.Took > 0 {
		fmt.Fprintf(out, " took %.0f ms", r.Took)
	}
	if c := r.Compacted; c != nil {
		fmt.Fprintf(out, " %s %.0f→%.0f", c.Trigger, orUnknown(c.Before), orUnknown(c.After))
	}
	for _, c := range r.Chips {
		fmt.Fprintf(out, " <%s %s>", c.Kind, oneLine(c.Label))
	}
	for _, m := range r.Media {
		fmt.Fprintf(out, " <media %s>", strings.TrimRight(fmt.Sprintf("%s %d %s", m.Type, m.Length, m.Name), " "))
	}
	if r.Name != "" {
		fmt.Fprintf(out, " %s", r.Name)
	}
	if r.Typed > 0 {
		fmt.Fprintf(out, " typed %.1f s before", (r.Time-r.Typed)/1000)
	}
	if r.Unanswered != "" {
		fmt.Fprintf(out, " unanswered %s", r.Unanswered)
	}
	for _, s := range r.From {
		fmt.Fprintf(out, " <from %s %s %s %s>", s.Name, s.Color, s.Event, s.Summary)
	}
	if r.Of != "" {
		fmt.Fprintf(out, " of %s", r.Of)
	}
	if r.Text != "" {
		fmt.Fprintf(out, " %q", oneLine(r.Text))
	}
	for _, l := range r.Cites {
		fmt.Fprintf(out, " [%s](%s)", l.Name, l.Value)
	}
	out.WriteString("\n")
}

func describeAlternative(out *strings.Builder, a *protocol.Alternative) {
	out.WriteString(" {")
	if a.Current {
		out.WriteString("kept ")
	}
	fmt.Fprintf(out, "%q prompts %d calls %d out %.0f of %.0f = $%.6f}", oneLine(a.Text), a.Turns, a.Calls, a.Output, a.Tokens, a.Cost.USD)
}

// describeRun describes the facts that only some agents have.
func describeRun(out *strings.Builder, a *protocol.AgentRun) {
	if a.Name != "" {
		fmt.Fprintf(out, " name %s", a.Name)
	}
	if a.Color != "" {
		fmt.Fprintf(out, " %s", a.Color)
	}
	if a.Notice != "" {
		fmt.Fprintf(out, " told at %s", a.Notice)
	}
	if a.Session != "" {
		fmt.Fprintf(out, " session %q", a.Session)
	}
	if a.Turns > 1 {
		fmt.Fprintf(out, " turns %d", a.Turns)
	}
	if a.Resumed {
		out.WriteString(" resumed")
	}
	if a.Background {
		out.WriteString(" in background")
	}
	if a.State != "" {
		fmt.Fprintf(out, " %s", a.State)
	}
	if a.After != nil {
		fmt.Fprintf(out, " after %.0f s", *a.After/1000)
	}
	if a.Kind != "agent" {
		fmt.Fprintf(out, " agents %d failed %d cut %d tokens %.0f", a.Agents, a.Failed, a.Cut, a.Tokens)
	}
}

// describeBody lists the kinds of the parts of a row's body, and what distinguishes them.
func describeBody(out *strings.Builder, b protocol.Body) {
	for _, p := range b.Parts {
		for _, x := range p.Items {
			for _, h := range x.Hooks {
				fmt.Fprintf(out, "      · hook %s %q exit %d in %d ms %q %q\n", x.Label, oneLine(h.Command), orUnknown(h.Exit), orUnknown(h.Duration), oneLine(h.Output), oneLine(h.Error))
			}
		}
		if p.Kind == "items" || p.Kind == "markdown" && p.Role == "" {
			continue
		}
		fmt.Fprintf(out, "      · %s", p.Kind)
		for _, x := range []string{p.Role, p.Name, p.Command, oneLine(p.Text), oneLine(p.Stderr)} {
			if x != "" {
				fmt.Fprintf(out, " %q", oneLine(x))
			}
		}
		if p.Hunks == nil && p.Old+p.New != "" {
			fmt.Fprintf(out, " %q → %q", oneLine(p.Old), oneLine(p.New))
		}
		for _, h := range p.Hunks {
			fmt.Fprintf(out, " @%d,%d:%d", h.OldStart, h.NewStart, len(h.Lines))
		}
		for _, x := range p.Attempts {
			fmt.Fprintf(out, " %d/%d status %d %q wait %.0f", x.Number, x.Most, x.Status, x.Text, x.Wait)
		}
		for _, f := range p.Fields {
			fmt.Fprintf(out, " %s=%q", f.Name, oneLine(f.Value))
			if f.Note != "" {
				fmt.Fprintf(out, "(%s)", f.Note)
			}
			if f.After != "" {
				fmt.Fprintf(out, " after %s", f.After)
			}
		}
		for _, q := range p.Questions {
			describeQuestion(out, &q)
		}
		if p.Note != "" {
			fmt.Fprintf(out, " note %q", p.Note)
		}
		if p.Kind == "spilled" {
			fmt.Fprintf(out, " of %d bytes", p.Size)
		}
		if p.Kind == "terminal" && p.Exit != nil {
			fmt.Fprintf(out, " exit %d", *p.Exit)
		}
		if p.Chip > 0 {
			fmt.Fprintf(out, " of chip %d", p.Chip)
		}
		if p.Start > 0 {
			fmt.Fprintf(out, " from %d", p.Start)
		}
		if p.Cut {
			out.WriteString(" cut")
		}
		out.WriteString("\n")
	}
}

func describeQuestion(out *strings.Builder, q *protocol.Question) {
	fmt.Fprintf(out, " %s: %q", q.Header, oneLine(q.Text))
	for _, o := range q.Options {
		mark := "-"
		if o.Chosen {
			mark = "+"
		}
		fmt.Fprintf(out, " %s%q(%s)", mark, o.Label, oneLine(o.Description))
	}
	if q.Several {
		out.WriteString(" several")
	}
	if !q.Answered {
		out.WriteString(" open")
	}
	if q.Other+q.Note != "" {
		fmt.Fprintf(out, " own %q note %q", q.Other, q.Note)
	}
}
