package parser

import (
	"bytes"

	"unspool/parser/record"
)

// A TaskNotification is a status report of a background task: FORMAT.md, "task-notification". A
// task may send several.
type TaskNotification struct {
	Task   string // ID of the task; for an agent its ID
	Call   string // tool use ID, "" if it is not named
	Status string // as recorded: completed, failed, killed, stopped …; "" while the task is running
	Time   int64  // ms since 1970, of the first record that holds it
	Record int32  // the last record that holds it

	words uint64 // hash of the whole notification
}

// A TaskResult is how the background work of a call ended.
type TaskResult struct {
	Status string // as recorded: completed, failed, killed, stopped …
	Time   int64  // ms since 1970
	File   *File
	Record int32
}

// notified reads the notifications in the text of a record. A notification is usually in several
// records: the one that queued it, and the one that sent it.
func (f *File) notified(index int32, text []byte) {
	const open = "<task-notification>"
	for {
		_, remainder, found := bytes.Cut(text, []byte(open))
		if !found {
			return
		}
		head, _, tail, after := CutNotice(remainder)
		field := func(name string) string {
			if v := tag(head, name); v != "" {
				return v
			}
			return tag(tail, name)
		}
		whole := text[len(text)-len(remainder)-len(open) : len(text)-len(after)]
		f.notice(TaskNotification{Task: field("task-id"), Call: field("tool-use-id"), Status: field("status"),
			Record: index, words: hashWords(whole)})
		text = after
	}
}

// CutNotice splits a notification, given without its opening tag, into its result, the text before
// and after the result, and the text that follows the notification. The result may contain any tag,
// even its own closing tag: it ends where a tag of the notification follows.
func CutNotice(text []byte) (head, result, tail, after []byte) {
	const closing, opens, ends = "</task-notification>", "<result>", "</result>"
	end := bytes.Index(text, []byte(closing))
	if end < 0 {
		end = len(text)
	}
	from := bytes.Index(text[:end], []byte(opens))
	if from < 0 {
		return text[:end], nil, nil, text[end:]
	}
	for remainder := text[from:]; ; {
		at := bytes.Index(remainder, []byte(ends))
		if at < 0 {
			return text[:from], text[from+len(opens):], nil, nil
		}
		remainder = remainder[at+len(ends):]
		next := bytes.TrimLeft(remainder, " \r\n\t")
		if len(next) > 0 && !bytes.HasPrefix(next, []byte(closing)) && !bytes.HasPrefix(next, []byte("<usage>")) &&
			!bytes.HasPrefix(next, []byte("<worktree")) {
			continue
		}
		if end = bytes.Index(remainder, []byte(closing)); end < 0 {
			end = len(remainder)
		}
		result = text[from+len(opens) : len(text)-len(remainder)-len(ends)]
		return text[:from], result, remainder[:end], remainder[end:]
	}
}

func tag(text []byte, name string) string {
	const longest = 200
	return string(record.Prefix(bytes.TrimSpace(tagged(text, name)), longest))
}

// notice stores a notification, unless it is known already.
func (f *File) notice(n TaskNotification) {
	if n.Task == "" && n.Call == "" {
		return
	}
	n.Time = f.Records.At(n.Record).Time
	if at, known := f.noticed[n.words]; known {
		f.Notices[at].Record = n.Record
		return
	}
	if f.noticed == nil {
		f.noticed = map[uint64]int32{}
	}
	f.noticed[n.words] = int32(len(f.Notices))
	f.Notices = append(f.Notices, n)
	if n.Task != "" && n.Call != "" {
		f.links.set(byNotice, []byte(n.Task), []byte(n.Call))
	}
}

// stopped records that a call stopped a background task by its ID.
func (f *File) stopped(r *record.Record, call []byte) {
	at := f.findCall(call)
	if at == none {
		return
	}
	switch f.Name(f.Calls.At(at).Name) {
	case "TaskStop", "KillShell", "KillBash":
		f.notice(TaskNotification{Task: string(r.Result.Task), Status: "stopped", Record: f.Records.Len() - 1, words: hashWords(call)})
	}
}

// taskEvent reads a notification that stream-json writes as a system record.
func (f *File) taskEvent(index int32, line []byte) {
	n := TaskNotification{Record: index}
	n.Task, _ = record.MemberText(line, 0, "task_id", record.MaxID)
	n.Call, _ = record.MemberText(line, 0, "tool_use_id", record.MaxID)
	n.Status, _ = record.MemberText(line, 0, "status", record.MaxID)
	n.words = hashWords([]byte(n.Task + " " + n.Call + " " + n.Status))
	f.notice(n)
}

// EndOf returns how the background work that a call started or resumed ended, as far as a
// notification reported it: for an agent, a shell, a monitor or a workflow. Of several ends the
// last one counts.
func (s *Session) EndOf(f *File, call int32) (TaskResult, bool) {
	end, ok := s.ends[CallRef{f, call}]
	return end, ok
}

// findEnds assigns each notification to the call that it is about: the call that it names, else the
// call that started its task. An agent's end is assigned to the latest of its calls before that
// end.
func (l *linker) findEnds() {
	l.s.ends = map[CallRef]TaskResult{}
	for _, f := range l.s.Files {
		for i := range f.Notices {
			n := &f.Notices[i]
			if n.Status == "" {
				continue
			}
			ref := l.first(n.Call, f)
			if a := l.byID[n.Task]; a != nil && a.Call.File != nil {
				ref = a.Call
				for _, r := range a.Resumed {
					if r.time() <= n.Time {
						ref = r
					}
				}
			} else if ref.File == nil {
				ref = l.first(f.links.calls[linkKey{byTask, n.Task}], f)
			}
			if old, known := l.s.ends[ref]; ref.File != nil && (!known || old.Time <= n.Time) {
				l.s.ends[ref] = TaskResult{n.Status, n.Time, f, n.Record}
			}
		}
	}
}
