package view

import "unspool/parser"

// agentNameCache keep what was read of the calls that started agents: a name or a colour
// is told with every row of an agent, and the calls stand far apart in the files.
type agentNameCache map[parser.CallRef]reading

// A reading is what a call says of an agent, as the call was then.
type reading struct {
	use, result int32 // its records
	times       int   // File.Restarts
	said        [2]string
}

// of gives what was read of a call, if it is still that call.
func (r agentNameCache) of(at parser.CallRef) (text [2]string, known bool) {
	one, known := r[at]
	call := at.Call()
	return one.said, known && one.use == call.Use && one.result == call.Result && one.times == at.File.Restarts
}

func (r agentNameCache) keep(at parser.CallRef, text [2]string) {
	call := at.Call()
	r[at] = reading{call.Use, call.Result, at.File.Restarts, text}
}

// nameOf gives an agent's name in its team, else its type, and its task: as its
// call says it where no meta file does.
func (v *Viewer) nameOf(a *parser.Agent) (name, task string) {
	if a == nil {
		return "", ""
	}
	if name, task = a.Name, a.Title; name == "" {
		name = a.Type
	}
	if a.Call.File == nil || name != "" && task != "" {
		return name, task
	}
	text := v.nameOfCall(a.Call)
	if name == "" {
		name = text[0]
	}
	if task == "" {
		task = text[1]
	}
	return name, task
}

// nameOfCall gives the type and the task that a call gives an agent.
func (v *Viewer) nameOfCall(at parser.CallRef) [2]string {
	text, known := v.names.of(at)
	if known {
		return text
	}
	c := call{ToolCall: at.Call(), file: at.File, name: at.Name()}
	if c.toolKind, _, _ = toolKind(c.name); c.toolKind != "agent" {
		return text
	}
	if c.readUse(v); c.input.json != nil {
		text = [2]string{note(c.toolKind, &c.input), target(c.toolKind, &c.input)}
		v.names.keep(at, text)
	}
	return text
}

// hueBy gives the colour that the result of a call names, "" where there is none,
// and where one answer would read too often.
func (v *Viewer) hueBy(l *list, at parser.CallRef) string {
	text, known := v.hues.of(at)
	call := at.Call()
	if n := call.Structured.Len(); known || n == 0 || n > maxStructured || l.hues.reads >= mostPageReads {
		return text[0]
	}
	reads := v.source.reads
	raw := v.source.span(at.File, call.Result, call.Structured)
	l.hues.reads += v.source.reads - reads
	if raw == nil {
		return ""
	}
	result := parseObject(raw)
	text[0] = result.str(20, "color")
	v.hues.keep(at, text)
	return text[0]
}
