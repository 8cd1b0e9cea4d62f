package session

import (
	"unspool/parser/sidecar"
	"unspool/parser/transcript"
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
type TaskState = sidecar.TaskState

// The states of tasks.
const (
	TaskUnknown = sidecar.TaskUnknown
	TaskOpen    = sidecar.TaskOpen
	TaskDone    = sidecar.TaskDone
	TaskFailed  = sidecar.TaskFailed
	TaskCut     = sidecar.TaskCut
)

// runs collects the workflows of the session, in the order in which they are found, and the agents
// that only they name.
func (l *agentLinker) runs() {
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
	for _, role := range []transcript.Role{transcript.RoleRun, transcript.RoleJournal} {
		for _, f := range s.Files {
			if f.Role == role {
				l.gather(get(f.Sidecar.RunID), &f.Sidecar.Run)
			}
		}
	}
	for _, a := range s.Agents {
		if a.Conv == nil || a.Run != nil || a.Conv.File.Sidecar.RunID == "" || a.Conv.Index != 0 {
			continue
		}
		t := sidecar.RunTask{Agent: a.ID}
		if a.Meta != nil {
			t.Label, t.Phase = a.Meta.Description, a.Meta.Phase
		}
		l.assign(get(a.Conv.File.Sidecar.RunID), a, t)
	}
	for _, w := range s.Workflows {
		key := transcript.LinkKey{Rule: transcript.ByRun, ID: w.ID}
		if ref := l.callNear(l.ruleCalls[key], nil); ref.File != nil && s.byRun[ref] == nil {
			w.Call = ref
			s.byRun[ref] = w
		}
	}
}

// gather adds the facts about a run in one file.
func (l *agentLinker) gather(w *Workflow, r *sidecar.Run) {
	if w.Name == "" {
		w.Name = r.Name
	}
	if w.Status == "" {
		w.Status, w.Summary = r.Status, r.Summary
	}
	for _, title := range r.Phases {
		l.phase(w, title)
	}
	for _, t := range r.Tasks {
		a := l.byID[t.Agent]
		if a == nil {
			a = l.add(&Agent{ID: t.Agent})
		}
		if a.Run == nil || a.Run == w {
			l.assign(w, a, t)
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
func (l *agentLinker) phase(w *Workflow, title string) int {
	at, known := l.steps[step{w, title}]
	if !known {
		at = len(w.Phases)
		l.steps[step{w, title}] = at
		w.Phases = append(w.Phases, Phase{Title: title})
	}
	return at
}

// assign adds an agent to a run, or updates the state of a known one.
func (l *agentLinker) assign(w *Workflow, a *Agent, t sidecar.RunTask) {
	if a.Run == w {
		at := l.places[a]
		old := &w.Phases[at.phase].Tasks[at.task]
		old.State = max(old.State, t.State)
		return
	}
	a.Run = w
	at := l.phase(w, t.Phase)
	p := &w.Phases[at]
	l.places[a] = place{at, len(p.Tasks)}
	p.Tasks = append(p.Tasks, Task{Agent: a, Label: t.Label, State: t.State})
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
