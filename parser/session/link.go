package session

import (
	"sort"
	"strings"

	"unspool/parser/internal/tags"
	"unspool/parser/sidecar"
	"unspool/parser/transcript"
)

// An agentLinker finds the call that started each agent of a session: FORMAT.md, "Linking order". It
// uses the evidence collected from the files, and runs again whenever that has grown.
//
// The first of these that names a known call wins:
//
//  1. the workflow run that the agent worked for ([transcript.ByRun])
//  2. the ID of an agent without a file of its own, if it is named after its call
//  3. the agent's meta file
//  4. ByResult, ByProgress, ByNotice and ByText
//  5. ByTeammate, or the name alone of an agent whose team is unknown
//  6. the agent's prompt, then its description and the time, for the calls that are left
//  7. a call that resumed the agent
//
// An agent of a run is linked by nothing else, and one named after its call by no other ID.
type agentLinker struct {
	s         *Session
	metas     map[string]*sidecar.Meta
	byID      map[string]*Agent                 // the first agent with an ID
	ruleCalls map[transcript.LinkKey]string     // the call that a rule names, from the first file that does
	calls     map[string][]CallRef              // calls that evidence names, by ID, in the order of files
	used      map[CallRef]bool                  // agent calls that are linked to an agent
	steps     map[step]int                      // phases of runs
	places    map[*Agent]place                  // tasks of runs
	copies    map[*transcript.Conversation]bool // copies of agents' conversations that another file holds in full
	spawns    map[string]string                 // calls that started teammates, by name
	mates     map[string]bool                   // teammates that have records, by name@team
}

// link links the agents of a session to the calls that started them.
func link(s *Session) {
	if s.Main.Chat != nil {
		s.AgentTree = AgentTree{main: s.Main}
		return // claude.ai has no agents
	}
	l := &agentLinker{s: s, metas: map[string]*sidecar.Meta{}, byID: map[string]*Agent{}, ruleCalls: map[transcript.LinkKey]string{},
		calls: map[string][]CallRef{}, used: map[CallRef]bool{}, steps: map[step]int{}, places: map[*Agent]place{},
		copies: map[*transcript.Conversation]bool{}, spawns: map[string]string{}}
	s.AgentTree = AgentTree{main: s.Main, byCall: map[CallRef][]*AgentInvocation{},
		byConv: map[*transcript.Conversation]*Agent{}, byRun: map[CallRef]*Workflow{}}
	l.collect()
	l.findCalls()
	l.runs()
	for _, a := range s.Agents {
		l.setCall(a, l.byEvidence(a))
	}
	l.byPrompt()
	l.resume()
	l.cutCycles()
	l.findEnds()
	for _, w := range s.Workflows {
		if _, ended := s.ends[w.Call]; ended || w.Status != "" {
			w.finish()
		}
	}
	l.findInvocations()
	l.placeUnlinked()
}

// collect lists the agents: first those with records, then those that are only named.
func (l *agentLinker) collect() {
	s := l.s
	for _, f := range s.Files {
		for _, m := range f.Evidence.Metas {
			if m.Agent == "" {
				m.Agent = f.AgentID
			}
			l.metas[m.Agent] = m
		}
		for c, call := range f.Evidence.Calls {
			if l.ruleCalls[c] == "" {
				l.ruleCalls[c] = call
			}
		}
	}
	twins := map[string]*Agent{}
	for _, f := range s.Files {
		if f.Role != transcript.RoleMain && f.Role != transcript.RoleAgent {
			continue
		}
		for _, c := range f.Conversations {
			if c.Agent == "" || c == s.Main || len(c.Items) == 0 && c.FirstMessage == transcript.None {
				continue
			}
			if a := twins[c.Agent]; a != nil && sameBeginning(a.Conv, c) {
				copied := c
				if len(c.Items) > len(a.Conv.Items) { // the copy that continued
					copied, a.Conv = a.Conv, c
					delete(s.byConv, copied)
					s.byConv[c] = a
				}
				l.copies[copied] = true
				a.copies = append(a.copies, copied)
				continue
			}
			a := l.add(&Agent{ID: c.Agent, Conv: c, Fork: f.Evidence.Fork && c.Index == 0})
			if c.FirstPromptHash == transcript.WarmupHash {
				a.Internal, a.Type = true, "warmup"
			}
			twins[c.Agent] = a
			s.byConv[c] = a
		}
	}
	l.findSpawns()
	var others []string
	for c := range l.ruleCalls {
		needsEntry := c.Rule == transcript.ByResult || c.Rule == transcript.ByProgress ||
			c.Rule == transcript.ByTeammate && l.isUnmatched(c.ID)
		if needsEntry && l.byID[c.ID] == nil {
			others = append(others, c.ID)
		}
	}
	sort.Slice(others, func(i, j int) bool { return others[i] < others[j] })
	for _, id := range others {
		if l.byID[id] == nil {
			l.add(&Agent{ID: id})
		}
	}
}

