package document

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// isCode is the note of a fact that is an identifier, and not words.
const isCode = "code"

// head returns what the document says about its session.
func (w *walker) head(c *counter, redacted export.Redaction) *head {
	s := w.overview()
	h := &head{title: source.OneLine(s.Title, 200), level: w.options.Level, turns: c.listed, more: c.turns - len(c.listed)}
	if h.title == "" {
		h.title = "Session " + s.Session
	}
	add := func(name, value, note string) {
		if value != "" {
			h.facts = append(h.facts, protocol.Field{Name: name, Value: source.OneLine(value, 300), Note: note})
		}
	}
	add("Session", s.Session, isCode)
	if w.of != nil {
		add("Agent", w.of.ID, isCode)
	}
	add("Project", w.project, isCode)
	began, ended := moment(s.Facts.Start), moment(s.Facts.End)
	if ended != "" && ended != began {
		began += " to " + ended
	}
	add("Time", began, "")
	var models []string
	for _, m := range s.Models {
		models = append(models, m.Model)
	}
	add("Models", strings.Join(models, ", "), isCode)
	add("Total", strings.Join(totals(&s, w.options.Prices.Name), ", "), "")
	add("Shown", shown(w.options, c), "")
	add("Replaced", strings.Join(replaced(redacted.Values), ", "), "")
	add("Removed", strings.Join(redacted.Parts, ", "), "")
	for _, name := range slices.Sorted(maps.Keys(w.leftOut)) {
		n, many := w.leftOut[name], name
		if n == 1 {
			many = singular(name)
		}
		h.leftOut = append(h.leftOut, fmt.Sprintf("%d %s", n, many))
	}
	return h
}

// replaced lists the values that were replaced in the transcript by placeholders.
func replaced(values map[string]int) []string {
	var list []string
	for _, kind := range slices.Sorted(maps.Keys(values)) {
		names, ok := valueNames[kind]
		if !ok {
			names = [2]string{kind, kind}
		}
		list = append(list, counted(values[kind], names[0], names[1]))
	}
	return list
}

// valueNames are the words for one and several values of a kind of package redact.
var valueNames = map[string][2]string{
	"secret": {"secret", "secrets"}, "email": {"e-mail address", "e-mail addresses"}, "home": {"home folder", "home folders"},
	"user": {"user name", "user names"}, "host": {"host", "hosts"}, "ip": {"IP address", "IP addresses"},
	"phone": {"phone number", "phone numbers"}, "word": {"word", "words"}, "pattern": {"match of a pattern", "matches of patterns"},
}

// countEarlier counts what an earlier export left out of the transcript, and returns what was replaced in it.
func (w *walker) countEarlier(open func(file int) io.ReaderAt) (export.Redaction, error) {
	f := w.whole.Main.File
	left, redacted, err := export.Earlier(f, open(f.Number))
	if err != nil {
		return redacted, fmt.Errorf("%s: %w", f.Path, err)
	}
	for name, n := range left.Counts() {
		w.leftOut[name] += n
	}
	return redacted, nil
}

// totals returns the figures of the whole session. prices is the name of the price table, "" for the built-in one.
func totals(s *protocol.Summary, prices string) []string {
	list := []string{counted(s.TypedPrompts, "prompt", "prompts")}
	for _, one := range []struct {
		n         int
		one, many string
	}{
		{s.ToolCalls, "tool call", "tool calls"}, {s.Agents - s.Internal, "agent", "agents"}, {s.Compactions, "compaction", "compactions"},
	} {
		if one.n > 0 {
			list = append(list, counted(one.n, one.one, one.many))
		}
	}
	u := &s.Totals.Usage
	if sum := u.Input + u.Output + u.CacheRead + u.CacheWrite5m + u.CacheWrite1h; sum > 0 {
		list = append(list, tokens(sum)+" tokens")
	}
	if cost := dollars(s.Totals.Cost); cost != "" {
		if prices != "" {
			cost += " (" + prices + ")"
		}
		list = append(list, cost)
	}
	return list
}

// shown describes what the document shows of the session.
func shown(o Options, c *counter) string {
	text := [...]string{"prompts and replies", "prompts, replies and tool calls", "everything that was said and done"}[o.Level]
	switch {
	case o.Prompts.IsZero():
	case c.prompts == 1:
		text += fmt.Sprintf(", of prompt %d", o.Prompts.First)
	case c.prompts > 1 && o.Prompts.Last-o.Prompts.First == c.prompts-1:
		text += fmt.Sprintf(", of prompts %d–%d", o.Prompts.First, o.Prompts.Last)
	default:
		text += fmt.Sprintf(", of %s from number %d on", counted(c.prompts, "prompt", "prompts"), o.Prompts.First)
	}
	return text
}

