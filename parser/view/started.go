package view

import "unspool/parser"

// readings keep what was read of the calls that started agents: a name or a colour
// is told with every row of an agent, and the calls stand far apart in the files.
type readings map[parser.CallRef]reading

// A reading is what a call says of an agent, as the call was then.
type reading struct {
	use, result int32 // its records
	times       int   // File.Restarts
	said        [2]string
}

// of gives what was read of a call, if it is still that call.
func (r readings) of(at parser.CallRef) (said [2]string, known bool) {
	one, known := r[at]
	call := at.Call()
	return one.said, known && one.use == call.Use && one.result == call.Result && one.times == at.File.Restarts
}

func (r readings) keep(at parser.CallRef, said [2]string) {
	call := at.Call()
	r[at] = reading{call.Use, call.Result, at.File.Restarts, said}
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
	said := v.namedBy(a.Call)
	if name == "" {
		name = said[0]
	}
	if task == "" {
		task = said[1]
	}
	return name, task
}

// namedBy gives the type and the task that a call gives an agent.
func (v *Viewer) namedBy(at parser.CallRef) [2]string {
	said, known := v.names.of(at)
	if known {
		return said
	}
	c := call{ToolCall: at.Call(), file: at.File, name: at.Name()}
	if c.face, _, _ = face(c.name); c.face != "agent" {
		return said
	}
	if c.readUse(v); c.input.json != nil {
		said = [2]string{note(c.face, &c.input), target(c.face, &c.input)}
		v.names.keep(at, said)
	}
	return said
}

// hueBy gives the colour that the result of a call names, "" where there is none,
// and where one answer would read too often.
func (v *Viewer) hueBy(l *list, at parser.CallRef) string {
	said, known := v.hues.of(at)
	call := at.Call()
	if n := call.Structured.Len(); known || n == 0 || n > maxStructured || l.hues.reads >= mostPageReads {
		return said[0]
	}
	reads := v.source.reads
	raw := v.source.span(at.File, call.Result, call.Structured)
	l.hues.reads += v.source.reads - reads
	if raw == nil {
		return ""
	}
	result := parseObject(raw)
	said[0] = result.str(20, "color")
	v.hues.keep(at, said)
	return said[0]
}
