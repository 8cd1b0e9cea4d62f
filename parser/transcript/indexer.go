package transcript

import "unspool/parser/internal/table"

// An indexer adds records to the index of a file and passes them to their conversations.
type indexer struct {
	*File
	builders    []*builder           // of the file's Conversations
	newest      int32                // Record that was added to byUUID last and is its own node
	waiting     map[int32]table.UUID // records whose parent was not read yet
	sidechains  map[string]int32     // Conversations inside the file, by agent
	byRelay     map[string]int32     // Relays by agent, message and request
	noticed     map[uint64]int32     // Notices by the hash of their text
	replyHashes map[uint64]int32     // records by the hash of their text and time
	time        int64                // of the last record that had a time
	timed       bool                 // the current record has a time of its own
	scheduled   bool                 // a scheduled task fired since the last driver
	chat        int32                // Conversation of the claude.ai export that is being read, 0 for none
	text        []byte               // scratch buffer
}

// addConversation adds a conversation to the file and returns its index.
func (f *indexer) addConversation(agent string) int32 {
	at := int32(len(f.Conversations))
	c := &Conversation{File: f.File, Agent: agent, Index: at, FirstMessage: None}
	f.Conversations = append(f.Conversations, c)
	f.builders = append(f.builders, newBuilder(f, c))
	return at
}
