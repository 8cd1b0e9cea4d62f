package parser

import (
	"path"
	"strings"
)

// A Workflow is one run of the Workflow tool: FORMAT.md, "Workflows". It is assembled from the
// run's journal, from the snapshot that is written when it has ended, and from the agents' files in
// its folder.
type Workflow struct {
	ID      string // wf_…
	Name    string
	Status  string // as in the snapshot: completed, failed, killed; "" without one
	Summary string
	Call    CallRef // File is nil if the call was not found
	Phases  []Phase // in order
}

// A Phase is a step of a workflow with its agents. Agents without a known phase are in one without
// a title.
type Phase struct {
	Title string
	Tasks []Task
}

// A Task is one agent's work inside a workflow.
type Task struct {
	Agent *Agent
	Label string
	State TaskState
}

// A TaskState is the state of a task.
type TaskState uint8

// The states of tasks.
const (
	TaskUnknown TaskState = iota // only its file exists
	TaskOpen                     // started, with no recorded end
	TaskDone                     // it has a result
	TaskFailed                   // it failed
	TaskCut                      // the run ended before it did
)

// A runLog is what one file, a journal or a snapshot, contains about a workflow.
type runLog struct {
	id, name, status, summary string
	modeChange                []string // titles of the phases
	tasks                     []noted
	index                     map[string]int // tasks by agent ID and by key
}

type noted struct {
	agent, label, phase string
	state               TaskState
}

// maxSnapshot limits what is kept of a run's snapshot until it is read. The snapshot also holds the
// script and the result; of a longer one the fields before the cut count.
const maxSnapshot = 4 << 20

// findRun recognizes the files of a workflow by their path:
//
//	<session>/subagents/workflows/wf_1/agent-….jsonl, journal.jsonl
//	<session>/workflows/wf_1.json
func (f *File) findRun(name string) {
	dir, base := path.Split(name)
	dirs := strings.Split(strings.Trim(dir, "/"), "/")
	parent := func(n int) string {
		if n <= len(dirs) {
			return dirs[len(dirs)-n]
		}
		return ""
	}
	switch last := parent(1); {
	case strings.HasPrefix(last, "wf_"):
		f.run.id = last
		if base == "journal.jsonl" {
			f.Role = RoleJournal
			for i, d := range dirs {
				if d == "subagents" && i > 0 {
					f.sessionID = dirs[i-1]
				}
			}
		}
	case last == "workflows" && strings.HasPrefix(base, "wf_") && strings.HasSuffix(base, ".json"):
		f.Role, f.run.id, f.sessionID = RoleRun, strings.TrimSuffix(base, ".json"), parent(2)
	}
}

// journal reads a line of journal.jsonl. A key identifies a task that may have been tried several
// times; each try is an agent.
func (r *runLog) journal(line []byte) {
	var kind, key, agent string
	var n noted
	failed := false
	members(line, 0, func(name string, at int) {
		switch name {
		case "type":
			kind = stringAt(line, at)
		case "key":
			key = "key " + stringAt(line, at)
		case "agentId":
			agent = stringAt(line, at)
		case "label":
			n.label = stringAt(line, at)
		case "phase", "phaseTitle":
			n.phase = stringAt(line, at)
		case "workflowName", "name":
			r.name = stringAt(line, at)
		case "error":
			failed = line[at] != 'n'
		}
	})
	switch kind {
	case "started":
		n.agent, n.state = agent, TaskOpen
		r.task(n)
		if at, ok := r.index[agent]; ok && key != "" {
			r.index[key] = at
		}
	case "result", "failed":
		n.agent, n.state = agent, TaskDone
		if failed || kind == "failed" {
			n.state = TaskFailed
		}
		if agent == "" {
			if at, ok := r.index[key]; ok {
				r.tasks[at].state = n.state
			}
			return
		}
		r.task(n)
	}
}

// task adds a task, or updates a known one.
func (r *runLog) task(n noted) {
	if n.agent == "" {
		return
	}
	if r.index == nil {
		r.index = map[string]int{}
	}
	at, known := r.index[n.agent]
	if !known {
		r.index[n.agent] = len(r.tasks)
		r.tasks = append(r.tasks, n)
		return
	}
	t := &r.tasks[at]
	if n.label != "" {
		t.label = n.label
	}
	if n.phase != "" {
		t.phase = n.phase
	}
	t.state = max(t.state, n.state)
}

