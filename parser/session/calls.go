package session

import (
	"iter"

	"unspool/parser/transcript"
)

// ToolCalls iterates over the tool calls of all files of the session, the main file first, each
// file in the order of the calls. It omits results whose call is not recorded.
func (s *Session) ToolCalls() iter.Seq[CallRef] {
	return func(yield func(CallRef) bool) {
		for _, f := range s.Files {
			for i := range f.Calls.Len() {
				if f.Calls.At(i).Use != transcript.None && !yield(CallRef{f, i}) {
					return
				}
			}
		}
	}
}

// Call returns the index entry of the call. It is valid until the file grows.
func (r CallRef) Call() *transcript.ToolCall { return r.File.Calls.At(r.Index) }

// Name returns the tool's name as recorded: "Bash", "mcp__server__tool".
func (r CallRef) Name() string { return r.File.Name(r.Call().Name) }

// Line returns the line of the call in its file, from 1, or 0 if the call is not recorded.
func (r CallRef) Line() int {
	if use := r.Call().Use; use != transcript.None {
		return int(r.File.Records.At(use).Line)
	}
	return 0
}

// Answered reports whether a result is recorded. A call without a result was killed, is still
// running, or was cut off with its file.
func (r CallRef) Answered() bool { return r.Call().Result != transcript.None }

// Failed reports whether the result is marked as an error: the tool failed, or the call was refused
// or stopped.
func (r CallRef) Failed() bool {
	return r.Answered() && r.File.Blocks.At(r.Call().ResultBlk).Error
}

// AgentsIn returns the agents that were started in a conversation. For the main conversation this
// includes the agents without a known call or parent.
func (s *AgentTree) AgentsIn(c *transcript.Conversation) []*Agent {
	var list []*Agent
	for _, a := range s.Agents {
		if s.Parent(a) == c {
			list = append(list, a)
		}
	}
	return list
}

// Conversations iterates over the main conversation and those of the agents whose records are among
// the files.
func (s *Session) Conversations() iter.Seq[*transcript.Conversation] {
	return func(yield func(*transcript.Conversation) bool) {
		if !yield(s.Main) {
			return
		}
		for _, a := range s.Agents {
			if a.Conv != nil && !yield(a.Conv) {
				return
			}
		}
	}
}
