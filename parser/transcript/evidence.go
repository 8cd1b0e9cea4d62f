package transcript

import (
	"bytes"
	"strings"

	"unspool/parser/internal/tags"
	"unspool/parser/internal/toolname"
	"unspool/parser/record"
	"unspool/parser/sidecar"
)

// A Rule is a kind of evidence that links a call, by an ID, to the agent, the run or the task that it
// started. The package session applies the rules, together with meta files, prompts and descriptions:
// FORMAT.md, "Linking order".
type Rule uint8

// The rules. Those that link agents are in the order in which they are applied: the first one that
// names a known call wins.
const (
	ByRun      Rule = iota // runId of a workflow: the "agent" is the run
	ByResult               // agentId of a structured result
	ByProgress             // agent_progress
	ByNotice               // task-notification
	ByText                 // "agentId: …" in the text of a result
	ByTeammate             // name@team
	ByTask                 // a background task that is not an agent
)

// A LinkKey is the ID that a rule links to a call.
type LinkKey struct {
	Rule Rule
	ID   string
}

// AgentEvidence is the evidence in one file for which call started which agent.
type AgentEvidence struct {
	Calls   map[LinkKey]string // the call that a rule names, as a tool use ID
	Resumed []resumption
	Metas   []*sidecar.Meta // from a meta file, or from agent_metadata records
	Fork    bool            // the file begins with a fork-context-ref
	Tasks   []callTitle     // the calls of agents, with the hashes of their descriptions
}

// A resumption is a call that resumed an agent.
type resumption struct {
	Agent string
	Call  string // tool use ID
}

// A callTitle is the call of an agent and the description that it gives the agent.
type callTitle struct {
	Call  int32
	Title uint64 // hash of the description
}

// progressEvidence stores the call that the progress of an agent names.
func (ln *linker) progressEvidence(r *record.Record, _ []byte, _ int32) {
	ln.f.Evidence.set(ByProgress, r.Agent, r.Tool)
}

// metaEvidence stores the description of the agent whose file it is.
func (ln *linker) metaEvidence(_ *record.Record, line []byte, _ int32) {
	if l := &ln.f.Evidence; len(line) <= maxMeta && len(l.Metas) < maxMetas {
		l.Metas = append(l.Metas, sidecar.ParseMeta(ln.f.AgentID, line))
	}
}

// forkEvidence stores where the history of a fork is that was not copied.
func (ln *linker) forkEvidence(r *record.Record, _ []byte, index int32) {
	ln.f.Evidence.Fork = ln.f.Evidence.Fork || index == 0
	if l := &ln.f.Lineage; len(r.Lineage.ForkSession) > 0 && l.ForkedFrom.Session == "" {
		l.ForkedFrom, l.ForkedAt = SessionRange{index, index + 1, string(r.Lineage.ForkSession)}, string(r.Lineage.ForkMessage)
	}
}

// maxMetas bounds the agent_metadata records of one file; the last one counts.
const maxMetas = 10_000

// resultEvidence stores the links that a structured result contains.
func (ln *linker) resultEvidence(r *record.Record, _ []byte, _ int32) {
	e := &ln.f.Evidence
	if len(r.Result.Agent)+len(r.Result.Resumed)+len(r.Result.Run)+len(r.Result.Task) == 0 {
		return
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Kind != record.ToolResult || len(b.ID) == 0 {
			continue
		}
		if bytes.IndexByte(r.Result.Agent, '@') > 0 {
			e.set(ByTeammate, r.Result.Agent, b.ID)
		} else if !e.set(ByResult, r.Result.Agent, b.ID) && e.Calls[LinkKey{ByResult, string(r.Result.Agent)}] != string(b.ID) {
			e.resume(r.Result.Agent, b.ID) // Agent with resume, as used before SendMessage could do it
		}
		e.resume(r.Result.Resumed, b.ID)
		e.set(ByRun, r.Result.Run, b.ID)
		if r.Has(record.Async) {
			e.set(ByTask, r.Result.Task, b.ID)
		} else if len(r.Result.Task) > 0 && !b.Error {
			ln.stopped(r, b.ID)
		}
	}
}

