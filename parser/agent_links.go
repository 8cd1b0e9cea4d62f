package parser

import (
	"bytes"
	"strings"

	"unspool/parser/record"
)

// A rule is a kind of evidence for which call started which agent, the
// strongest first: FORMAT.md, "Linking order". What meta files say comes before
// all of these, prompts and descriptions after them.
type rule uint8

const (
	byResult   rule = iota // agentId of a structured result
	byProgress             // agent_progress
	byNotice               // task-notification
	byText                 // "agentId: …" in the words of a result
	byRun                  // runId of a workflow: the "agent" is the run
	byTeammate             // name@team
	byTask                 // a background task that is no agent
	rules
)

// A linkKey is something that a rule names a call for.
type linkKey struct {
	rule rule
	id   string
}

// links are the pieces of evidence in one file for which call started which
// agent, and what tells how agents and background tasks ended.
type links struct {
	calls   map[linkKey]string // tool use id
	resumed []resumption
	metas   []*Meta // of a meta file, or of agent_metadata records
	fork    bool    // the file begins with a fork-context-ref
	tasks   []task
}

// A resumption is a call that let an agent go on.
type resumption struct {
	agent string
	call  string // tool use id
}

// A task is what a call of an agent says about it, beside the prompt.
type task struct {
	call  int32
	title uint64 // hash of the description
}

func (l *links) note(f *File, r *record.Record, line []byte) {
	switch string(r.Type) {
	case "user":
		l.result(f, r)
	case "progress":
		if string(r.Subtype) == "agent_progress" {
			l.set(byProgress, r.Agent, r.Tool)
		}
	case "agent_metadata":
		if len(line) <= maxMeta && len(l.metas) < maxMetas {
			l.metas = append(l.metas, parseMeta(f.agentID, line))
		}
	case "fork-context-ref":
		l.fork = l.fork || f.Records.Len() == 1
	}
}

// maxMetas bounds the agent_metadata records of one file; the last one counts.
const maxMetas = 10_000

// result keeps what a structured result names.
func (l *links) result(f *File, r *record.Record) {
	if len(r.ResultAgent)+len(r.Resumed)+len(r.ResultRun)+len(r.ResultTask) == 0 {
		return
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Kind != record.ToolResult || len(b.ID) == 0 {
			continue
		}
		if bytes.IndexByte(r.ResultAgent, '@') > 0 {
			l.set(byTeammate, r.ResultAgent, b.ID)
		} else if !l.set(byResult, r.ResultAgent, b.ID) && l.calls[linkKey{byResult, string(r.ResultAgent)}] != string(b.ID) {
			l.resume(r.ResultAgent, b.ID) // Agent with resume, before SendMessage could
		}
		l.resume(r.Resumed, b.ID)
		l.set(byRun, r.ResultRun, b.ID)
		if r.Has(record.Async) {
			l.set(byTask, r.ResultTask, b.ID)
		} else if len(r.ResultTask) > 0 && !b.Error {
			f.stopped(r, b.ID)
		}
	}
}

func (l *links) resume(agent, call []byte) {
	if len(agent) > 0 {
		l.resumed = append(l.resumed, resumption{string(agent), string(call)})
	}
}

// relayed makes an agent known of which only progress records tell, also where
// they name no call.
func (l *links) relayed(agent, call string) {
	if l.calls == nil {
		l.calls = map[linkKey]string{}
	}
	if _, known := l.calls[linkKey{byProgress, agent}]; !known {
		l.calls[linkKey{byProgress, agent}] = call
	}
}

// set keeps the first call that a rule names for an id: later ones are
// resumptions. It says whether this was the first.
func (l *links) set(rule rule, id, call []byte) bool {
	if len(id) == 0 || len(call) == 0 {
		return true
	}
	if l.calls == nil {
		l.calls = map[linkKey]string{}
	}
	if _, ok := l.calls[linkKey{rule, string(id)}]; ok {
		return false
	}
	l.calls[linkKey{rule, string(id)}] = string(call)
	return true
}

// tail looks for the id of an agent in the words of a result: since 2.0.2x
// they end, or for agents in the background begin, with "agentId: a1b2". It is
// asked only where the structured result names none.
func (l *links) tail(b *record.Block, line []byte) {
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
	l.set(byText, id[:n], b.ID)
}

func isIDByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("_-@.", c) >= 0
}
