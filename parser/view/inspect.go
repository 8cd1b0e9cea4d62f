package view

import (
	"slices"

	"unspool/parser"
)

const (
	maxWays  = 12  // of one kind
	wayWords = 160 // bytes of a row's text that a way carries
)

// Inspect tells all that is known of the row with a key, or of the row that
// shows a record, also where it is folded into another.
func (v *Viewer) Inspect(session int, address string) Inspection {
	in := Inspection{About: RowFacts{Key: address, Duration: -1, Context: -1}, InSession: -1, InTurn: -1}
	s := v.Store.Session(session)
	if s == nil {
		return in
	}
	l := v.list(s)
	r, ok := l.refAt(address)
	if !ok {
		return in
	}
	row := v.rowOf(l, &r)
	in.Row, in.About, in.Session = &row, v.about(l, &r), s.ID
	in.times(s, &r)
	if a := agentOf(s, &r); a != nil {
		in.Agent = a.ID
	}
	if r.side != nil {
		in.Ways = v.waysOfSide(l, r.side)
		return in
	}
	if !r.items() {
		return in
	}
	f, item := r.conv.File, &r.conv.Items[r.from]
	if item.Kind == parser.ItemTool && r.own() {
		in.Call = f.Calls[f.Blocks[item.Block].Call].ID
	}
	if in.About.Context >= 0 {
		in.Window = float64(v.windowOf(s, in.About.Model, int64(in.About.Context)))
	}
	in.Ways = v.waysOf(l, &r)
	return in
}

// times tells when a row ended, and when it was as seen from what it stands in.
func (in *Inspection) times(s *parser.Session, r *ref) {
	at := in.About.Time
	if at <= 0 {
		return
	}
	if in.About.Duration >= 0 {
		in.End = at + in.About.Duration
	}
	if start, _ := s.Times(); start > 0 {
		in.InSession = at - float64(start)
	}
	if !r.items() {
		return
	}
	if turn := r.conv.Items[r.from].Turn; turn >= 0 && r.conv.Turns[turn].Start > 0 {
		in.InTurn = at - float64(r.conv.Turns[turn].Start)
	}
}

// refAt gives what a key or the address of a record stands for.
func (l *list) refAt(address string) (ref, bool) {
	if i := l.indexOf(address); i >= 0 {
		return l.shown()[i], true
	}
	f, index, _, ok := l.parse(address)
	if !ok {
		return ref{}, false
	}
	return l.refOf(f, index)
}

// refOf gives the row that shows a record, or would if what it is folded into
// were open.
func (l *list) refOf(f *parser.File, index int32) (ref, bool) {
	want := home(f, index)
	e := &f.Records[want]
	c := f.Conversations[e.Conv]
	if e.Item < 0 || !l.shows(f, want) {
		return ref{}, false
	}
	at := e.Item
	if want != index {
		for i := at; int(i) < len(c.Items) && c.Items[i].Record == want; i++ {
			if b := c.Items[i].Block; b >= 0 && f.Blocks[b].Call == f.Records[index].Call {
				at = i
				break
			}
		}
	}
	r := ref{conv: c, from: at, to: at + 1}
	same := func(i, k int32) bool {
		return joins(f, &c.Items[i], &c.Items[k]) && stretchOf(f, &c.Items[i]) == stretchOf(f, &c.Items[k])
	}
	for r.from > 0 && same(r.from-1, r.from) {
		r.from--
	}
	for int(r.to) < len(c.Items) && same(r.to-1, r.to) {
		r.to++
	}
	return r, true
}

// agentOf gives the agent that a row stands in, or stands for.
func agentOf(s *parser.Session, r *ref) *parser.Agent {
	if r.side != nil {
		return r.side.agent
	}
	if r.conv == nil {
		return nil
	}
	return s.AgentOf(r.conv)
}

// waysOf leads from a row to what it stands in and to what it started.
func (v *Viewer) waysOf(l *list, r *ref) []Way {
	var ways []Way
	c, f := r.conv, r.conv.File
	item := &c.Items[r.from]
	if item.Turn >= 0 {
		if first := c.Turns[item.Turn].First; first < r.from {
			ways = v.wayTo(ways, l, "turn", f, c.Items[first].Record)
		}
	}
	if a := l.session.AgentOf(c); a != nil {
		if call := l.session.StretchAt(a, r.from); call.File != nil {
			ways = v.wayTo(ways, l, "agent", call.File, call.File.Calls[call.Index].Use)
		} else {
			ways = v.wayToRow(ways, l, "agent", ref{conv: c, side: &side{agent: a, task: taskOf(a)}})
		}
	}
	if item.Kind == parser.ItemTool && r.own() {
		ways = v.waysOfCall(ways, l, f, f.Blocks[item.Block].Call)
	}
	for i := r.from - 1; i >= 0; i-- {
		if c.Items[i].Kind == parser.ItemCompaction {
			ways = v.wayTo(ways, l, "compaction", f, c.Items[i].Record)
			break
		}
	}
	return ways
}

