package redact

import (
	"iter"
	"slices"
	"strings"
)

// Name yields what is found in the name of a file, with "/" between folders.
func (f *Finder) Name(name string) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		b := []byte(name)
		for from, to := range nameParts(name) {
			f.offset, f.found = 0, f.found[:0]
			f.search(b[from:to], from, false)
			for _, found := range f.found {
				at := int(found.Offset)
				if !isByChance(b, at, min(len(b), at+len(found.Value)), found.Value) && !yield(found) {
					return
				}
			}
		}
	}
}

// Name returns the name of a file, or an id, with the values replaced as in the ids of records.
func (r *Replacer) Name(name string) string {
	b := []byte(name)
	r.edits = r.edits[:0]
	for from, to := range nameParts(name) {
		r.match(b[from:to], false)
		r.ranges = slices.DeleteFunc(r.ranges, func(e edit) bool { return isByChance(b, from+e.from, from+e.to, e.value.Value) })
		r.merge(from)
	}
	plainPlaceholders(r.edits)
	return string(r.apply(nil, b))
}

// isByChance reports whether a value in a range of a text is a part of a generated id.
func isByChance(b []byte, from, to int, value string) bool {
	return len(value) < unboundedSecret && isInGeneratedID(b, from, to)
}

// nameParts yields the ranges of the name of a file that are no words of the layout of sessions, such as the ending.
func nameParts(name string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		at := 0
		for part := range strings.SplitSeq(name, "/") {
			from, to := at, at+len(part)
			at = to + 1
			switch part {
			case "subagents", "workflows", "tool-results", "session-memory", "memory", "todos", "tasks", "plans", "teams", "jobs",
				"file-history", "projects", "conversations.json", "history.jsonl", "custom-title.json", "journal.jsonl",
				"sessions-index.json":
				continue
			}
			for _, prefix := range [...]string{"agent-", "wf_", "local_"} {
				if strings.HasPrefix(part, prefix) {
					from += len(prefix)
					break
				}
			}
			for _, suffix := range [...]string{".meta.json", ".jsonl", ".json", ".txt"} {
				if strings.HasSuffix(name[from:to], suffix) {
					to -= len(suffix)
					break
				}
			}
			if from < to && !yield(from, to) {
				return
			}
		}
	}
}
