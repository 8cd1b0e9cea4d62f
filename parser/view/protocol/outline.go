package protocol

// An Outline is a page of the outline of a session.
type Outline struct {
	From     int     `js:"from"`
	Total    int     `js:"total"`    // entries in the whole outline
	Revision int     `js:"revision"` // changes if entries before the last turn may have changed
	Prompts  int     `js:"prompts"`  // prompts in the outline, without those of attempts
	Events   int     `js:"events"`   // events, too
	Agents   int     `js:"agents"`   // agents in the outline; a resumed agent has several entries, but counts once
	Missing  int     `js:"missing"`  // agents whose records are not among the files
	MaxCost  float64 `js:"maxCost"`  // USD of the most expensive turn
	Entries  []Entry `js:"entries"`
}

// An Entry is one line of an outline. The costs of the entries with depth 0 and of
// attempts add up to the cost of the session.
type Entry struct {
	Kind   string `js:"kind" ts:"'turn' | 'event' | 'events' | 'attempt' | 'agent' | 'workflow' | 'compaction' | 'rest'"`
	Key    string `js:"key"`                       // address of the row that the entry links to, "" for none
	Depth  int    `js:"depth"`                     // 0 turn, compaction, rest; 1 below a turn; more: below an event or an agent
	Turn   int    `js:"turn"`                      // number of the turn, or of the turn that contains the entry; 0 before the first
	Prompt int    `js:"prompt"`                    // number of its prompt, 0 before the first
	Event  string `js:"event" ts:"'' | EventKind"` // event, events: what kind it is
	Events int    `js:"events"`                    // turn, events: number of event entries below it
	Nth    int    `js:"nth"`                       // attempt: number among several at one place, from 1; 0 for a single one

	Flavor string `js:"flavor" ts:"PromptRow['flavor'] | '' | 'unrecorded'"` // turn: what started it
	Name   string `js:"name"`                                                // agent: its name or its type
	Text   string `js:"text"`                                                // the first words, or the task, on one line
	Color  string `js:"color" ts:"AgentRun['color']"`                        // agent: its color
	Agent  string `js:"agent"`                                               // agent: its id
	Copied bool   `js:"copied"`                                              // turn: copied from another session
	// turn: the model that answered last, if it differs from that of the previous turn
	Model string `js:"model"`

	// The state at the end. turn: "interrupted", "none" without a reply, "running"; agent: see AgentRun.
	State string `js:"state" ts:"'' | 'interrupted' | 'none' | AgentRun['state']"`

	Start    float64  `js:"start"`    // ms since 1970, 0 when unknown
	Duration *float64 `js:"duration"` // ms

	// turn, event, attempt: including the agents that were started in it, and the events below it;
	// agent: without other agents.
	USD        float64 `js:"usd"`
	Incomplete bool    `js:"incomplete"` // not all models have a known price
	Low        float64 `js:"low"`        // share of responses whose output is recorded too low
	ByAgents   float64 `js:"byAgents"`   // the part of USD spent by agents
	Output     float64 `js:"output"`     // tokens
	Tokens     float64 `js:"tokens"`     // tokens of all kinds
	Responses  int     `js:"responses"`

	Calls  *int `js:"calls"` // own tool calls; for an agent without records, the number that its call records
	Errors int  `js:"errors"`
	Agents int  `js:"agents"` // turn, attempt: number of agent entries below it
	Failed int  `js:"failed"` // agent entries that failed
	Turns  int  `js:"turns"`  // attempt: number of prompts

	Before *float64 `js:"before"` // compaction: tokens
	After  *float64 `js:"after"`
}

// An Alternative is one of the continuations of a conversation from one place: an
// abandoned attempt, or the current one.
type Alternative struct {
	// attempt: opens its rows; current: address of its first row, "" if nothing follows
	Key     string  `js:"key"`
	Current bool    `js:"current"`
	Open    bool    `js:"open"` // its rows follow
	Text    string  `js:"text"` // the first words, on one line
	Time    float64 `js:"time"` // ms since 1970, 0 when unknown
	Turns   int     `js:"turns"`
	Calls   int     `js:"calls"`
	Output  float64 `js:"output"` // tokens
	Tokens  float64 `js:"tokens"` // tokens of all kinds
	Cost    Cost    `js:"cost"`   // without models that have no price
	Low     float64 `js:"low"`    // share of responses whose output is recorded too low
}
