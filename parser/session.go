package parser

import (
	"path"
	"sort"
	"strconv"
	"strings"

	"unspool/parser/price"
	"unspool/parser/record"
)

// A Session is a main conversation with all its files.
type Session struct {
	ID     string
	Main   *Conversation
	Files  []*File // the main file first
	Agents []*Agent
	// Workflows are the runs that files are there of, in the order of files.
	Workflows []*Workflow
	// Beside are files that belong to the session and hold none of its records:
	// spilled output, a title, notes, a twin.
	Beside []*File
	// TwinOf is the session of which this one is a mere copy: the same id in
	// another folder, and nothing of its own. It is not listed.
	TwinOf *Session
	Place  int // in the store

	byCall        map[CallRef][]*Stretch
	byRun         map[CallRef]*Workflow
	byConv        map[*Conversation]*Agent
	loose         map[*Conversation][]Loose
	ends          map[CallRef]End
	relations     []Relation
	titled, typed string // by other files: its title, its first prompt
	revision      int
}

// Title is what the session is called: format.md, "Session facts for lists".
func (s *Session) Title() string { return s.main().facts.title(s.main(), s.titled, s.typed) }

// Project is the working folder that was recorded first.
func (s *Session) Project() string { return s.main().facts.cwd }

// Branch is the git branch that was recorded last.
func (s *Session) Branch() string { return s.main().facts.branch }

// Version is the version of Claude Code that was recorded last.
func (s *Session) Version() string { return s.main().facts.version }

// Times are when the main conversation began and ended, ms since 1970.
func (s *Session) Times() (start, end int64) { return s.main().facts.start, s.main().facts.end }

// Compactions counts the compactions of the main file.
func (s *Session) Compactions() int { return s.main().facts.compactions }

// Model is the model that spoke most in the main conversation.
func (s *Session) Model() string {
	f, best, most := s.main(), "", 0
	for name, n := range f.facts.models {
		if m := f.Name(name); n > most || n == most && m < best {
			best, most = m, n
		}
	}
	return best
}

func (s *Session) main() *File { return s.Main.File }

// Diagnostics lists what was odd in the session's files and between them.
func (s *Session) Diagnostics() []Diagnostic {
	var list []Diagnostic
	for _, f := range s.Files {
		list = append(list, f.Diagnostics()...)
	}
	for _, a := range s.unlinked() {
		list = append(list, Diagnostic{Code: CodeUnlinked, Severity: Info, File: a.Conv.File,
			Text: "No call was found that started the agent " + a.ID})
	}
	return list
}

// unlinked lists the agents that no call is known to have started.
func (s *Session) unlinked() []*Agent {
	var list []*Agent
	for _, a := range s.Agents {
		if a.Call.File == nil && !a.Internal && a.Conv != nil && a.Run == nil {
			list = append(list, a)
		}
	}
	return list
}

// Oddities counts the diagnostics, those beyond the listed ones too, and how
// many of them are of severity Warning or worse.
func (s *Session) Oddities() (all, wrong int) {
	for _, f := range s.Files {
		all += f.diags.total()
		wrong += f.diags.wrong
		if f.Broken {
			all++
		}
	}
	return all + len(s.unlinked()), wrong
}

// A Response is the usage of one API response, counted once.
type Response struct {
	Model string
	Time  int64
	Usage record.Usage
}

// Responses calls each for every API response of all files, once per
// (message id, request id): format.md, "De-duplication". A response that only
// progress records repeat counts where the agent's own file is missing.
func (s *Session) Responses(each func(Response)) {
	type key struct{ id, request string }
	best := map[key]*Message{}
	owner := map[key]*File{}
	seen := map[string]bool{}
	var order []key
	for _, f := range s.Files {
		for i := range f.Messages {
			m := &f.Messages[i]
			if !m.Counted {
				continue
			}
			k := key{m.ID, m.Request}
			if k == (key{}) {
				k.id = f.Path + "@" + strconv.Itoa(i)
			}
			old, ok := best[k]
			if !ok {
				order = append(order, k)
			}
			if !ok || m.Usage.Output > old.Usage.Output {
				best[k], owner[k] = m, f
			}
			seen[m.ID] = true
		}
	}
	for _, k := range order {
		m := best[k]
		each(Response{owner[k].Name(m.Model), m.Time, m.Usage})
	}
	for _, f := range s.Files {
		for _, id := range sortedKeys(f.links.nested) {
			if !seen[id] {
				seen[id] = true
				n := f.links.nested[id]
				each(Response{string(n.Model), f.facts.start, *n.Usage})
			}
		}
	}
}

// A Bill is what responses used and what that would cost.
type Bill struct {
	Usage    record.Usage
	USD      float64
	Unpriced []string // models without a known price, sorted
}

// Add counts a response.
func (b *Bill) Add(t *price.Table, r Response) {
	u := &b.Usage
	u.Input += r.Usage.Input
	u.Output += r.Usage.Output
	u.CacheRead += r.Usage.CacheRead
	u.CacheWrite5m += r.Usage.CacheWrite5m
	u.CacheWrite1h += r.Usage.CacheWrite1h
	u.WebSearches += r.Usage.WebSearches
	if usd, ok := t.Cost(r.Model, r.Time, r.Usage); ok {
		b.USD += usd
		return
	}
	at := sort.SearchStrings(b.Unpriced, r.Model)
	if at == len(b.Unpriced) || b.Unpriced[at] != r.Model {
		b.Unpriced = append(b.Unpriced, "")
		copy(b.Unpriced[at+1:], b.Unpriced[at:])
		b.Unpriced[at] = r.Model
	}
}

// Bill counts the whole session.
func (s *Session) Bill(t *price.Table) Bill {
	var b Bill
	s.Responses(func(r Response) { b.Add(t, r) })
	return b
}

// stem is a file's name without its folder and ending: a main file's session id.
func stem(name string) string {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base))
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