// sameBeginning reports whether two conversations hold the same agent: copies of an agent's file
// exist under several folders.
func sameBeginning(a, b *transcript.Conversation) bool {
	return a.FirstMessage >= 0 && b.FirstMessage >= 0 && !a.File.Records.At(a.FirstMessage).UUID.None() &&
		a.File.Records.At(a.FirstMessage).UUID == b.File.Records.At(b.FirstMessage).UUID
}

func (l *agentLinker) add(a *Agent) *Agent {
	if m := l.metas[a.ID]; m != nil {
		a.Meta, a.Type, a.Title, a.Name, a.Team, a.Fork = m, m.Type, m.Description, m.Name, m.Team, a.Fork || m.Fork
	}
	if name, team, found := strings.Cut(a.ID, "@"); found && a.Name == "" {
		a.Name, a.Team = name, team
	}
	if label := transcript.InternalLabel(a.ID); label != "" {
		a.Internal, a.Type = true, label
	}
	l.s.Agents = append(l.s.Agents, a)
	if a.again = l.byID[a.ID] != nil; !a.again {
		l.byID[a.ID] = a
	}
	return a
}

// findCalls looks up the calls that evidence names. It scans the calls of each file, or looks up
// all names in it, whichever are fewer.
func (l *agentLinker) findCalls() {
	targets := map[string]bool{}
	for _, id := range l.ruleCalls {
		targets[id] = true
	}
	for _, m := range l.metas {
		targets[m.ToolUse] = true
	}
	for _, f := range l.s.Files {
		for i := range f.Notices {
			targets[f.Notices[i].Call] = true
		}
		for _, r := range f.Evidence.Resumed {
			targets[r.Call] = true
		}
		for _, c := range f.Conversations[1:] {
			if id, ok := strings.CutPrefix(c.Agent, transcript.CallerPrefix); ok {
				targets[id] = true
			}
		}
	}
	delete(targets, "")
	for _, f := range l.s.Files {
		if int(f.Calls.Len()) < len(targets) {
			for i := range f.Calls.Len() {
				if targets[string(f.IDBytes(f.Calls.At(i).ID))] {
					l.found(CallRef{f, i})
				}
			}
			continue
		}
		for id := range targets {
			if at, ok := f.FindCall(id); ok {
				l.found(CallRef{f, at})
			}
		}
	}
}

func (l *agentLinker) found(ref CallRef) {
	if l.shown(ref) {
		id := ref.File.Ident(ref.File.Calls.At(ref.Index).ID)
		l.calls[id] = append(l.calls[id], ref)
	}
}

// shown reports whether a call is in a conversation of the session and was not withdrawn. An agent
// started by any other call stays where it began.
func (l *agentLinker) shown(ref CallRef) bool {
	c := ref.File.Calls.At(ref.Index)
	return c.Use != transcript.None && !ref.File.Records.At(c.Use).IsRetracted() && !l.copies[ref.conversation()]
}

// callNear returns the call with an ID: the one in the given file if there is one, else the first.
func (l *agentLinker) callNear(id string, in *transcript.File) CallRef {
	refs := l.calls[id]
	for _, r := range refs {
		if r.File == in {
			return r
		}
	}
	if len(refs) > 0 {
		return refs[0]
	}
	return CallRef{}
}

// byEvidence applies the rules that name a call by its ID, in the order that [agentLinker] describes. The
// agents of a workflow run belong to the run's call, even if it is unknown.
func (l *agentLinker) byEvidence(a *Agent) CallRef {
	if a.Run != nil {
		return a.Run.Call
	}
	if id, ok := strings.CutPrefix(a.ID, transcript.CallerPrefix); ok {
		return l.call(a, id)
	}
	if a.Meta != nil {
		if ref := l.call(a, a.Meta.ToolUse); ref.File != nil {
			return ref
		}
	}
	for _, r := range []transcript.Rule{transcript.ByResult, transcript.ByProgress, transcript.ByNotice, transcript.ByText} {
		if ref := l.call(a, l.ruleCalls[transcript.LinkKey{Rule: r, ID: a.ID}]); ref.File != nil {
			return ref
		}
	}
	return l.call(a, l.spawned(a))
}

