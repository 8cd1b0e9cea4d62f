package transcript

import "hash/maphash"

// A builder makes the items and turns of a conversation from its records, in file order.
type builder struct {
	turnTracker
	message  int32 // Message that is being written
	passages []textRef
	seed     maphash.Seed // for the hashes of the passages
	talks    bool         // a prompt or a reply came
	bounded  bool         // no prompt or reply came since the last compaction
	queued   []queued     // queued prompts that were not sent yet
	mode     string       // permission mode, as last recorded
	phase    string       // the mode that attachments name: "plan_mode", "auto_mode"

	replyHash uint64  // hash of the last text of a headless run's reply
	partial   partial // a message that arrives in pieces
}

// A turnTracker divides the items of a conversation into turns.
type turnTracker struct {
	*Conversation
	in      *indexer
	turn    int32   // current Turn, -1 before the first
	pending []int32 // Items that may begin a turn when a reply follows
	printed bool    // the last of them was a command that printed something
	prompt  string  // promptId of the current turn
	last    Stop    // of the last assistant record of the turn
	talked  bool    // that record ended with text
	ended   bool    // the current turn was interrupted or finished, and no reply came since
	quiet   bool    // nothing more of the current turn is expected
	over    bool    // a result ended the turn: the next reply begins another

	asked, askedTail int32  // Record of the last prompt without a reply, and the last record attached to it
	askedPrompt      string // promptId of that prompt
}

func newBuilder(in *indexer, c *Conversation) *builder {
	return &builder{turnTracker: turnTracker{Conversation: c, in: in, turn: None, asked: None}, message: None}
}
