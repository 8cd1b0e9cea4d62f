package session

import (
	"iter"
	"sort"
	"strings"

	"unspool/parser/sidecar"
	"unspool/parser/transcript"
)

// A Session is a main conversation with all its files.
type Session struct {
	ID    string
	Main  *transcript.Conversation
	Files []*transcript.File // the main file first
	AgentTree
	Copies *Copies // of the store
	// Sidecars are files that belong to the session and hold none of its records: persisted output,
	// a title, notes, a twin.
	Sidecars []*transcript.File
	// TwinOf is the session that this one merely copies: it has the same ID in another folder, and
	// no records of its own. It is not listed.
	TwinOf *Session
	Place  int // index in the store, -1 once the session no longer exists: see Store.relink

	responses     *responseIndex // of the store
	relations     []Relation
	titled, typed string // from other files: its title, its first prompt
	cowork        sidecar.Cowork
	revision      int
	linkedInput   uint64 // see Store.linkInput
	exists        bool   // it still exists: see Store.relink
	listed        bool
}

// Title returns the title of the session in one line: FORMAT.md, "Session facts for lists".
func (s *Session) Title() string {
	title := s.cowork.Title
	if title == "" || s.facts().CustomTitle != "" {
		title = s.facts().ChooseTitle(s.Main.File, s.titled, s.typed)
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

func last(list []transcript.Change) string {
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
	return s.facts().RunModel
}

func (s *Session) facts() *transcript.Metadata {
	if s.Main.Chat != nil {
		return &s.Main.Chat.Metadata
	}
	return &s.Main.File.Metadata
}

// Diagnostics returns the irregularities in the session's files and between them.
func (s *Session) Diagnostics() []transcript.Diagnostic {
	var list []transcript.Diagnostic
	for _, f := range s.Files {
		list = append(list, f.Diagnostics()...)
	}
	for _, a := range unlinked(s.Agents) {
		list = append(list, transcript.Diagnostic{Code: transcript.CodeUnlinked, Severity: transcript.Info, File: a.Conv.File,
			Agent: a.ID})
	}
	return list
}

// unlinked returns the agents that were not started by any known call.
func unlinked(agents []*Agent) []*Agent {
	var list []*Agent
	for _, a := range agents {
		if a.isUnlinked() {
			list = append(list, a)
		}
	}
	return list
}

// CountDiagnostics counts the diagnostics, including those beyond the listed ones, and those of severity
// Warning or worse.
func (s *Session) CountDiagnostics() (all, wrong int) {
	for _, f := range s.Files {
		a, w := f.CountDiagnostics()
		all, wrong = all+a, wrong+w
	}
	return all + len(unlinked(s.Agents)), wrong
}

// Part returns the part of one of its files that belongs to the session: usually all of it.
func (s *Session) Part(f *transcript.File) transcript.Part {
	if s.Shares(f) {
		return s.Main.Chat.Part
	}
	return f.WholePart()
}

// Shares reports whether a file of the session also holds other sessions.
func (s *Session) Shares(f *transcript.File) bool { return s.Main.Chat != nil && s.Main.File == f }

// PromptCount counts the prompts of the main conversation.
func (s *Session) PromptCount() int {
	if s.Main.Chat != nil {
		return s.Main.Chat.PromptCount
	}
	return s.Main.File.PromptCount
}

// Facts returns the facts of the session.
func (s *Session) Facts() transcript.Facts {
	f := s.facts().Facts
	f.Title = s.Title()
	f.Models = s.models()
	return f
}

// models counts the responses of the main conversation by model.
func (s *Session) models() []transcript.ModelCount {
	var list []transcript.ModelCount
	for name, n := range s.facts().ResponseCounts {
		list = append(list, transcript.ModelCount{Model: s.Main.File.Name(name), Responses: n})
	}
	sort.Slice(list, func(i, j int) bool {
		return list[i].Responses > list[j].Responses || list[i].Responses == list[j].Responses && list[i].Model < list[j].Model
	})
	return list
}

// ToolCalls iterates over the tool calls of all files of the session, the main file first, each
// file in the order of the calls. It omits results whose call is not recorded.
func (s *Session) ToolCalls() iter.Seq[CallRef] {
	return func(yield func(CallRef) bool) {
		for _, f := range s.Files {
			for i := range f.Calls.Len() {
				if f.Calls.At(i).Use != transcript.None && !yield(CallRef{f, i}) {
					return
				}
			}
		}
	}
}

// Call returns the index entry of the call. It is valid until the file grows.
func (r CallRef) Call() *transcript.ToolCall { return r.File.Calls.At(r.Index) }

// Name returns the tool's name as recorded: "Bash", "mcp__server__tool".
func (r CallRef) Name() string { return r.File.Name(r.Call().Name) }

// Line returns the line of the call in its file, from 1, or 0 if the call is not recorded.
func (r CallRef) Line() int {
	if use := r.Call().Use; use != transcript.None {
		return int(r.File.Records.At(use).Line)
	}
	return 0
}

// Answered reports whether a result is recorded. A call without a result was killed, is still
// running, or was cut off with its file.
func (r CallRef) Answered() bool { return r.Call().Result != transcript.None }

// Failed reports whether the result reports a failure, or that the call was refused or stopped.
func (r CallRef) Failed() bool { return r.Call().Failed }

// AgentsIn returns the agents that were started in a conversation. For the main conversation this
// includes the agents without a known call or parent.
func (t *AgentTree) AgentsIn(c *transcript.Conversation) []*Agent {
	var list []*Agent
	for _, a := range t.Agents {
		if t.Parent(a) == c {
			list = append(list, a)
		}
	}
	return list
}

// Conversations iterates over the main conversation and those of the agents whose records are among
// the files.
func (s *Session) Conversations() iter.Seq[*transcript.Conversation] {
	return func(yield func(*transcript.Conversation) bool) {
		if !yield(s.Main) {
			return
		}
		for _, a := range s.Agents {
			if a.Conv != nil && !yield(a.Conv) {
				return
			}
		}
	}
}
