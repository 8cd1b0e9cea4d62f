package export

import (
	"fmt"
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/transcript"
)

// removedText takes the place of the text of a result that is left out.
const removedText = `"` + parser.RemovedText + `"`

// withoutResult returns what is written instead of a structured result. If the call stays, so do the members that link
// it to agents, workflows and background tasks. Tools of other programs start none of these, and their members can be
// texts.
func withoutResult(w *recordWriter, at int) string {
	if !w.options.ResultsOnly || w.external || w.line[at] != '{' {
		return removedText
	}
	if w.linked == nil {
		w.linked = newLinkIDs(w.session)
	}
	var links []byte
	jsonl.Object(w.line, at, func(key []byte, at int) int {
		end := jsonl.Skip(w.line, at)
		if end > at {
			if link := record.Link(key, w.line[at:end], w.linked.has); link != nil {
				links = fmt.Appendf(links, `,"%s":%s`, key, link)
			}
		}
		return end
	})
	if len(links) == 0 {
		return removedText
	}
	return "{" + string(links[1:]) + "}"
}

// withoutText returns what is written instead of the text of a result: nothing but the id of the agent that it links
// to its call.
func withoutText(w *recordWriter, call string) string {
	for _, a := range w.session.Agents {
		if a.Call.File != w.file || w.file.Ident(a.Call.Call().ID) != call || !record.IsID([]byte(a.ID)) {
			continue
		}
		if w.file.Evidence.Calls[transcript.LinkKey{Rule: transcript.ByText, ID: a.ID}] == call {
			return strings.TrimSuffix(removedText, `"`) + `\nagentId: ` + a.ID + `"`
		}
	}
	return removedText
}

// addOrphans reports whether a file has calls that are in no record that is written, and adds them: their results can be
// in one that is.
func addOrphans(orphans map[parser.CallRef]bool, f *parser.File, dropped []bool) bool {
	hasUse := make([]bool, f.Calls.Len())
	for i, isDropped := range dropped {
		r := f.Records.At(int32(i))
		for b := r.First; !isDropped && b < r.First+int32(r.Blocks); b++ {
			if of := f.Blocks.At(b); of.Call >= 0 && (of.Kind == record.ToolUse || of.Kind == record.ServerToolUse) {
				hasUse[of.Call] = true
			}
		}
	}
	found := false
	for i := range f.Calls.Len() {
		if use := f.Calls.At(i).Use; use >= 0 && dropped[use] && !hasUse[i] {
			orphans[parser.CallRef{File: f, Index: i}] = true
			found = true
		}
	}
	return found
}