// waysOfCall leads to the agents that a call started, and to where it was told
// how they ended.
func (v *Viewer) waysOfCall(ways []Way, l *list, f *parser.File, call int32) []Way {
	count := 0
	for _, x := range l.session.StretchesOf(f, call) {
		if a := x.Agent.Conv; a != nil && x.From >= 0 && int(x.From) < len(a.Items) && count < maxWays {
			ways = v.wayTo(ways, l, "started", a.File, a.Items[x.From].Record)
			count++
		}
	}
	if end, ok := l.session.EndOf(f, call); ok {
		ways = v.wayTo(ways, l, "ended", end.File, end.Record)
	}
	return ways
}

// waysOfSide leads from the row of an agent to its first words, and to the call
// that started it.
func (v *Viewer) waysOfSide(l *list, x *side) []Way {
	var ways []Way
	if x.agent == nil {
		return nil
	}
	if call := x.agent.Call; call.File != nil {
		ways = v.wayTo(ways, l, "agent", call.File, call.File.Calls[call.Index].Use)
	}
	if c := x.agent.Conv; c != nil && c.OpensWith >= 0 {
		ways = v.wayTo(ways, l, "started", c.File, c.OpensWith)
	}
	return ways
}

// taskOf gives what an agent of a workflow's run was to do.
func taskOf(a *parser.Agent) *parser.Task {
	if a.Run == nil {
		return nil
	}
	for _, p := range a.Run.Phases {
		for i := range p.Tasks {
			if p.Tasks[i].Agent == a {
				return &p.Tasks[i]
			}
		}
	}
	return nil
}

// wayTo adds the way to a record.
func (v *Viewer) wayTo(ways []Way, l *list, to string, f *parser.File, index int32) []Way {
	if index < 0 || int(index) >= len(f.Records) {
		return ways
	}
	way := Way{To: to, Origin: origin(f, index), Label: f.Name(f.Records[index].Label)}
	if r, ok := l.refOf(f, index); ok {
		way.Row = v.brief(l, &r)
	}
	return append(ways, way)
}

// wayToRow adds the way to a row that has no record of its own.
func (v *Viewer) wayToRow(ways []Way, l *list, to string, r ref) []Way {
	return append(ways, Way{To: to, Row: v.brief(l, &r)})
}

// brief gives a row with no more than the beginning of its words.
func (v *Viewer) brief(l *list, r *ref) *Row {
	row := v.rowOf(l, r)
	row.Text = oneLine(row.Text, wayWords)
	row.Chips, row.From, row.Media, row.Cites = nil, nil, nil, nil
	return &row
}

// RecordAt tells what stands at an offset of a file of the session: the record
// that begins there, or the one around it.
func (v *Viewer) RecordAt(session, file int, offset int64) RecordFacts {
	s := v.Store.Session(session)
	if s == nil {
		return RecordFacts{}
	}
	i := slices.IndexFunc(v.Store.Files, func(f *parser.File) bool { return f.Number == file })
	if i < 0 {
		return RecordFacts{}
	}
	f, l := v.Store.Files[i], v.list(s)
	at := stretchAt(f, offset)
	all := stretchesIn(f)
	if at < 0 {
		return RecordFacts{}
	}
	out := RecordFacts{Found: true, Number: at + 1, Count: all}
	out.Origin, out.Bytes = placeOf(f, at)
	if at > 0 {
		before, _ := placeOf(f, at-1)
		out.Before = &before
	}
	if at+1 < all {
		after, _ := placeOf(f, at+1)
		out.After = &after
	}
	if at < len(f.Records) {
		v.aboutRecord(l, f, int32(at), &out)
		return out
	}
	out.Fate, out.Reason = parser.FateHidden.String(), parser.ReasonUnfinished.String()
	if len(f.Records) == 0 && f.Role != parser.RoleMain && f.Role != parser.RoleAgent {
		out.Reason = parser.ReasonFile.String()
	}
	return out
}