// call finds a call by its ID. IDs repeat in copies: the parent that the meta file names comes
// first, then the main file. A call in the agent's own conversation cannot have started it, nor can
// a tool of an MCP server.
func (l *agentLinker) call(a *Agent, id string) CallRef {
	var best CallRef
	for _, ref := range l.calls[id] {
		if ref.conversation() == a.Conv || strings.HasPrefix(ref.File.Name(ref.File.Calls.At(ref.Index).Name), "mcp__") {
			continue
		}
		if a.Meta != nil && a.Meta.ParentAgent != "" && ref.File.AgentID == a.Meta.ParentAgent {
			return ref
		}
		if best.File == nil {
			best = ref
		}
	}
	return best
}

func (l *agentLinker) setCall(a *Agent, ref CallRef) {
	if ref.File != nil {
		a.Call = ref
		l.used[ref] = true
	}
}

// byPrompt links the agents that no ID links, each call at most once: by the prompt, the only link
// in old versions, then by the description and the time.
func (l *agentLinker) byPrompt() {
	prompts, titles := map[uint64][]CallRef{}, map[uint64][]CallRef{}
	for _, f := range l.s.Files {
		for i := range f.Calls.Len() {
			ref := CallRef{f, i}
			if c := f.Calls.At(i); c.PromptHash != 0 && l.shown(ref) && !l.used[ref] {
				prompts[c.PromptHash] = append(prompts[c.PromptHash], ref)
			}
		}
		for _, t := range f.Evidence.Tasks {
			if ref := (CallRef{f, t.Call}); t.Title != 0 && l.shown(ref) && !l.used[ref] {
				titles[t.Title] = append(titles[t.Title], ref)
			}
		}
	}
	for _, by := range []map[uint64][]CallRef{prompts, titles} {
		for _, refs := range by {
			byTime(refs)
		}
	}
	for _, a := range l.s.Agents {
		if a.isUnlinked() {
			l.setCall(a, l.nearest(a, prompts, a.Conv.FirstPromptHash, 0))
		}
	}
	const minute = 60_000
	for _, a := range l.s.Agents {
		if a.isUnlinked() && a.Title != "" && a.Start() > 0 {
			l.setCall(a, l.nearest(a, titles, tags.HashText([]byte(a.Title)), minute))
		}
	}
}

// nearest returns, among the calls with the same text, the latest before the agent began, else the
// earliest. within is the maximum time between the two in ms, 0 for no limit. The calls are sorted
// by time.
func (l *agentLinker) nearest(a *Agent, by map[uint64][]CallRef, words uint64, within int64) CallRef {
	refs, start := by[words], a.Start()
	fits := func(i int) bool {
		t := refs[i].time()
		return !l.used[refs[i]] && refs[i].conversation() != a.Conv && (within == 0 || t <= start+within && t >= start-within)
	}
	after := sort.Search(len(refs), func(i int) bool { return refs[i].time() > start })
	best := after - 1
	for best >= 0 && !fits(best) {
		best--
	}
	if best < 0 {
		for best = after; best < len(refs) && !fits(best); best++ {
		}
	}
	if best == len(refs) {
		return CallRef{}
	}
	ref := refs[best]
	by[words] = append(refs[:best], refs[best+1:]...)
	return ref
}

func byTime(refs []CallRef) {
	sort.SliceStable(refs, func(i, j int) bool { return refs[i].time() < refs[j].time() })
}

// resume records the calls that resumed agents. An agent without a known start is linked to the
// first of them.
func (l *agentLinker) resume() {
	for _, f := range l.s.Files {
		for _, r := range f.Evidence.Resumed {
			a, ref := l.byID[r.Agent], l.callNear(r.Call, f)
			if a == nil || ref.File == nil || ref == a.Call || ref.conversation() == a.Conv {
				continue
			}
			if a.isUnlinked() {
				l.setCall(a, ref)
				continue
			}
			a.Resumed = append(a.Resumed, ref)
		}
	}
	for _, a := range l.s.Agents {
		byTime(a.Resumed)
	}
}
