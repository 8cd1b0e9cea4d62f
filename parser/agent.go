package parser

import (
	"strings"

	"unspool/parser/record"
)

// An Agent is a sub-agent's own conversation, and the call that started it.
type Agent struct {
	ID    string
	Type  string
	Title string        // description of the task
	Name  string        // in its team
	Team  string        // "" outside of teams
	Fork  bool          // it began with a copy of its parent's context
	Conv  *Conversation // nil where its records are not among the files
	Meta  *Meta
	// Call is the tool call that started it; File is nil for an unlinked agent.
	Call CallRef
	// Resumed are later calls that let it go on, in the order of its turns.
	Resumed []CallRef
	// Run is the workflow that it worked for, nil for other agents.
	Run *Workflow
	// Session is that of a teammate in a process of its own, where it is among
	// those that were given; Conv is nil then.
	Session *Session
	// Internal agents are Claude Code's own: compaction, suggestions, warm-up.
	Internal bool

	parent *Conversation   // of an unlinked agent, as its meta file says
	again  bool            // another agent of the session has the same id
	copies []*Conversation // the same conversation in other files
	parts  []*AgentSegment // those found in Conv, in its order; none of an unlinked agent
}

// A CallRef names a tool call.
type CallRef struct {
	File  *File
	Index int32 // into File.Calls
}

// time is when the call was made, ms since 1970.
func (r CallRef) time() int64 { return r.File.Records.At(r.File.Calls.At(r.Index).Use).Time }

// conversation is the one that the call stands in.
func (r CallRef) conversation() *Conversation {
	return r.File.Conversations[max(0, r.File.Calls.At(r.Index).Conv)]
}

// An AgentSegment is the part of an agent's conversation that one call led to: all
// of it, or up to and from where another call let it go on.
type AgentSegment struct {
	Agent    *Agent
	Call     CallRef // its File is nil for an unlinked agent
	From, To int32   // Items of Agent.Conv; To is -1 for all that follow, From is -1 where the part was not found
	Resumed  bool    // the agent had been at work before
}

// Start is when the agent began, ms since 1970; 0 when unknown.
func (a *Agent) Start() int64 {
	if a.Conv == nil {
		return 0
	}
	return a.Conv.Start
}

// An AgentStats is what an agent did for a call, as the result of the call says it:
// FORMAT.md, "toolUseResult by tool".
type AgentStats struct {
	Calls    int64 // of tools, -1 unknown
	Duration int64 // ms, -1 unknown
}

// effort keeps what a result says of an agent's work; the last one of a call counts.
func (f *File) effort(call int32, r *record.Record) {
	if r.ResultCalls < 0 && r.ResultMs < 0 {
		return
	}
	if f.agentStats == nil {
		f.agentStats = map[int32]AgentStats{}
	}
	f.agentStats[call] = AgentStats{r.ResultCalls, r.ResultMs}
}

// Stats gives what the result of the call says of an agent's work.
func (r CallRef) Stats() AgentStats {
	if stated, known := r.File.agentStats[r.Index]; known {
		return stated
	}
	return AgentStats{-1, -1}
}

// internalLabels name the agents that Claude Code runs for itself, by the label
// in "agent-a<label>-<hex>.jsonl": FORMAT.md, "Hide by default".
var internalLabels = []string{"compact", "prompt_suggestion", "side_question", "session_memory", "session-memory",
	"extract_memories", "away_summary"}

// internalLabel gives the label of an agent of Claude Code's own, "" for others.
func internalLabel(id string) string {
	for _, label := range internalLabels {
		remainder, ok := strings.CutPrefix(id, "a"+label)
		if !ok && label != "compact" { // "compact-1f" may be an agent that a person named so
			remainder, ok = strings.CutPrefix(id, label)
		}
		if ok && (remainder == "" || remainder[0] == '-') {
			return label
		}
	}
	return ""
}

// warmup is the only prompt of a warm-up agent.
var warmup = hashWords([]byte("Warmup"))
