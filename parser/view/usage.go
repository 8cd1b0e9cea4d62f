package view

// The structs of this file are what the usage view of a session shows. They cross
// to JavaScript as those of model.go do.

// UsageFigures are what a session used as a whole. They are those of a [Summary],
// and what is told of in lines adds up to them.
type UsageFigures struct {
	Responses     int         `js:"responses"`
	Usage         Usage       `js:"usage"`
	Cost          Cost        `js:"cost"`
	Split         CostSplit   `js:"split"`
	UnderReported float64     `js:"underReported"`
	Models        []ModelLine `js:"models"` // the most expensive first, then those without a price
	Recorded      []Recorded  `js:"recorded"`
	Facts         Facts       `js:"facts"`
	Work          float64     `js:"work"`        // ms that the turns took together
	Untimed       int         `js:"untimed"`     // turns with a reply of which that is not known
	Turns         int         `js:"turns"`       // lines of turns, those left behind by a rewind too
	Agents        int         `js:"agents"`      // lines of agents, that of the main conversation too
	Calls         int         `js:"calls"`       // of tools
	Compactions   int         `js:"compactions"` // of the main conversation
	Unlinked      CostOf      `js:"loose"`       // what agents used of which no turn is known
}

// A CostSplit is a cost in USD by what it was for.
type CostSplit struct {
	Input      float64 `js:"input"`
	CacheWrite float64 `js:"cacheWrite"`
	CacheRead  float64 `js:"cacheRead"`
	Output     float64 `js:"output"`
	Searches   float64 `js:"searches"`
}

// A CostOf is what a part of a session used.
type CostOf struct {
	Responses int     `js:"responses"`
	Usage     Usage   `js:"usage"`
	USD       float64 `js:"usd"`
	Unpriced  int     `js:"unpriced"` // responses without a known price; they are not in USD
	Low       int     `js:"low"`      // responses whose output is recorded too low
}

// A ModelLine is what one model used.
type ModelLine struct {
	Use    ModelUse `js:"use"`
	Low    int      `js:"low"`    // responses whose output is recorded too low
	Window float64  `js:"window"` // tokens that it can be given, 0 unknown
	Key    string   `js:"key"`    // address of its first response, "" unknown
}

// A TurnPage is a stretch of the turns in an order that was asked for.
type TurnPage struct {
	Total    int        `js:"total"`
	Lines    []TurnLine `js:"lines"`
	Revision int        `js:"revision"` // pages with another one are of another order
}

// A TurnLine is what one turn used, with the agents that were started in it.
type TurnLine struct {
	Number int  `js:"number"`
	Branch bool `js:"branch"` // left behind by a rewind
	// of its prompt, else of the first reply, at most 160 bytes; "" where there are none
	Words    string  `js:"words"`
	Flavor   string  `js:"flavor" ts:"Row['flavor'] | 'unrecorded'"` // of its prompt
	Key      string  `js:"key"`
	Time     float64 `js:"time"`     // ms since 1970, 0 unknown
	Duration float64 `js:"duration"` // ms, -1 unknown
	Calls    int     `js:"calls"`    // of tools, those of its agents not counted
	Used     CostOf  `js:"used"`
	Agents   float64 `js:"agents"` // USD: the part of its agents
}

// An AgentPage is a stretch of the agents in an order that was asked for.
type AgentPage struct {
	Total    int         `js:"total"`
	Lines    []AgentLine `js:"lines"`
	Revision int         `js:"revision"` // as that of TurnPage
}

// An AgentLine is what one agent used, or the main conversation.
type AgentLine struct {
	Kind     string  `js:"kind" ts:"'main' | 'agent' | 'internal'"`
	Name     string  `js:"name"` // in its team, else its type
	Task     string  `js:"task"`
	Key      string  `js:"key"`      // address of the call that started it, or of its first record; "" where there is neither
	Turn     int     `js:"turn"`     // number of the turn in which it was started, 0 unknown
	Time     float64 `js:"time"`     // ms since 1970, 0 unknown
	Duration float64 `js:"duration"` // ms, -1 unknown
	Calls    int     `js:"calls"`    // of tools, -1 unknown
	Used     CostOf  `js:"used"`     // no responses of one that is Missing: unknown
	Missing  bool    `js:"missing"`  // without records of its own here: Calls and Duration are what its call says, and in no sum
}

// A ToolLine counts the calls of one tool, in the main conversation and by agents.
type ToolLine struct {
	Name     string  `js:"name"` // as recorded; "" for all the tools that are too many
	Calls    int     `js:"calls"`
	Answered int     `js:"answered"` // calls with a result
	Failed   int     `js:"failed"`   // whose result is a failure, a refusal or an interruption
	Timed    int     `js:"timed"`    // calls whose duration is known
	Median   float64 `js:"median"`   // ms, -1 unknown
	Longest  float64 `js:"longest"`  // ms, -1 unknown
	Total    float64 `js:"total"`    // ms
	Key      string  `js:"key"`      // address of the first call
	Slowest  string  `js:"slowest"`  // address of the longest one
}
