package export

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"unspool/parser/internal/tags"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/transcript"
)

// removeNotices leaves out results in the notifications of a text: a string, or a list of blocks.
func removeNotices(w *recordWriter, at int) {
	switch w.line[at] {
	case '"':
		end := jsonl.Skip(w.line, at)
		if end < at || !w.options.Tools.selects() || !bytes.Contains(w.line[at:end], []byte("task-notification")) {
			return
		}
		text := record.AppendString(nil, w.line, at, -1)
		if without := withoutNotices(w, text); !bytes.Equal(without, text) {
			w.replace(at, end, string(appendStrict(nil, quoted(string(without)))))
		}
	case '[':
		jsonl.Array(w.line, at, func(at int) int {
			if text := memberAt(w.line, at, "text"); text >= 0 && w.line[text] == '"' {
				removeNotices(w, text)
			}
			return jsonl.Skip(w.line, at)
		})
	}
}

// withoutNotices returns a text without the results in its notifications of tasks whose results are left out.
func withoutNotices(w *recordWriter, text []byte) []byte {
	const opening = "<task-notification>"
	var out []byte
	for {
		before, notice, found := bytes.Cut(text, []byte(opening))
		if out = append(out, before...); !found {
			return out
		}
		head, result, tail, after := tags.CutNotice(notice)
		whole := notice[:len(notice)-len(after)]
		out, text = append(out, opening...), after
		isOmitted, isUnknown := isNoticeOmitted(w, head, tail)
		if !isOmitted {
			out = append(out, whole...)
			continue
		}
		start := len(out)
		removed := []byte(strings.Trim(removedText, `"`))
		out = append(out, withoutEvent(head, removed)...)
		if len(head) < len(whole) {
			from := len(head) + len("<result>")
			out = append(append(out, whole[len(head):from]...), removed...)
			out = append(out, whole[from+len(result):len(whole)-len(tail)]...)
		}
		out = append(out, withoutEvent(tail, removed)...)
		if isUnknown && w.notices != nil && !bytes.Equal(out[start:], whole) {
			w.notices[noticeField(head, tail, "task-id")+" "+noticeField(head, tail, "tool-use-id")] = true
		}
	}
}

// withoutEvent returns a part of a notification with another text instead of that of its event: a line of output.
func withoutEvent(part, removed []byte) []byte {
	const opening = "<event>"
	from, to := bytes.Index(part, []byte(opening)), bytes.LastIndex(part, []byte("</event>"))
	if from < 0 || to < from {
		return part
	}
	return slices.Concat(part[:from+len(opening)], removed, part[to:])
}

// noticeField returns a field of a notification, given the parts around its result.
func noticeField(head, tail []byte, name string) string {
	if text := tags.Field(head, name); text != "" {
		return text
	}
	return tags.Field(tail, name)
}

// isNoticeOmitted reports whether the result in a notification, given the parts around it, is left out. A notification of
// a task whose call is in no file, so that it is unknown, has the only copy of its result: it is left out if those of all
// calls are.
func isNoticeOmitted(w *recordWriter, head, tail []byte) (isOmitted, isUnknown bool) {
	if call, ok := findCall(w, noticeField(head, tail, "tool-use-id")); ok {
		return w.calls[call], false
	}
	task := noticeField(head, tail, "task-id")
	for _, a := range w.session.Agents {
		if task != "" && a.ID == task && a.Call.File != nil {
			return w.calls[a.Call], false
		}
	}
	for _, f := range w.session.Files {
		id, ok := f.Evidence.Calls[transcript.LinkKey{Rule: transcript.ByTask, ID: task}]
		if call, isCall := findCall(w, id); ok && isCall {
			return w.calls[call], false
		}
	}
	return omitsUnknown(w.exportedSession), true
}

// omitsUnknown reports whether the results of calls in no file are left out.
func omitsUnknown(t *exportedSession) bool {
	return t.options.Tools.All && t.options.Tools.KeepTurns == 0
}

// countNotices counts the results in notifications of tasks whose calls are in no file, each task once.
func countNotices(t *exportedSession, open func(file int) io.ReaderAt) error {
	if !omitsUnknown(t) {
		return nil
	}
	t.notices = map[string]bool{}
	for _, f := range t.session.Files {
		r := reader{file: f, in: open(f.Number)}
		for i := range f.Notices {
			index := f.Notices[i].Record
			if t.dropped[f][index] {
				continue
			}
			line, err := r.line(index)
			if err != nil {
				return fmt.Errorf("%s: %w", f.Path, err)
			}
			w := recordWriter{exportedSession: t, file: f, index: index, line: line}
			for _, name := range []string{"message.content", noticeMembers[f.Name(f.Records.At(index).Label)]} {
				if at := memberAt(line, 0, name); name != "" && at >= 0 {
					removeNotices(&w, at)
				}
			}
		}
	}
	t.report.LeftOut.Results += len(t.notices)
	return nil
}