func (e *AgentEvidence) resume(agent, call []byte) {
	if len(agent) > 0 {
		e.Resumed = append(e.Resumed, resumption{string(agent), string(call)})
	}
}

// relayed registers an agent that only progress records mention, even if they name no call.
func (e *AgentEvidence) relayed(agent, call string) {
	if e.Calls == nil {
		e.Calls = map[LinkKey]string{}
	}
	if _, known := e.Calls[LinkKey{ByProgress, agent}]; !known {
		e.Calls[LinkKey{ByProgress, agent}] = call
	}
}

// set stores the first call that a rule links to an ID; later calls are resumptions.
// It reports whether there was nothing to resume: the call is the first one, or one is empty.
func (e *AgentEvidence) set(rule Rule, id, call []byte) bool {
	if len(id) == 0 || len(call) == 0 {
		return true
	}
	if e.Calls == nil {
		e.Calls = map[LinkKey]string{}
	}
	if _, ok := e.Calls[LinkKey{rule, string(id)}]; ok {
		return false
	}
	e.Calls[LinkKey{rule, string(id)}] = string(call)
	return true
}

// tail looks for an agent ID in the text of a result. Since 2.0.2x, results end with "agentId:
// a1b2", or begin with it for background agents. It is called only if the structured result names
// no agent.
func (e *AgentEvidence) tail(b *record.Block, line []byte) {
	const mark, most = "agentId: ", 64
	raw := b.Text.Of(line)
	at := bytes.LastIndex(raw, []byte(mark))
	begins := at > 0 && raw[at-1] == '"' && (at == 1 || raw[at-2] != '\\')
	if at < 1 || !begins && !bytes.HasSuffix(raw[:at], []byte(`\n`)) {
		return
	}
	id := raw[at+len(mark):]
	n := 0
	for n < len(id) && n < most && isIDByte(id[n]) {
		n++
	}
	e.set(ByText, id[:n], b.ID)
}

// isIDByte reports whether a byte can be part of an agent ID.
func isIDByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("_-@.", c) >= 0
}

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
func (ln *linker) notified(index int32, text []byte) {
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
		ln.notice(TaskNotification{Task: field("task-id"), Call: field("tool-use-id"), Status: field("status"),
			Record: index, words: tags.HashText(whole)})
		text = after
	}
}

// notice stores a notification, unless it is known already.
func (ln *linker) notice(n TaskNotification) {
	if n.Task == "" && n.Call == "" {
		return
	}
	n.Time = ln.x.Records.At(n.Record).Time
	if at, known := ln.noticed[n.words]; known {
		ln.f.Notices[at].Record = n.Record
		return
	}
	if ln.noticed == nil {
		ln.noticed = map[uint64]int32{}
	}
	ln.noticed[n.words] = int32(len(ln.f.Notices))
	ln.f.Notices = append(ln.f.Notices, n)
	if n.Task != "" && n.Call != "" {
		ln.f.Evidence.set(ByNotice, []byte(n.Task), []byte(n.Call))
	}
}

// stopped records that a call stopped a background task by its ID.
func (ln *linker) stopped(r *record.Record, call []byte) {
	at := ln.x.findCall(call)
	if at == None {
		return
	}
	if toolname.StopsTask(ln.x.name(ln.x.Calls.At(at).Name)) {
		ln.notice(TaskNotification{
			Task: string(r.Result.Task), Status: "stopped", Record: ln.x.Records.Len() - 1, words: tags.HashText(call),
		})
	}
}

// taskEvent reads a notification that stream-json writes as a system record.
func (ln *linker) taskEvent(index int32, line []byte) {
	n := TaskNotification{Record: index}
	n.Task, _ = record.MemberText(line, 0, "task_id", record.MaxID)
	n.Call, _ = record.MemberText(line, 0, "tool_use_id", record.MaxID)
	n.Status, _ = record.MemberText(line, 0, "status", record.MaxID)
	n.words = tags.HashText([]byte(n.Task + " " + n.Call + " " + n.Status))
	ln.notice(n)
}
