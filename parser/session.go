package parser

import (
	"sort"
	"strings"

	"unspool/parser/sidecar"
)

// A Session is a main conversation with all its files.
type Session struct {
	ID     string
	Main   *Conversation
	Files  []*File // the main file first
	Agents []*Agent
	// Workflows are the workflow runs with files of their own, in the order of the files.
	Workflows []*Workflow
	// Sidecars are files that belong to the session and hold none of its records: spilled output, a
	// title, notes, a twin.
	Sidecars []*File
	// TwinOf is the session that this one merely copies: it has the same ID in another folder, and
	// no records of its own. It is not listed.
	TwinOf *Session
	Place  int // index in the store

	responses      *responseIndex // of the store
	byCall         map[CallRef][]*AgentSegment
	byRun          map[CallRef]*Workflow
	byConv         map[*Conversation]*Agent
	unlinkedByConv map[*Conversation][]UnlinkedAgent
	ends           map[CallRef]TaskResult
	relations      []Relation
	titled, typed  string // from other files: its title, its first prompt
	cowork         sidecar.Cowork
	revision       int
	exists         bool // it still exists: see Store.relink
	listed         bool
}

// Title returns the title of the session in one line: FORMAT.md, "Session facts for lists".
func (s *Session) Title() string {
	title := s.cowork.Title
	if title == "" || s.facts().customTitle != "" {
		title = s.facts().title(s.main(), s.titled, s.typed)
	}
	return strings.Join(strings.Fields(title), " ")
}

// Project returns the working folder that was recorded first, or the one that the person chose in
// Cowork, whose sessions run in a folder of their own.
func (s *Session) Project() string {
	if s.cowork.Folder != "" {
		return s.cowork.Folder
	}
	if list := s.facts().Folders; len(list) > 0 {
		return list[0].Value
	}
	return ""
}

// Branch returns the git branch that was recorded last.
func (s *Session) Branch() string { return last(s.facts().Branches) }

// FirstPrompt returns the person's first prompt, at most 200 characters of it.
func (s *Session) FirstPrompt() string { return s.facts().FirstPrompt }

// Version returns the version of Claude Code that was recorded last.
func (s *Session) Version() string { return last(s.facts().Versions) }

func last(list []Change) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1].Value
}

// Times returns when the main conversation began and ended, in ms since 1970.
func (s *Session) Times() (start, end int64) { return s.facts().Start, s.facts().End }

// Compactions counts the compactions of the main file.
func (s *Session) Compactions() int { return s.facts().Compactions }

// Model returns the model with the most responses in the main conversation.
func (s *Session) Model() string {
	if list := s.models(); len(list) > 0 {
		return list[0].Model
	}
	return s.facts().runModel
}

func (s *Session) main() *File { return s.Main.File }

func (s *Session) facts() *metadata {
	if s.Main.chat != nil {
		return &s.Main.chat.metadata
	}
	return &s.main().metadata
}

// Diagnostics returns the irregularities in the session's files and between them.
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

// unlinked returns the agents that were not started by any known call.
func (s *Session) unlinked() []*Agent {
	var list []*Agent
	for _, a := range s.Agents {
		if a.Call.File == nil && !a.Internal && a.Conv != nil && a.Run == nil {
			list = append(list, a)
		}
	}
	return list
}

// Oddities counts the diagnostics, including those beyond the listed ones, and those of severity
// Warning or worse.
func (s *Session) Oddities() (all, wrong int) {
	for _, f := range s.Files {
		all += f.diags.total() + f.ending.diags.total()
		wrong += f.diags.wrong + f.ending.diags.wrong
		if f.Broken {
			all++
		}
	}
	return all + len(s.unlinked()), wrong
}

// Part returns the part of one of its files that belongs to the session: usually all of it.
func (s *Session) Part(f *File) Part {
	if s.Shares(f) {
		return s.Main.chat.part
	}
	return part([3]int32{}, f.end())
}

// Shares reports whether a file of the session also holds other sessions.
func (s *Session) Shares(f *File) bool { return s.Main.chat != nil && s.Main.File == f }

// Prompts counts the prompts of the main conversation.
func (s *Session) Prompts() int {
	if s.Main.chat != nil {
		return s.Main.chat.prompts
	}
	return s.main().Prompts
}

// Facts returns the facts of the session.
func (s *Session) Facts() Facts {
	f := s.facts().Facts
	f.Title = s.Title()
	f.Models = s.models()
	return f
}

// models counts the responses of the main conversation by model.
func (s *Session) models() []ModelCount {
	var list []ModelCount
	for name, n := range s.facts().models {
		list = append(list, ModelCount{s.main().Name(name), n})
	}
	sort.Slice(list, func(i, j int) bool {
		return list[i].Responses > list[j].Responses || list[i].Responses == list[j].Responses && list[i].Model < list[j].Model
	})
	return list
}
