package protocol

// A Moment describes an entry of the timeline in words.
type Moment struct {
	Key  string `js:"key"`  // key of its row
	Tool *Tool  `js:"tool"` // set for a tool call
	Text string `js:"text"` // the text of the entry, on one line
	By   string `js:"by"`   // the agent's name, "" in the main conversation
	Task string `js:"task"` // the agent's task
}

// An Actor is an agent that has a lane in the timeline.
type Actor struct {
	Key  string `js:"key"`  // key of its first row, "" for none
	Name string `js:"name"` // name in its team, or its type
	Task string `js:"task"`
}
