package view

import (
	"unspool/parser"

	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// An agentCallCache holds what was read from the calls that started agents. Every row
// of an agent shows its name or color, and the calls are far apart in the files.
type agentCallCache map[parser.CallRef]reading

// A reading is what a call said about an agent when the call was read.
type reading struct {
	use, result int32 // the records of the call
	times       int   // File.Restarts
	names       [2]string
}

// of returns what was read from a call, if the call has not changed since then.
func (r agentCallCache) of(at parser.CallRef) (names [2]string, known bool) {
	one, known := r[at]
	call := at.Call()
	return one.names, known && one.use == call.Use && one.result == call.Result && one.times == at.File.Restarts
}

func (r agentCallCache) keep(at parser.CallRef, names [2]string) {
	call := at.Call()
	r[at] = reading{call.Use, call.Result, at.File.Restarts, names}
}

// nameOf returns an agent's name in its team, or else its type, and its task. Whatever
// the meta file does not record comes from the call that started the agent.
func (v *rowReader) nameOf(a *parser.Agent) (name, task string) {
	if a == nil {
		return "", ""
	}
	if name, task = a.Name, a.Title; name == "" {
		name = a.Type
	}
	if a.Call.File == nil || name != "" && task != "" {
		return name, task
	}
	names := v.nameOfCall(a.Call)
	if name == "" {
		name = names[0]
	}
	if task == "" {
		task = names[1]
	}
	return name, task
}

// nameOfCall returns the agent type and the task in the arguments of a call.
func (v *rowReader) nameOfCall(at parser.CallRef) [2]string {
	names, known := v.names.of(at)
	if known {
		return names
	}
	if !tool.KindOf(at.Name()).DescribesAgent {
		return names
	}
	if c := tool.ReadInput(v.source, at.File, at.Index); c.Args.JSON != nil {
		names = [2]string{c.Note(), c.Target()}
		v.names.keep(at, names)
	}
	return names
}

// recordedColorOf returns the color named in the result of a call. It returns "" if there is
// none, or if the current answer has already read too often from the files.
func (v *rowReader) recordedColorOf(l *list, at parser.CallRef) string {
	names, known := v.agentColors.of(at)
	call := at.Call()
	if n := call.Structured.Len(); known || n == 0 || n > tool.RowLimit || l.agentColors.reads >= mostPageReads {
		return names[0]
	}
	reads := v.source.Reads()
	raw := v.source.Span(at.File, call.Result, call.Structured)
	l.agentColors.reads += v.source.Reads() - reads
	if raw == nil {
		return ""
	}
	result := source.Parse(raw)
	names[0] = result.Text(20, "color")
	v.agentColors.keep(at, names)
	return names[0]
}

// mostPageReads limits the file reads for one page of a table, or for the names and colors of
// agents in one answer, to those of one screen of lines; most names take one read each.
const mostPageReads = 64
