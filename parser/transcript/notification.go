package transcript

import (
	"bytes"

	"unspool/parser/internal/tags"
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

// notified reads the notifications in the text of a record. A notification is usually in several
// records: the one that queued it, and the one that sent it.
func (f *indexer) notified(index int32, text []byte) {
	const open = "<task-notification>"
	for {
		_, remainder, found := bytes.Cut(text, []byte(open))
		if !found {
			return
		}
		head, _, tail, after := tags.CutNotice(remainder)
		field := func(name string) string {
			if v := tags.Field(head, name); v != "" {
				return v
			}
			return tags.Field(tail, name)
		}
		whole := text[len(text)-len(remainder)-len(open) : len(text)-len(after)]
		f.notice(TaskNotification{Task: field("task-id"), Call: field("tool-use-id"), Status: field("status"),
			Record: index, words: tags.HashText(whole)})
		text = after
	}
}

// notice stores a notification, unless it is known already.
func (f *indexer) notice(n TaskNotification) {
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
		f.Evidence.set(ByNotice, []byte(n.Task), []byte(n.Call))
	}
}

// stopped records that a call stopped a background task by its ID.
func (f *indexer) stopped(r *record.Record, call []byte) {
	at := f.findCall(call)
	if at == None {
		return
	}
	switch f.Name(f.Calls.At(at).Name) {
	case "TaskStop", "KillShell", "KillBash":
		f.notice(TaskNotification{Task: string(r.ResultTask), Status: "stopped", Record: f.Records.Len() - 1, words: tags.HashText(call)})
	}
}

// taskEvent reads a notification that stream-json writes as a system record.
func (f *indexer) taskEvent(index int32, line []byte) {
	n := TaskNotification{Record: index}
	n.Task, _ = record.MemberText(line, 0, "task_id", record.MaxID)
	n.Call, _ = record.MemberText(line, 0, "tool_use_id", record.MaxID)
	n.Status, _ = record.MemberText(line, 0, "status", record.MaxID)
	n.words = tags.HashText([]byte(n.Task + " " + n.Call + " " + n.Status))
	f.notice(n)
}