// singular returns a name of what is left out for one of it.
func singular(name string) string {
	first, others, _ := strings.Cut(name, " ")
	switch name {
	case "abandoned branches":
		return "abandoned branch"
	case textsCut, unreadable, "blocks of thinking", "turns outside of the chosen prompts", "records beyond the limit",
		"turns cut in the summary":
		return strings.TrimSpace(strings.TrimSuffix(first, "s") + " " + others)
	}
	return strings.TrimSuffix(name, "s")
}

// compactedBy returns the label of a compaction.
func compactedBy(row *protocol.CompactionRow) string {
	switch row.Compacted.Trigger {
	case "manual":
		return "Compacted manually"
	case "auto":
		return "Compacted automatically"
	}
	return "Compacted"
}

// compactedTo returns the effect of a compaction.
func compactedTo(row *protocol.CompactionRow) string {
	switch before, after := row.Compacted.Before, row.Compacted.After; {
	case before != nil && after != nil:
		return tokens(*before) + " → " + tokens(*after) + " tokens"
	case before != nil:
		return tokens(*before) + " tokens before"
	}
	return ""
}

// notes are the labels of messages of Claude Code.
var notes = map[string]string{
	"agents_killed": "Agents stopped", "auto_mode": "Auto mode", "auto_mode_exit": "Auto mode ended", "away_summary": "Recap",
	"bridge_status": "Remote control", "error": "Error", "goal_met": "Goal met", "goal_status": "Goal", "hook_system_message": "Hook",
	"memory": "Saved to memory", "model_refusal_fallback": "Answered by another model", "permission_denied": "Not permitted",
	"permission-mode": "Permission mode", "plan_mode": "Plan mode", "plan_mode_exit": "Plan mode ended",
	"plan_mode_reentry": "Plan mode resumed", "ultra_effort_enter": "Ultra effort",
}

// lineOf returns a row that is shown on one line. The second result is false if its kind is not.
func lineOf(row protocol.Row) (*line, bool) {
	switch row := row.(type) {
	case *protocol.InterruptRow:
		if row.Flavor == "shutdown" {
			return &line{label: "Interrupted by a shutdown", isBad: true}, true
		}
		return &line{label: "Interrupted by you", isBad: true}, true
	case *protocol.ErrorRow:
		label := "API error:"
		if row.Retry.Status > 0 {
			label = fmt.Sprintf("API error %d:", row.Retry.Status)
		}
		return &line{label: label, text: source.OneLine(row.Text, 600), isBad: true}, true
	case *protocol.NoteRow:
		return &line{label: notes[row.Name], text: source.OneLine(row.Text, 2000), isBad: row.Flavor == "warning"}, true
	case *protocol.CopiedRow:
		return &line{label: "From another session", text: source.OneLine(row.Link.Title, 200), isMark: true}, true
	case *protocol.LinkRow:
		label := strings.ReplaceAll(row.Link.Kind, "-", " ")
		return &line{label: "Related session (" + label + ")", text: strings.TrimSpace(row.Link.ID + " " + row.Link.Title)}, true
	case *protocol.DamagedRow:
		return &line{label: damageText(row), isBad: true}, true
	case *protocol.RestartRow:
		return &line{label: "Restarted here: the next prompt does not continue the conversation above", isMark: true}, true
	case *protocol.BrokenRow:
		return &line{label: "Links between records are missing. Everything is in the order of the file, including earlier attempts."}, true
	case *protocol.PhaseRow:
		return &line{label: "Phase", text: source.OneLine(row.Text, 200)}, true
	case *protocol.InternalRow:
		return &line{label: "Agents that Claude Code ran for itself"}, true
	case *protocol.BackgroundRow:
		if row.Fold.Failed > 0 {
			return &line{label: "Failed:", text: source.OneLine(strings.TrimSpace(row.Fold.What+" "+row.Fold.Why), 600), isBad: true}, true
		}
	}
	return nil, false
}

// damageText describes damage, or the flaw of a record.
func damageText(row *protocol.DamagedRow) string {
	switch parser.DiagnosticCode(row.Code) {
	case parser.CodeZeros:
		return bytesText(row.Size) + " of NUL bytes in place of records"
	case parser.CodeUnfinished:
		return "The file ends inside a record, which may still be being written"
	case parser.CodeInvalid:
		return "A record here is not valid JSON: parts of it may be wrong"
	case parser.CodeEncoding:
		return "A record here is not valid UTF-8: parts of it may be wrong"
	}
	return bytesText(row.Size) + " could not be read"
}