func (v *Viewer) aboutRecord(l *list, f *parser.File, index int32, out *RecordFacts) {
	e := &f.Records[index]
	fate, why := l.session.Fate(f, index)
	out.Label, out.Class, out.Time, out.Fate = f.Name(e.Label), e.Class.String(), float64(e.Time), fate.String()
	if fate == parser.FateHidden {
		out.Reason = why.String()
	}
	if r, ok := l.refOf(f, index); ok {
		out.Row = v.brief(l, &r)
	}
	if e.Message >= 0 {
		m := &f.Messages[e.Message]
		out.Message, out.Request = m.ID, m.Request
	}
	for _, b := range f.Blocks[e.First : e.First+int32(e.Blocks)] {
		if b.Call >= 0 && len(out.Calls) < maxWays {
			c := &f.Calls[b.Call]
			out.Calls = append(out.Calls, Field{Name: f.Name(c.Name), Value: c.ID})
		}
	}
	out.Ways = v.waysOfRecord(l, f, index)
}

// waysOfRecord leads from a record to those that it is tied to by its ids.
func (v *Viewer) waysOfRecord(l *list, f *parser.File, index int32) []Way {
	var ways []Way
	e := &f.Records[index]
	ways = v.wayTo(ways, l, "before", f, f.ParentOf(index))
	children, more := f.ChildrenOf(index, maxWays)
	for _, child := range children {
		ways = v.wayTo(ways, l, "after", f, child)
	}
	if more > 0 {
		ways = append(ways, Way{To: "more", Count: more})
	}
	tied := 0
	for _, b := range f.Blocks[e.First : e.First+int32(e.Blocks)] {
		if b.Call < 0 || tied == maxWays {
			continue
		}
		switch c := &f.Calls[b.Call]; {
		case c.Use == index && c.Result >= 0 && c.Result != index:
			ways = v.wayTo(ways, l, "result", f, c.Result)
		case c.Result == index && c.Use != index:
			ways = v.wayTo(ways, l, "call", f, c.Use)
		default:
			continue
		}
		tied++
	}
	if e.With >= 0 {
		ways = v.wayTo(ways, l, "with", f, e.With)
	}
	if e.Message >= 0 {
		count := 0
		for at := f.Messages[e.Message].First; at >= 0 && count < maxWays; at = f.Records[at].Next {
			if at != index {
				ways = v.wayTo(ways, l, "message", f, at)
				count++
			}
		}
	}
	if e.Class == parser.ClassDuplicate {
		if at := f.Lookup(e.UUID); at != index {
			ways = v.wayTo(ways, l, "counts", f, at)
		}
	}
	return ways
}

// stretchesIn counts the stretches of a file that can be looked at one after the
// other: its records, and what stands behind the last one; of a file without
// records all of it.
func stretchesIn(f *parser.File) int {
	if rest, _ := restOf(f); rest.Length > 0 {
		return len(f.Records) + 1
	}
	return len(f.Records)
}

// stretchAt finds the stretch that holds an offset, or follows it; -1 in an empty file.
func stretchAt(f *parser.File, offset int64) int {
	at, found := slices.BinarySearchFunc(f.Records, offset, func(r parser.Record, at int64) int {
		switch {
		case r.Offset < at:
			return -1
		case r.Offset > at:
			return 1
		}
		return 0
	})
	if found {
		return at
	}
	all := stretchesIn(f)
	if at > 0 {
		if o, size := placeOf(f, at-1); float64(offset) < o.Offset+size {
			return at - 1
		}
	}
	return min(at, all-1)
}

// placeOf tells where a stretch is, and its bytes.
func placeOf(f *parser.File, at int) (Origin, float64) {
	if at >= len(f.Records) {
		return restOf(f)
	}
	o := origin(f, int32(at))
	if f.Records[at].Class != parser.ClassGap {
		return o, float64(o.Length)
	}
	end := float64(f.Written())
	if at+1 < len(f.Records) {
		end = float64(f.Records[at+1].Offset)
	}
	size := end - o.Offset
	o.Length = int(size)
	return o, size
}

// restOf tells what stands behind the last record: a record that was not
// finished, or a file that holds none.
func restOf(f *parser.File) (Origin, float64) {
	o := Origin{File: f.Number, Path: f.Path}
	if len(f.Records) == 0 && f.Role != parser.RoleMain && f.Role != parser.RoleAgent {
		o.Length = int(f.Written())
		return o, float64(o.Length)
	}
	if len(f.Records) > 0 {
		last := &f.Records[len(f.Records)-1]
		o.Offset = float64(last.Offset) + float64(last.Length)
	}
	for _, d := range f.Diagnostics() {
		if (d.Code == parser.CodeUnfinished || d.Code == parser.CodeOverlong) && float64(d.Offset) >= o.Offset {
			o.Line, o.Offset, o.Length = d.Line, float64(d.Offset), int(d.Length)
			return o, float64(o.Length)
		}
	}
	o.Length = 0
	return o, 0
}
