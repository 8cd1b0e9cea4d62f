package parser

import "iter"

// ToolCalls are the tool calls of all files of the session, the main file's
// first, each file's in the order in which they were made. Results whose call is
// not recorded are not among them.
func (s *Session) ToolCalls() iter.Seq[CallRef] {
	return func(yield func(CallRef) bool) {
		for _, f := range s.Files {
			for i := range f.Calls.Len() {
				if f.Calls.At(i).Use != none && !yield(CallRef{f, i}) {
					return
				}
			}
		}
	}
}

// Call is the index entry of the call; it stays valid until the file grows.
func (r CallRef) Call() *ToolCall { return r.File.Calls.At(r.Index) }

// Name is the tool's name as recorded: "Bash", "mcp__server__tool".
func (r CallRef) Name() string { return r.File.Name(r.Call().Name) }

// Line is the line of its file that the call stands on, from 1.
func (r CallRef) Line() int {
	if use := r.Call().Use; use != none {
		return int(r.File.Records.At(use).Line)
	}
	return 0
}

// Answered says that a result is recorded: a call without one was killed, is
// still at work, or was cut off with its file.
func (r CallRef) Answered() bool { return r.Call().Result != none }

// Failed says that the result is marked as an error: the tool failed, or the
// call was refused or stopped.
func (r CallRef) Failed() bool {
	return r.Answered() && r.File.Blocks.At(r.Call().ResultBlk).Error
}

// AgentsIn lists the agents that were started in a conversation. The main one
// counts those, too, of which no call and no parent is known.
func (s *Session) AgentsIn(c *Conversation) []*Agent {
	var list []*Agent
	for _, a := range s.Agents {
		if s.Parent(a) == c {
			list = append(list, a)
		}
	}
	return list
}

// Conversations are the main conversation and those of agents, as far as their
// records are among the files.
func (s *Session) Conversations() iter.Seq[*Conversation] {
	return func(yield func(*Conversation) bool) {
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

// TurnItems are the items of a turn, by its index in Turns.
func (c *Conversation) TurnItems(turn int) []Item {
	from, to := c.Turns[turn].First, int32(len(c.Items))
	if turn+1 < len(c.Turns) {
		to = c.Turns[turn+1].First
	}
	return c.Items[min(from, to):to]
}