// snapshot reads a run's JSON file. It ignores the file's count of agents, which may be too low.
func (r *runLog) snapshot(b []byte) {
	members(b, 0, func(name string, at int) {
		switch name {
		case "workflowName":
			r.name = stringAt(b, at)
		case "status":
			r.status = stringAt(b, at)
		case "summary":
			r.summary = stringAt(b, at)
		case "phases":
			elements(b, at, func(at int) {
				members(b, at, func(name string, at int) {
					if name == "title" {
						r.phase(stringAt(b, at))
					}
				})
			})
		case "workflowProgress", "agents":
			elements(b, at, func(at int) { r.progress(b, at) })
		}
	})
}

func (r *runLog) phase(title string) {
	if title != "" {
		r.modeChange = append(r.modeChange, title)
	}
}

func (r *runLog) progress(b []byte, at int) {
	n, title := noted{state: TaskOpen}, ""
	members(b, at, func(name string, at int) {
		switch name {
		case "agentId":
			n.agent = stringAt(b, at)
		case "label":
			n.label = stringAt(b, at)
		case "phaseTitle", "phase":
			n.phase = stringAt(b, at)
		case "title":
			title = stringAt(b, at)
		case "state", "status":
			switch stringAt(b, at) {
			case "done", "completed":
				n.state = TaskDone
			case "error", "failed":
				n.state = TaskFailed
			}
		}
	})
	if n.agent == "" {
		r.phase(title)
		return
	}
	r.task(n)
}

// runs collects the workflows of the session, in the order in which they are found, and the agents
// that only they name.
func (l *linker) runs() {
	s := l.s
	s.Workflows = nil
	byID := map[string]*Workflow{}
	get := func(id string) *Workflow {
		w := byID[id]
		if w == nil {
			w = &Workflow{ID: id}
			byID[id] = w
			s.Workflows = append(s.Workflows, w)
		}
		return w
	}
	// Snapshots come first: they contain the order of phases and tasks.
	for _, role := range []Role{RoleRun, RoleJournal} {
		for _, f := range s.Files {
			if f.Role == role {
				l.gather(get(f.run.id), &f.run)
			}
		}
	}
	for _, a := range s.Agents {
		if a.Conv == nil || a.Run != nil || a.Conv.File.run.id == "" || a.Conv.Index != 0 {
			continue
		}
		n := noted{agent: a.ID}
		if a.Meta != nil {
			n.label, n.phase = a.Meta.Description, a.Meta.Phase
		}
		l.assign(get(a.Conv.File.run.id), a, n)
	}
	for _, w := range s.Workflows {
		if ref := l.first(l.ruleCalls[linkKey{byRun, w.ID}], nil); ref.File != nil && s.byRun[ref] == nil {
			w.Call = ref
			s.byRun[ref] = w
		}
	}
}

// gather adds what one file contains about a run.
func (l *linker) gather(w *Workflow, r *runLog) {
	if w.Name == "" {
		w.Name = r.name
	}
	if w.Status == "" {
		w.Status, w.Summary = r.status, r.summary
	}
	for _, title := range r.modeChange {
		l.phase(w, title)
	}
	for _, n := range r.tasks {
		a := l.byID[n.agent]
		if a == nil {
			a = l.add(&Agent{ID: n.agent})
		}
		if a.Run == nil || a.Run == w {
			l.assign(w, a, n)
		}
	}
}

// A place is the position of a task in its run.
type place struct{ phase, task int }

// A step is the key of a phase.
type step struct {
	run   *Workflow
	title string
}

// phase returns the index of the phase with a title, and adds it if needed. Phases are not
// identified by number, since different places count from different bases.
func (l *linker) phase(w *Workflow, title string) int {
	at, known := l.steps[step{w, title}]
	if !known {
		at = len(w.Phases)
		l.steps[step{w, title}] = at
		w.Phases = append(w.Phases, Phase{Title: title})
	}
	return at
}

// assign adds an agent to a run, or updates the state of a known one.
func (l *linker) assign(w *Workflow, a *Agent, n noted) {
	if a.Run == w {
		at := l.places[a]
		t := &w.Phases[at.phase].Tasks[at.task]
		t.State = max(t.State, n.state)
		return
	}
	a.Run = w
	at := l.phase(w, n.phase)
	p := &w.Phases[at]
	l.places[a] = place{at, len(p.Tasks)}
	p.Tasks = append(p.Tasks, Task{Agent: a, Label: n.label, State: n.state})
}

// finish closes the tasks of a run that has ended: a task without an end by then was cut short.
func (w *Workflow) finish() {
	for i := range w.Phases {
		for k := range w.Phases[i].Tasks {
			if t := &w.Phases[i].Tasks[k]; t.State == TaskOpen {
				t.State = TaskCut
			}
		}
	}
}
