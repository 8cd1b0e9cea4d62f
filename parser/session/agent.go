package session

import (
	"unspool/parser/sidecar"
	"unspool/parser/transcript"
)

// An Agent is a sub-agent: its own conversation and the call that started it.
type Agent struct {
	ID    string
	Type  string
	Title string                   // description of its task
	Name  string                   // within its team
	Team  string                   // "" outside of teams
	Fork  bool                     // it began with a copy of its parent's context
	Conv  *transcript.Conversation // nil if its records are not among the files
	Meta  *sidecar.Meta
	// Call is the tool call that started the agent; its File is nil for an unlinked agent.
	Call CallRef
	// Resumed are the later calls that resumed the agent, in the order of its turns.
	Resumed []CallRef
	// Run is the workflow that the agent worked for, nil for other agents.
	Run *Workflow
	// Session is the session of a teammate that ran in a process of its own, if that session is
	// among the given files; Conv is nil then.
	Session *Session
	// Internal is true if Claude Code runs the agent for itself: compaction, suggestions, warm-up.
	Internal bool

	parent      *transcript.Conversation   // of an unlinked agent, as named by its meta file
	again       bool                       // an earlier agent of the session has the same ID
	copies      []*transcript.Conversation // the same conversation in other files
	invocations []*AgentInvocation         // in the order of Conv; none for an unlinked agent
}

// A CallRef names a tool call.
type CallRef struct {
	File  *transcript.File
	Index int32 // into File.Calls
}

// time returns when the call was made, in ms since 1970.
func (r CallRef) time() int64 { return r.File.Records.At(r.File.Calls.At(r.Index).Use).Time }

// conversation returns the conversation that contains the call.
func (r CallRef) conversation() *transcript.Conversation {
	return r.File.Conversations[max(0, r.File.Calls.At(r.Index).Conv)]
}

// An AgentInvocation is the part of an agent's conversation that one call led to: all of it, or the
// part that ends or begins where another call resumed the agent.
type AgentInvocation struct {
	Agent    *Agent
	Call     CallRef // its File is nil for an unlinked agent
	From, To int32   // Items of Agent.Conv; To is -1 for all that follow, From is -1 if it was not found
	Resumed  bool    // the agent had worked before
}

// Start returns when the agent began, in ms since 1970, or 0 if that is unknown.
func (a *Agent) Start() int64 {
	if a.Conv == nil {
		return 0
	}
	return a.Conv.Start
}

// Stats returns the statistics that the result of the call records about the agent's work.
func (r CallRef) Stats() transcript.AgentStats {
	if stated, known := r.File.AgentStats[r.Index]; known {
		return stated
	}
	return transcript.AgentStats{Calls: -1, Duration: -1}
}

// isUnlinked reports whether no known call started an agent with records. It is false for internal
// agents and for those of a workflow run.
func (a *Agent) isUnlinked() bool {
	return a.Call.File == nil && a.Conv != nil && !a.Internal && a.Run == nil
}
