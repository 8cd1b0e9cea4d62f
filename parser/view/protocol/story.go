package protocol

// A Story is a session in a few facts: what was asked, how it ended, and what happened in between. It
// counts the main conversation and its agents, without abandoned branches.
type Story struct {
	Asked       Quote        `js:"asked"` // the first prompt that the user typed
	Ended       Quote        `js:"ended"` // the last reply; the error if Ending is "failed", the question if it is "asking"
	Ending      string       `js:"ending" ts:"'replied' | 'interrupted' | 'failed' | 'asking' | 'unfinished' | 'empty'"`
	Errors      int          `js:"errors"`      // failed calls and requests, as the outline counts them
	AgentErrors int          `js:"agentErrors"` // those of them that happened in agents
	TestErrors  int          `js:"testErrors"`  // those of them that are test runs in which tests failed
	Failed      []FailedCall `js:"failed"`      // the most frequent ones of the last 1,000, without those test runs; at most 3
	Tests       TestRuns     `js:"tests"`
	Changes     ChangeSum    `js:"changes"`
	Compactions Occurrences  `js:"compactions"`
	Agents      Occurrences  `js:"agents"` // calls that started agents
	// Cause is what most of the cost of the responses is for, and Share its part, from 0 to 1.
	Cause string  `js:"cause" ts:"'' | 'input' | 'cacheRead' | 'cacheWrite' | 'output' | 'searches'"`
	Share float64 `js:"share"`
}

// A Quote is the first sentence of a text, without formatting.
type Quote struct {
	Text string `js:"text"` // at most 300 characters; "" for none
	Key  string `js:"key"`  // address of its row, "" for none
}

// A FailedCall is a kind of failure: calls with the same tool and subject count together.
type FailedCall struct {
	Key   string `js:"key"`  // address of the last one
	Tool  *Tool  `js:"tool"` // null for a failed request
	Text  string `js:"text"` // what the output names as the cause, or the message of a failed request; "" for none
	Count int    `js:"count"`
}

// TestRuns are the calls that ran tests, by their results. If no result is clear, all are zero.
type TestRuns struct {
	Succeeded   int    `js:"succeeded"`
	Failed      int    `js:"failed"`
	Unclear     int    `js:"unclear"`
	Last        string `js:"last" ts:"'' | 'succeeded' | 'failed' | 'unclear'"`
	LastKey     string `js:"lastKey"`     // address of the last run
	FirstFailed string `js:"firstFailed"` // address of the first failed run
}

// A ChangeSum sums up what a session changed in files: the net changes, and where a net change is not
// known, all edits of the file. Until Read is 1, the rest is empty.
type ChangeSum struct {
	Read    float64       `js:"read"` // share that is done, first of the calls, then of the files; ask again until it is 1
	Files   int           `js:"files"`
	Added   int           `js:"added"`   // lines
	Removed int           `js:"removed"` // lines
	Largest []TouchedFile `js:"largest"` // the largest changes first, at most 12
}

// Occurrences counts something that has a row.
type Occurrences struct {
	Count int    `js:"count"`
	First string `js:"first"` // address of the first one, "" for none
}
