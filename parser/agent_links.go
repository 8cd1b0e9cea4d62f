package parser

import (
	"bytes"
	"strings"

	"unspool/parser/record"
	"unspool/parser/sidecar"
)

// A rule is a kind of evidence that links a call to the agent it started, ordered from the
// strongest to the weakest: FORMAT.md, "Linking order". Meta files take precedence over all rules;
// prompts and descriptions come last.
type rule uint8

const (
	byResult   rule = iota // agentId of a structured result
	byProgress             // agent_progress
	byNotice               // task-notification
	byText                 // "agentId: …" in the text of a result
	byRun                  // runId of a workflow: the "agent" is the run
	byTeammate             // name@team
	byTask                 // a background task that is not an agent
	rules
)

// A linkKey is the ID that a rule links to a call.
type linkKey struct {
	rule rule
	id   string
}

// links holds the evidence in one file for which call started which agent, and for how agents and
// background tasks ended.
type links struct {
	calls   map[linkKey]string // tool use ID
	resumed []resumption
	metas   []*sidecar.Meta // from a meta file, or from agent_metadata records
	fork    bool            // the file begins with a fork-context-ref
	tasks   []task
}

// A resumption is a call that resumed an agent.
type resumption struct {
	agent string
	call  string // tool use ID
}

// A task is what the call of an agent records about it besides the prompt.
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
			l.metas = append(l.metas, sidecar.ParseMeta(f.agentID, line))
		}
	case "fork-context-ref":
		l.fork = l.fork || f.Records.Len() == 1
	}
}

// maxMetas bounds the agent_metadata records of one file; the last one counts.
const maxMetas = 10_000

// result stores the links that a structured result contains.
func (l *links) result(f *File, r *record.Record) {
	if len(r.Result.Agent)+len(r.Result.Resumed)+len(r.Result.Run)+len(r.Result.Task) == 0 {
		return
	}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if b.Kind != record.ToolResult || len(b.ID) == 0 {
			continue
		}
		if bytes.IndexByte(r.Result.Agent, '@') > 0 {
			l.set(byTeammate, r.Result.Agent, b.ID)
		} else if !l.set(byResult, r.Result.Agent, b.ID) && l.calls[linkKey{byResult, string(r.Result.Agent)}] != string(b.ID) {
			l.resume(r.Result.Agent, b.ID) // Agent with resume, as used before SendMessage could do it
		}
		l.resume(r.Result.Resumed, b.ID)
		l.set(byRun, r.Result.Run, b.ID)
		if r.Has(record.Async) {
			l.set(byTask, r.Result.Task, b.ID)
		} else if len(r.Result.Task) > 0 && !b.Error {
			f.stopped(r, b.ID)
		}
	}
}

func (l *links) resume(agent, call []byte) {
	if len(agent) > 0 {
		l.resumed = append(l.resumed, resumption{string(agent), string(call)})
	}
}

// relayed registers an agent that only progress records mention, even if they name no call.
func (l *links) relayed(agent, call string) {
	if l.calls == nil {
		l.calls = map[linkKey]string{}
	}
	if _, known := l.calls[linkKey{byProgress, agent}]; !known {
		l.calls[linkKey{byProgress, agent}] = call
	}
}

// set stores the first call that a rule links to an ID; later calls are resumptions. It reports
// whether there was nothing to resume: the call is the first one, or the ID or call is empty.
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

// tail looks for an agent ID in the text of a result. Since 2.0.2x, results end with "agentId:
// a1b2", or begin with it for background agents. It is called only if the structured result names
// no agent.
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

// isIDByte reports whether a byte can be part of an agent ID.
func isIDByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("_-@.", c) >= 0
}
