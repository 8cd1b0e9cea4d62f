package export

import (
	"fmt"
	"io"
	"slices"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/transcript"
)

// countRelayed counts what is left out of records that repeat those of an agent without a file of its own.
func countRelayed(t *exportedSession, open func(file int) io.ReaderAt) error {
	if !t.options.Thinking && !t.options.Tools.selects() {
		return nil
	}
	clear(t.unindexed) // calls of pieces are counted as records only
	for _, f := range t.session.Files {
		r := reader{file: f, in: open(f.Number)}
		for i, isDropped := range t.dropped[f] {
			if isDropped || !transcript.IsRelay(f.Name(f.Records.At(int32(i)).Label)) {
				continue
			}
			line, err := r.line(int32(i))
			if err != nil {
				return fmt.Errorf("%s: %w", f.Path, err)
			}
			data := record.Member(line, 0, "data")
			if data < 0 || line[data] != '{' || hasFile(t.session, line, data) {
				continue
			}
			w := recordWriter{exportedSession: t, file: f, index: int32(i), line: line, isRelay: true}
			if at := record.Member(line, data, "message"); at >= 0 {
				removeInRelayed(&w, at)
			}
			t.report.LeftOut.Thinking += w.thoughts
		}
	}
	count := &t.report.LeftOut.Calls
	if t.options.ResultsOnly {
		count = &t.report.LeftOut.Results
	}
	for _, isOmitted := range t.unindexed {
		if isOmitted {
			*count++
		}
	}
	return nil
}

// hasFile reports whether the agent of a record of its progress has records of its own.
func hasFile(s *parser.Session, line []byte, data int) bool {
	id, _ := record.MemberText(line, data, "agentId", record.MaxID)
	return slices.ContainsFunc(s.Agents, func(a *parser.Agent) bool { return a.ID == id && a.Conv != nil })
}

// removeRelayed leaves out blocks of the records of an agent that a record of its progress repeats.
func removeRelayed(w *recordWriter, data int) {
	if w.line[data] != '{' {
		return
	}
	for _, name := range []string{"message", "normalizedMessages"} {
		at := record.Member(w.line, data, name)
		if at < 0 {
			continue
		}
		if w.line[at] == '[' {
			jsonl.Array(w.line, at, func(at int) int { return removeInRelayed(w, at) })
			continue
		}
		removeInRelayed(w, at)
	}
}

// removeInRelayed leaves out blocks of a record of an agent.
func removeInRelayed(w *recordWriter, at int) int {
	end := jsonl.Skip(w.line, at)
	if w.line[at] != '{' {
		return end
	}
	w.results = false
	before := len(w.edits)
	if message := record.Member(w.line, at, "message"); message >= 0 && w.line[message] == '{' {
		w.message(message)
	}
	w.results = w.results || len(w.edits) > before
	removeCopies(w, at, "user")
	w.results = false
	return end
}

// isSelected reports whether a block with the id of a call is of one that is left out. Relays can have the only copy
// of a call.
func isSelected(w *recordWriter, id string, block int) bool {
	if call, ok := w.file.FindCall(id); ok || !w.isRelay {
		return ok && w.calls[parser.CallRef{File: w.file, Index: call}]
	}
	if call, ok := findCall(w, id); ok {
		return w.calls[call]
	}
	return isUnindexedSelected(w.exportedSession, id, w.line, block, w.options.Tools.KeepTurns > 0)
}

// isUnindexedSelected reports whether a call that the index does not have is left out, by a block of it. The name of
// its tool is in the call only, which comes before the result.
func isUnindexedSelected(t *exportedSession, id string, line []byte, block int, isLate bool) bool {
	o := &t.options.Tools
	if name, ok := record.MemberText(line, block, "name", 1<<10); ok {
		t.unindexed[id] = !isLate && (o.All || slices.Contains(o.Names, name))
	}
	isOmitted, ok := t.unindexed[id]
	return isOmitted || !ok && o.All && !isLate
}
