package session

import (
	"unspool/parser/transcript"
)

// An AgentTree holds the agents of a session, the workflows that they worked for, and the tool calls
// that started them. It is built again whenever the session's files have changed.
type AgentTree struct {
	Agents []*Agent
	// Workflows are the workflow runs with files of their own, in the order of the files.
	Workflows []*Workflow

	main           *transcript.Conversation
	byCall         map[CallRef][]*AgentInvocation
	byRun          map[CallRef]*Workflow
	byConv         map[*transcript.Conversation]*Agent
	unlinkedByConv map[*transcript.Conversation][]UnlinkedAgent
	ends           map[CallRef]TaskResult // how background work ended
}

// InvocationsOf returns the agent invocations that a call led to, except those of a
// workflow's agents, for which see [AgentTree.RunOf].
func (t *AgentTree) InvocationsOf(f *transcript.File, call int32) []*AgentInvocation {
	return t.byCall[CallRef{f, call}]
}

// RunOf returns the workflow that a call started, nil for other calls.
func (t *AgentTree) RunOf(f *transcript.File, call int32) *Workflow { return t.byRun[CallRef{f, call}] }

// AgentOf returns the agent whose own conversation this is, nil if there is none.
func (t *AgentTree) AgentOf(c *transcript.Conversation) *Agent { return t.byConv[c] }

// Parent returns the conversation in which an agent was started: that of its call, else that of the
// agent that its meta file names, else the main one.
func (t *AgentTree) Parent(a *Agent) *transcript.Conversation {
	if a.Call.File != nil {
		return a.Call.conversation()
	}
	if a.parent != nil {
		return a.parent
	}
	return t.main
}

// An UnlinkedAgent is an agent, or a workflow run, that was not started by any known call.
type UnlinkedAgent struct {
	Agent *Agent    // nil for a run
	Run   *Workflow // nil for an agent
	Start int64     // ms since 1970, 0 if unknown
}

// UnlinkedIn returns the unlinked agents and runs of a conversation, sorted by time. It omits
// internal agents.
func (t *AgentTree) UnlinkedIn(c *transcript.Conversation) []UnlinkedAgent {
	return t.unlinkedByConv[c]
}
