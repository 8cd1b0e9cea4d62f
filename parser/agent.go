package parser

import (
	"strings"

	"github.com/valyala/fastjson"

	"unspool/parser/record"
)

// An Agent is a sub-agent's own conversation, and the call that started it.
type Agent struct {
	ID    string
	Type  string
	Title string        // description of the task
	Conv  *Conversation // nil where its records are not among the files
	Meta  *Meta
	// Call is the tool call that started it; File is nil for an unlinked agent.
	Call CallRef
	// Internal agents are Claude Code's own: compaction, suggestions, warm-up.
	Internal bool
}

// A CallRef names a tool call.
type CallRef struct {
	File  *File
	Index int32 // into File.Calls
}

// A Meta is the meta.json beside an agent's file: format.md, "Agent files".
type Meta struct {
	Agent, Session                          string
	Type, Description, ToolUse, ParentAgent string
}

func parseMeta(agent, session string, b []byte) *Meta {
	m := &Meta{Agent: agent, Session: session}
	v, err := fastjson.ParseBytes(b)
	if err != nil {
		return m
	}
	get := func(key string) string { return string(v.GetStringBytes(key)) }
	m.Type, m.Description, m.ToolUse = get("agentType"), get("description"), get("toolUseId")
	m.ParentAgent = get("parentAgentId")
	return m
}

// links are the pieces of evidence in one file for which call started which
// agent: format.md, "Linking order".
type links struct {
	byResult   map[string]string // agent id → tool use id, of structured results
	byProgress map[string]string // the same of progress records
	nested     map[string]record.Nested
	meta       *Meta
}

func (l *links) note(f *File, r *record.Record, index int32) {
	if len(r.ResultAgent) > 0 {
		for i := range r.Blocks {
			if r.Blocks[i].Kind == record.ToolResult {
				set(&l.byResult, r.ResultAgent, r.Blocks[i].ID)
			}
		}
	}
	if string(r.Type) != "progress" || string(r.Subtype) != "agent_progress" {
		return
	}
	set(&l.byProgress, r.Agent, r.Tool)
	if n := r.Nested; n != nil && n.Usage != nil && len(n.MessageID) > 0 {
		key := string(n.MessageID)
		if l.nested == nil {
			l.nested = map[string]record.Nested{}
		}
		if old, ok := l.nested[key]; !ok || n.Usage.Output >= old.Usage.Output {
			usage := *n.Usage
			l.nested[key] = record.Nested{Request: clone(n.Request), Model: clone(n.Model), Usage: &usage}
		}
	}
}

// set keeps the first call of an agent: later ones are resumptions.
func set(m *map[string]string, agent, call []byte) {
	if len(agent) == 0 || len(call) == 0 {
		return
	}
	if *m == nil {
		*m = map[string]string{}
	}
	if _, ok := (*m)[string(agent)]; !ok {
		(*m)[string(agent)] = string(call)
	}
}

func clone(b []byte) []byte { return append([]byte(nil), b...) }

// isInternal tells the agents that Claude Code runs for itself: format.md,
// "Hide by default".
func isInternal(id string) bool {
	for _, p := range []string{"acompact-", "aside_question", "prompt_suggestion", "session-memory", "session_memory"} {
		if strings.HasPrefix(id, p) {
			return true
		}
	}
	return false
}

// warmup is the only prompt of a warm-up agent.
var warmup = hashWords([]byte("Warmup"))

// link finds the call that started each agent, by the first evidence that
// names one. Each call takes part once in the match by prompt.
func (s *Session) link() {
	s.Agents, s.byCall = nil, map[CallRef][]*Agent{}
	metas := map[string]*Meta{}
	for _, f := range s.Files {
		if f.links.meta != nil {
			metas[f.links.meta.Agent] = f.links.meta
		}
	}
	seen := map[string]bool{}
	for _, f := range s.Files {
		for _, c := range f.Conversations {
			if c.Agent == "" || c == s.Main || len(c.Items) == 0 && c.OpensWith == none {
				continue
			}
			a := &Agent{ID: c.Agent, Conv: c, Meta: metas[c.Agent]}
			a.Internal = isInternal(a.ID) || c.FirstWords == warmup
			seen[a.ID] = true
			s.Agents = append(s.Agents, a)
		}
	}
	for _, f := range s.Files { // agents that are only named
		for _, m := range []map[string]string{f.links.byResult, f.links.byProgress} {
			for _, id := range sortedKeys(m) {
				if !seen[id] {
					seen[id] = true
					s.Agents = append(s.Agents, &Agent{ID: id, Meta: metas[id]})
				}
			}
		}
	}
	evidence := s.evidence()
	used := map[CallRef]bool{}
	for _, a := range s.Agents {
		a.Call = s.callByID(a, evidence)
		if a.Call.File != nil {
			used[a.Call] = true
		}
	}
	prompts := s.callsByPrompt()
	for _, a := range s.Agents {
		if a.Call.File == nil && a.Conv != nil && !a.Internal {
			if a.Call = s.callByPrompt(a, prompts, used); a.Call.File != nil {
				used[a.Call] = true
			}
		}
	}
	s.breakCycles()
	for _, a := range s.Agents {
		if a.Meta != nil {
			a.Type, a.Title = a.Meta.Type, a.Meta.Description
		}
		if a.Call.File != nil {
			s.byCall[a.Call] = append(s.byCall[a.Call], a)
		}
	}
}

