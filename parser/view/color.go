package view

import (
	"slices"
	"sort"

	"unspool/parser"
)

// ownHues are the colours that agents get where none is recorded. Neighbours in
// this order are told apart best; red is left to failures.
var ownHues = []string{"blue", "orange", "purple", "green", "pink", "cyan", "yellow"}

// Hues are all colours of agents; columns name them by their places here.
var Hues = append([]string{"red"}, ownHues...)

// A agentStack is what rows of an agent, or of a group of agents, stand in.
type agentStack struct {
	agent *parser.Agent // nil for a group: a workflow's run, the internal agents
	up    *agentStack
}

// within lets the rows that build adds stand on the thread of an agent.
func (l *list) within(a *parser.Agent, build func()) {
	l.in = &agentStack{a, l.in}
	from := len(l.rows)
	build()
	for i := from; i < len(l.rows); i++ {
		if l.rows[i].in == nil {
			l.rows[i].in = l.in
		}
	}
	l.in = l.in.up
}

// threads gives the colours of the threads that a row stands on.
func (v *Viewer) threads(l *list, t *agentStack) []string {
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

// hues are the colours of a session's agents.
type hues struct {
	own      map[*parser.Agent]string // for those of whom none is recorded, as of a revision
	revision int
	reads    int // of files for them, in the answer at hand
}

// color gives the colour of an agent: the recorded one, else one by its place in
// time, so that agents at work side by side differ. Internal agents have none.
func (v *Viewer) color(l *list, a *parser.Agent) string {
	if color := v.recordedHue(l, a); color != "" {
		return color
	}
	if s := l.session; l.hues.own == nil || l.hues.revision != s.Revision() {
		l.hues.own, l.hues.revision = map[*parser.Agent]string{}, s.Revision()
		for _, a := range inOrder(s.Agents) {
			if !a.Internal {
				l.hues.own[a] = ownHues[len(l.hues.own)%len(ownHues)]
			}
		}
	}
	return l.hues.own[a]
}

// inOrder gives agents as they began.
func inOrder(agents []*parser.Agent) []*parser.Agent {
	agents = slices.Clone(agents)
	sort.SliceStable(agents, func(i, j int) bool { return began(agents[i]) < began(agents[j]) })
	return agents
}

// began is when an agent was called, or began by itself.
func began(a *parser.Agent) int64 {
	if c := a.Call; c.File != nil && c.File.Calls.At(c.Index).Use >= 0 {
		return c.File.Records.At(c.File.Calls.At(c.Index).Use).Time
	}
	return a.Start()
}

// recordedHue is the colour that a teammate was given: FORMAT.md, "Agent files".
func (v *Viewer) recordedHue(l *list, a *parser.Agent) string {
	color := ""
	if a.Meta != nil {
		color = a.Meta.Color
	}
	if color == "" && a.Name != "" && a.Call.File != nil {
		color = v.hueBy(l, a.Call)
	}
	return known(color)
}

// known is a recorded colour, "" where it is none of those that are shown.
func known(color string) string {
	if slices.Contains(Hues, color) {
		return color
	}
	return ""
}
