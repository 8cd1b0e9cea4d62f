package rows

import (
	"slices"
	"sort"

	"unspool/parser"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// An AgentReader reads the names and the colors of agents. What the meta file of an agent
// does not record comes from the call that started the agent: every row of an agent shows
// it, and the calls are far apart in the files.
type AgentReader struct {
	source   *source.Reader
	names    callCache[agentName]
	colors   callCache[string]
	assigned memo.PerSession[memo.Memo[int, map[*parser.Agent]string]] // colors by revision, then by agent
	reads    int                                                       // file reads for colors in the current answer
}

// An agentName is the name and the task of an agent.
type agentName struct{ name, task string }

func newAgentReader(src *source.Reader) *AgentReader {
	return &AgentReader{source: src, names: callCache[agentName]{}, colors: callCache[string]{}}
}

// NewAnswer allows reads for the colors of another answer.
func (r *AgentReader) NewAnswer() { r.reads = 0 }

// A callCache holds values that were read from calls. It is not by session, since a call can belong to
// several; it has at most one value for each call of an agent in the files of the store.
type callCache[T any] map[parser.CallRef]callReading[T]

// A callReading is a cached value and the version of the call that it was read at.
type callReading[T any] struct {
	use, result int32 // the records of the call
	restarts    int   // File.Restarts
	value       T
}

// get returns the value that was read from a call, unless the call has changed since then.
func (c callCache[T]) get(at parser.CallRef) (value T, ok bool) {
	one, ok := c[at]
	call := at.Call()
	return one.value, ok && one.use == call.Use && one.result == call.Result && one.restarts == at.File.Restarts
}

func (c callCache[T]) put(at parser.CallRef, value T) {
	call := at.Call()
	c[at] = callReading[T]{call.Use, call.Result, at.File.Restarts, value}
}

// Name returns an agent's name in its team, or else its type, and its task.
func (r *AgentReader) Name(a *parser.Agent) (name, task string) {
	if a == nil {
		return "", ""
	}
	if name, task = a.Name, a.Title; name == "" {
		name = a.Type
	}
	if a.Call.File == nil || name != "" && task != "" {
		return name, task
	}
	called := r.nameOfCall(a.Call)
	if name == "" {
		name = called.name
	}
	if task == "" {
		task = called.task
	}
	return name, task
}

// nameOfCall returns the agent type and the task in the arguments of a call.
func (r *AgentReader) nameOfCall(at parser.CallRef) agentName {
	known, ok := r.names.get(at)
	if ok {
		return known
	}
	if !tool.KindOf(at.Name()).DescribesAgent {
		return known
	}
	if c := tool.ReadInput(r.source, at.File, at.Index); c.Args.JSON != nil {
		known = agentName{c.Note(), c.Target()}
		r.names.put(at, known)
	}
	return known
}

// ownColors are the colors for agents without a recorded color. Neighbors in this order
// are the easiest to tell apart; red is reserved for failures.
var ownColors = []string{"blue", "orange", "purple", "green", "pink", "cyan", "yellow"}

// hues are all agent colors. Columns refer to them by their index.
var hues = append([]string{"red"}, ownColors...)

// HueOf returns the number by which columns refer to the color of an agent, from 1. It is 0 for no
// color.
func HueOf(color string) uint8 { return uint8(slices.Index(hues, color) + 1) }

// threads returns the colors of the agents that contain a row, the outermost first.
func (r *AgentReader) threads(s *parser.Session, agents *agentStack) []string {
	var colors []string
	for at := agents; at != nil; at = at.up {
		color := ""
		if at.agent != nil {
			color = r.Color(s, at.agent)
		}
		colors = append(colors, color)
	}
	slices.Reverse(colors)
	return colors
}

// Color returns the color of an agent: the recorded one, or else one by its place in
// time, so that agents that run side by side differ. Internal agents have no color.
func (r *AgentReader) Color(s *parser.Session, a *parser.Agent) string {
	if color := r.recordedColor(a); color != "" {
		return color
	}
	now := memo.Version[int]{Key: s.Revision()}
	return r.assigned.Of(s).Get(now, 0, func() map[*parser.Agent]string { return assignColors(s) })[a]
}

// assignColors returns the colors of the agents of a session that have no recorded one.
func assignColors(s *parser.Session) map[*parser.Agent]string {
	colors := map[*parser.Agent]string{}
	for _, one := range inOrder(s.Agents) {
		if !one.Internal {
			colors[one] = ownColors[len(colors)%len(ownColors)]
		}
	}
	return colors
}

// recordedColor returns the color that is recorded for a teammate: FORMAT.md, "Agent
// files".
func (r *AgentReader) recordedColor(a *parser.Agent) string {
	color := ""
	if a.Meta != nil {
		color = a.Meta.Color
	}
	if color == "" && a.Name != "" && a.Call.File != nil {
		color = r.colorOfCall(a.Call)
	}
	return known(color)
}

// known returns a recorded color, or "" if it is not a color that can be shown.
func known(color string) string {
	if slices.Contains(hues, color) {
		return color
	}
	return ""
}

// colorOfCall returns the color named in the result of a call. It returns "" if there is
// none, or if the current answer has already read too often from the files.
func (r *AgentReader) colorOfCall(at parser.CallRef) string {
	color, ok := r.colors.get(at)
	call := at.Call()
	if n := call.Structured.Len(); ok || n == 0 || n > tool.RowLimit || r.reads >= MaxPageReads {
		return color
	}
	reads := r.source.Reads()
	raw := r.source.Span(at.File, call.Result, call.Structured)
	r.reads += r.source.Reads() - reads
	if raw == nil {
		return ""
	}
	result := source.Parse(raw)
	color = result.Text(20, "color")
	r.colors.put(at, color)
	return color
}

// inOrder returns the agents in the order in which they began.
func inOrder(agents []*parser.Agent) []*parser.Agent {
	agents = slices.Clone(agents)
	sort.SliceStable(agents, func(i, j int) bool { return CalledAt(agents[i]) < CalledAt(agents[j]) })
	return agents
}

// CalledAt returns the time when an agent was called or, without a call, when it began.
func CalledAt(a *parser.Agent) int64 {
	if c := a.Call; c.File != nil && c.File.Calls.At(c.Index).Use >= 0 {
		return c.File.Records.At(c.File.Calls.At(c.Index).Use).Time
	}
	return a.Start()
}

// MaxPageReads limits the file reads for one page of a table, or for the names and colors of
// agents in one answer, to those of one screen of lines; most names take one read each.
const MaxPageReads = 64
