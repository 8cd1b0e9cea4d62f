package view

import (
	"slices"
	"sort"

	"unspool/parser"
)

// ownColors are the colors for agents without a recorded color. Neighbors in this order
// are the easiest to tell apart; red is reserved for failures.
var ownColors = []string{"blue", "orange", "purple", "green", "pink", "cyan", "yellow"}

// Hues are all agent colors. Columns refer to them by their index.
var Hues = append([]string{"red"}, ownColors...)

// An agentStack is the stack of agents, or groups of agents, that contain a row.
type agentStack struct {
	agent *parser.Agent // nil for a group: a workflow run or the internal agents
	up    *agentStack
}

// within calls build and puts the rows that it appends inside the given agent.
func (b *builder) within(a *parser.Agent, build func()) {
	b.in = &agentStack{a, b.in}
	from := len(b.rows)
	build()
	for i := from; i < len(b.rows); i++ {
		if b.rows[i].in == nil {
			b.rows[i].in = b.in
		}
	}
	b.in = b.in.up
}

// threads returns the colors of the agents that contain a row, the outermost first.
func (v *rowReader) threads(l *list, t *agentStack) []string {
	var list []string
	for ; t != nil; t = t.up {
		color := ""
		if t.agent != nil {
			color = v.color(l, t.agent)
		}
		list = append(list, color)
	}
	slices.Reverse(list)
	return list
}

// An agentColors value holds the colors of a session's agents.
type agentColors struct {
	own      map[*parser.Agent]string // assigned colors of agents without a recorded one, as of revision
	revision int
	reads    int // file reads for colors in the current answer
}

// color returns the color of an agent: the recorded one, or else one by its place in
// time, so that agents that run side by side differ. Internal agents have no color.
func (v *rowReader) color(l *list, a *parser.Agent) string {
	if color := v.recordedColor(l, a); color != "" {
		return color
	}
	if s := l.session; l.agentColors.own == nil || l.agentColors.revision != s.Revision() {
		l.agentColors.own, l.agentColors.revision = map[*parser.Agent]string{}, s.Revision()
		for _, a := range inOrder(s.Agents) {
			if !a.Internal {
				l.agentColors.own[a] = ownColors[len(l.agentColors.own)%len(ownColors)]
			}
		}
	}
	return l.agentColors.own[a]
}

// inOrder returns the agents in the order in which they began.
func inOrder(agents []*parser.Agent) []*parser.Agent {
	agents = slices.Clone(agents)
	sort.SliceStable(agents, func(i, j int) bool { return began(agents[i]) < began(agents[j]) })
	return agents
}

// began returns the time when an agent was called or, without a call, when it began.
func began(a *parser.Agent) int64 {
	if c := a.Call; c.File != nil && c.File.Calls.At(c.Index).Use >= 0 {
		return c.File.Records.At(c.File.Calls.At(c.Index).Use).Time
	}
	return a.Start()
}

// recordedColor returns the color that is recorded for a teammate: FORMAT.md, "Agent
// files".
func (v *rowReader) recordedColor(l *list, a *parser.Agent) string {
	color := ""
	if a.Meta != nil {
		color = a.Meta.Color
	}
	if color == "" && a.Name != "" && a.Call.File != nil {
		color = v.recordedColorOf(l, a.Call)
	}
	return known(color)
}

// known returns a recorded color, or "" if it is not a color that can be shown.
func known(color string) string {
	if slices.Contains(Hues, color) {
		return color
	}
	return ""
}
