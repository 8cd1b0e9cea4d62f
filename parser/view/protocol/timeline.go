package protocol

// A Timeline shows a session over time, as columns of the same length: one entry for each
// span of model time, tool call, wait and mark. Entries are ordered by lane, and in each lane
// by their start.
type Timeline struct {
	Built int `js:"built"` // identifies this timeline in requests about its entries
	Total int `js:"total"` // number of all entries

	Start  []float64 `js:"start"` // ms since 1970, or counted from 0 if they are not [TimesRecorded]
	End    []float64 `js:"end"`
	Kind   []uint8   `js:"kind"`   // one of the Span constants of package timeline
	Flags  []uint8   `js:"flags"`  // flag constants of package timeline
	Place  []uint8   `js:"place"`  // for calls side by side: the index, and the number of them less one << 4
	Agent  []uint32  `js:"agent"`  // 0 for the main conversation, else the index in Agents plus one
	Prompt []uint32  `js:"prompt"` // number of the prompt in the main conversation; 0 before the first, and in agents

	// The following are only set together with the first entries.

	Lanes    []uint32  `js:"lanes"`    // first entry of each lane; the main conversation is the first lane
	Agents   []uint32  `js:"agents"`   // lane of each agent
	Hues     []uint8   `js:"hues"`     // color of each agent: its index in Hues plus one, 0 for none
	Gaps     []float64 `js:"gaps"`     // pairs of start and end: periods in which nothing was active
	Internal bool      `js:"internal"` // the last lane has the agents that Claude Code ran for itself
	Times    TimeUse   `js:"times"`
	InAll    int       `js:"inAll"`    // number of agents, without those that Claude Code ran for itself
	Missing  int       `js:"missing"`  // number of these agents whose records are not among the files: they have no entries
	Backward int       `js:"backward"` // records with an earlier time than the records above them: they are placed at the end of those
	Joined   bool      `js:"joined"`   // there were too many entries: adjacent ones were joined, or some agents have none
}

// A TimelineRange is a range of the entries of a timeline, given by their indexes.
type TimelineRange struct {
	First int `js:"first"`
	Last  int `js:"last"`
}

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
