package protocol

// Matches are the search results from one part of a session.
type Matches struct {
	Matches []Match       `js:"matches"`
	Prompts []FoundPrompt `js:"prompts"` // the prompts that the matches follow
	Places  int           `js:"places"`  // number of matches, even if only the counts were requested
	Count   int           `js:"count"`   // number of occurrences of the words in the matches
	Kinds   []Count       `js:"kinds"`   // matches by kind, regardless of the requested kinds
	Tools   []Count       `js:"tools"`   // matches by tool, regardless of the requested tools
	Done    float64       `js:"done"`    // share of the session that was searched, 0 to 1
	Next    *float64      `js:"next"`    // where the search continues, null at its end
	Error   *MatchError   `js:"error"`   // null unless the query is invalid; the rest is empty then
}

// A MatchError describes why a query cannot be searched for.
type MatchError struct {
	Code  string   `js:"code" ts:"MatchErrorCode"`
	Value string   `js:"value"` // unknown-option, unknown-kind: at most 40 bytes of what is wrong
	Kinds []string `js:"kinds"` // the kinds of matches
	Limit int      `js:"limit"` // too-long: the maximum number of characters; too-many-words: of words
}

// A Match is a place that contains the words of a search: the text of a row, the input of a
// tool, or its output.
type Match struct {
	Key      string  `js:"key"` // key of the row, or an address that leads to it
	Kind     string  `js:"kind" ts:"'prompts' | 'replies' | 'thinking' | 'input' | 'output' | 'other'"`
	Tool     string  `js:"tool"` // name, "" for none; for an MCP tool, the name on its server
	ToolKind string  `js:"toolKind" ts:"ToolKind"`
	Failed   bool    `js:"failed"`
	Turn     int     `js:"turn"`   // number of the turn of the main conversation, 0 before the first
	Prompt   int     `js:"prompt"` // number of the prompt that it follows, 0 before the first
	Agent    string  `js:"agent"`  // title or type of the agent whose conversation contains the match, "" in the main conversation
	Time     float64 `js:"time"`   // ms since 1970, 0 when unknown
	Before   string  `js:"before"`
	Words    string  `js:"words"` // the first occurrence as written; Before and After are its context, on one line
	After    string  `js:"after"`
	Count    int     `js:"count"` // number of occurrences
	File     int     `js:"file"`  // with Offset: where the text of the first occurrence begins, the opening quote of a string of the record
	Offset   float64 `js:"offset"`
	From     int     `js:"from"` // with To: the range of the first occurrence in that text, in UTF-16 units, as JavaScript counts
	To       int     `js:"to"`
}

// A FoundPrompt names a prompt that matches follow.
type FoundPrompt struct {
	Prompt int     `js:"prompt"`
	Title  string  `js:"title"` // its first words, see [TurnLine]
	Time   float64 `js:"time"`
}
