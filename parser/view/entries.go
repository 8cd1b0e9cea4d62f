package view

// The structs of this file are what stands around a conversation to find the way
// in it. They cross to JavaScript as those of model.go do.

// An Outline is a stretch of the outline of a session.
type Outline struct {
	From     int     `js:"from"`
	Total    int     `js:"total"`    // entries in the outline now
	Revision int     `js:"revision"` // changes when entries before the last turn may have changed
	Turns    int     `js:"turns"`    // in it, those of attempts aside
	Agents   int     `js:"agents"`   // in it: an agent that went on has several entries, and counts once
	Missing  int     `js:"missing"`  // agents, of these, whose records are not among the files
	MaxCost  float64 `js:"dearest"`  // USD of the turn that cost most
	Entries  []Entry `js:"entries"`
}

// An Entry is one line of an outline. The costs of entries without a depth, and
// of attempts, add up to that of the session.
type Entry struct {
	Kind  string `js:"kind" ts:"'turn' | 'attempt' | 'agent' | 'workflow' | 'compaction' | 'rest'"`
	Key   string `js:"key"`   // address of the row it leads to; "" leads nowhere
	Depth int    `js:"depth"` // 0 turn, compaction, rest; 1 below a turn; more: below an agent
	Turn  int    `js:"turn"`  // number of the turn it is, or stands in; 0 before the first
	Nth   int    `js:"nth"`   // attempt: which of several at one place, from 1; 0 where it is alone

	Flavor string `js:"flavor" ts:"Row['flavor'] | 'unrecorded'"` // turn: what drives it
	Name   string `js:"name"`                                     // agent: its name or its type
	Text   string `js:"text"`                                     // the first words, or the task, in one line
	Hue    string `js:"hue" ts:"AgentRun['hue']"`                 // agent: its colour
	Agent  string `js:"agent"`                                    // agent: its id
	Copied bool   `js:"copied"`                                   // turn: it came from another session
	// turn: what answered last, where that is another one than in the turn before
	Model string `js:"model"`

	// How it ended. turn: "interrupted", "none" without a reply, "running"; agent: see AgentRun.
	State string `js:"state" ts:"'' | 'interrupted' | 'none' | AgentRun['state']"`

	Start    float64 `js:"start"`    // ms since 1970, 0 when unknown
	Duration float64 `js:"duration"` // ms, -1 when unknown

	// turn, attempt: with the agents that were started in it; agent: of itself alone.
	USD        float64 `js:"usd"`
	Incomplete bool    `js:"incomplete"` // not all models have a known price
	Low        float64 `js:"low"`        // share of responses whose output is recorded too low
	ByAgents   float64 `js:"byAgents"`   // USD: part of it
	Output     float64 `js:"output"`     // tokens
	Tokens     float64 `js:"tokens"`     // of all kinds
	Responses  int     `js:"responses"`

	Calls  int `js:"calls"` // own ones; of an agent without records what its call says, -1 unknown
	Errors int `js:"errors"`
	Agents int `js:"agents"` // turn, attempt: entries of agents below it
	Failed int `js:"failed"` // of these, those that failed
	Turns  int `js:"turns"`  // attempt: prompts in it

	Before float64 `js:"before"` // compaction: tokens, -1 unknown
	After  float64 `js:"after"`
}

// An Alternative is one of the ways that a conversation took from one place: an
// attempt that was left behind, or the one that was kept.
type Alternative struct {
	// of an attempt: opens its rows; of the one that was kept the address of its first row, "" where nothing follows
	Key     string  `js:"key"`
	Current bool    `js:"kept"`
	Open    bool    `js:"open"` // its rows follow
	Text    string  `js:"text"` // its first words, in one line
	Time    float64 `js:"time"` // ms since 1970, 0 when unknown
	Turns   int     `js:"turns"`
	Calls   int     `js:"calls"`
	Output  float64 `js:"output"` // tokens
	Tokens  float64 `js:"tokens"` // of all kinds
	Cost    Cost    `js:"cost"`   // without the models that have no price
	Low     float64 `js:"low"`    // share of responses whose output is recorded too low
}
