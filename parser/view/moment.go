package view

// The structs of this file are what is asked for beside the columns of a timeline.
// They cross to JavaScript as those of model.go do.

// A Moment is an entry of the timeline in words.
type Moment struct {
	Key  string `js:"key"`  // of its row
	Tool *Tool  `js:"tool"` // of a call
	Text string `js:"text"` // what was said, one line
	By   string `js:"by"`   // the agent's name, "" in the main conversation
	Task string `js:"task"` // the agent's
}

// An Actor is an agent that has a lane in the timeline.
type Actor struct {
	Key  string `js:"key"`  // of the first row of its own, "" for none
	Name string `js:"name"` // in its team, or its type
	Task string `js:"task"`
}
