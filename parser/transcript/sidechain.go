package transcript

import "unspool/parser/record"

// Agents inside a file have no ID of their own. They are named by their first record, or by the
// call that a stream-json record names.
const (
	sidechainPrefix = "sidechain-"
	CallerPrefix    = "call-"
)

// conversation returns the conversation of the file that a record belongs to. Inline sidechains of
// old versions and of stream-json are conversations of their own (FORMAT.md, "Inline sidechains").
func (f *indexer) conversation(r *record.Record, index int32) int32 {
	if f.chat != 0 {
		return f.chat
	}
	if f.Role == RoleMain && len(r.Agent) > 0 && r.Has(record.Sidechain) && !f.Metadata.MainChain && string(r.Type) != "progress" {
		f.Role, f.AgentID = RoleAgent, string(r.Agent) // an agent's file under another name
		f.Conversations[0].Agent = f.AgentID
	}
	if f.Role == RoleAgent {
		return 0
	}
	if r.Has(record.Sidechain) {
		if p := f.Records.At(index).Parent; p != None && f.Records.At(p).Conv != 0 {
			return f.Records.At(p).Conv
		}
		if string(r.Type) == "user" || string(r.Type) == "assistant" {
			return f.sidechain(sidechainPrefix + f.UUID(index))
		}
		return 0
	}
	f.Metadata.MainChain = f.Metadata.MainChain || string(r.Type) == "user" || string(r.Type) == "assistant"
	if len(r.Caller) > 0 {
		return f.sidechain(CallerPrefix + string(r.Caller))
	}
	return 0
}

func (f *indexer) sidechain(id string) int32 {
	at, known := f.sidechains[id]
	if !known {
		at = f.addConversation(id)
		f.sidechains[id] = at
	}
	return at
}
