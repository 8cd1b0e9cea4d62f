package view

// The structs of this file are what is found by words. They cross to JavaScript
// as those of model.go do.

// Matches is what one stretch of a session holds of what was looked for.
type Matches struct {
	Matches []Match     `js:"matches"`
	Turns   []FoundTurn `js:"turns"`  // those in which the matches stand
	Places  int         `js:"places"` // how many matches there are, also where they were not asked for
	Count   int         `js:"count"`  // how often the words stand in them
	Kinds   []Tally     `js:"kinds"`  // places by kind, whatever kinds are asked for
	Tools   []Tally     `js:"tools"`  // places by tool, whatever tools are asked for
	Done    float64     `js:"done"`   // how much of the session was looked at, 0 to 1
	Next    int         `js:"next"`   // where the search goes on, -1 at its end
}

// A Match is a place in which the words stand: the words of a row, what a tool was
// given, or what came back.
type Match struct {
	Key    string  `js:"key"` // of the row, or what leads to it
	Kind   string  `js:"kind" ts:"'prompts' | 'replies' | 'thinking' | 'input' | 'output' | 'other'"`
	Tool   string  `js:"tool"` // name, "" for none; of an MCP tool the one that its server gave it
	Face   string  `js:"face" ts:"Tool['face']"`
	Failed bool    `js:"failed"`
	Turn   int     `js:"turn"`  // of the main conversation, 0 before the first
	Agent  string  `js:"agent"` // the title or the type of the agent that it stands in, "" in the main conversation
	Time   float64 `js:"time"`  // ms since 1970, 0 when unknown
	Before string  `js:"before"`
	Words  string  `js:"words"` // as they stand there first, and what is around them on one line
	After  string  `js:"after"`
	Count  int     `js:"count"` // how often they stand there
	File   int     `js:"file"`  // where the text begins in which they stand first, a string of the record: its quote
	Offset float64 `js:"offset"`
	From   int     `js:"from"` // and where in that text they do, in UTF-16 units, as JavaScript counts
	To     int     `js:"to"`
}

// A FoundTurn names a turn in which something was found.
type FoundTurn struct {
	Turn  int     `js:"turn"`
	Title string  `js:"title"` // its first words: see [TurnLine]
	Time  float64 `js:"time"`
}