// evidence gathers, for each agent, the ids of calls that files name for it,
// the strongest first.
func (s *Session) evidence() map[string][]string {
	ids := map[string][]string{}
	for _, f := range s.Files {
		for agent, id := range f.links.byResult {
			ids[agent] = append(ids[agent], id)
		}
	}
	for _, f := range s.Files {
		for agent, id := range f.links.byProgress {
			ids[agent] = append(ids[agent], id)
		}
	}
	return ids
}

func (s *Session) callByID(a *Agent, evidence map[string][]string) CallRef {
	ids := evidence[a.ID]
	if id, ok := strings.CutPrefix(a.ID, callerPrefix); ok {
		ids = []string{id}
	}
	if a.Meta != nil && a.Meta.ToolUse != "" {
		ids = append([]string{a.Meta.ToolUse}, ids...)
	}
	for _, id := range ids {
		// Ids of calls repeat in copies: the parent that meta names comes first.
		if a.Meta != nil && a.Meta.ParentAgent != "" {
			for _, f := range s.Files {
				if f.agentID == a.Meta.ParentAgent {
					if ref := s.callIn(f, id, a); ref.File != nil {
						return ref
					}
				}
			}
		}
		for _, f := range s.Files {
			if ref := s.callIn(f, id, a); ref.File != nil {
				return ref
			}
		}
	}
	return CallRef{}
}

func (s *Session) callIn(f *File, id string, a *Agent) CallRef {
	if at := f.FindCall(id); at != none && f.Calls[at].Use != none && !s.own(a, f, at) {
		return CallRef{f, at}
	}
	return CallRef{}
}

// callsByPrompt gathers the calls of agents by the hash of their prompts.
func (s *Session) callsByPrompt() map[uint64][]CallRef {
	refs := map[uint64][]CallRef{}
	for _, f := range s.Files {
		for i := range f.Calls {
			if c := &f.Calls[i]; c.Prompt != 0 && c.Use != none {
				refs[c.Prompt] = append(refs[c.Prompt], CallRef{f, int32(i)})
			}
		}
	}
	return refs
}

// callByPrompt finds the call whose prompt is the agent's first words, the
// latest of those before the agent began: the only way for old versions.
func (s *Session) callByPrompt(a *Agent, prompts map[uint64][]CallRef, used map[CallRef]bool) CallRef {
	var best CallRef
	for _, ref := range prompts[a.Conv.FirstWords] {
		if used[ref] || s.own(a, ref.File, ref.Index) {
			continue
		}
		at := ref.File.Records[ref.File.Calls[ref.Index].Use].Time
		if best.File == nil || at <= a.Conv.Start {
			best = ref
		}
		if at > a.Conv.Start {
			break
		}
	}
	return best
}

// own says that a call stands in the agent's own conversation, which cannot
// have started it.
func (s *Session) own(a *Agent, f *File, call int32) bool {
	return a.Conv != nil && a.Conv.File == f && f.Calls[call].Conv == a.Conv.Index
}

// breakCycles unlinks agents that would stand, over others, below themselves.
func (s *Session) breakCycles() {
	byConv := map[*Conversation]*Agent{}
	for _, a := range s.Agents {
		if a.Conv != nil {
			byConv[a.Conv] = a
		}
	}
	for _, a := range s.Agents {
		at := a
		for range s.Agents {
			if at == nil || at.Call.File == nil {
				break
			}
			conv := at.Call.File.Calls[at.Call.Index].Conv
			if at = byConv[at.Call.File.Conversations[max(0, conv)]]; at == a {
				a.Call = CallRef{}
				break
			}
		}
	}
}
