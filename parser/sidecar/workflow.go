package sidecar

// A TaskState is the state of a task in a workflow run.
type TaskState uint8

// The states of tasks.
const (
	TaskUnknown TaskState = iota // only its file exists
	TaskOpen                     // started, with no recorded end
	TaskDone                     // it has a result
	TaskFailed                   // it failed
	TaskCut                      // the run ended before it did
)

// A Run holds the facts about one run of a workflow in a journal or a snapshot. The zero value is
// ready; the lines of a journal add to it.
type Run struct {
	Name    string
	Status  string   // completed, failed, killed; "" in a journal
	Summary string   // of the result; "" in a journal
	Phases  []string // titles in order, with repetitions
	Tasks   []RunTask

	byAgent, byKey map[string]int // indexes of tasks
}

// A RunTask is one agent's work inside a run.
type RunTask struct {
	Agent, Label, Phase string
	State               TaskState
}

// ReadJournalLine reads a line of journal.jsonl. A key identifies a task that may have been tried
// several times; each try is an agent.
func (r *Run) ReadJournalLine(line []byte) {
	o := parseObject(line)
	if name := o.text("workflowName", "name"); name != "" {
		r.Name = name
	}
	t := RunTask{Agent: o.text("agentId"), Label: o.text("label"), Phase: o.text("phase", "phaseTitle")}
	key := o.text("key")
	switch kind := o.text("type"); kind {
	case "started":
		t.State = TaskOpen
		r.set(t)
		if at, ok := r.byAgent[t.Agent]; ok && key != "" {
			r.byKey[key] = at
		}
	case "result", "failed":
		t.State = TaskDone
		if kind == "failed" || o.has("error") {
			t.State = TaskFailed
		}
		if at, ok := r.byKey[key]; ok && t.Agent == "" {
			r.Tasks[at].State = t.State
		}
		r.set(t)
	}
}

// set adds a task, or updates a known one. A task without an agent is ignored.
func (r *Run) set(t RunTask) {
	if t.Agent == "" {
		return
	}
	at, known := r.byAgent[t.Agent]
	if !known {
		if r.byAgent == nil {
			r.byAgent, r.byKey = map[string]int{}, map[string]int{}
		}
		r.byAgent[t.Agent] = len(r.Tasks)
		r.Tasks = append(r.Tasks, t)
		return
	}
	old := &r.Tasks[at]
	if t.Label != "" {
		old.Label = t.Label
	}
	if t.Phase != "" {
		old.Phase = t.Phase
	}
	old.State = max(old.State, t.State)
}

// ReadSnapshot reads wf_<id>.json. It ignores the file's count of agents, which may be too low.
func (r *Run) ReadSnapshot(b []byte) {
	o := parseObject(b)
	r.Name, r.Status, r.Summary = o.text("workflowName"), o.text("status"), o.text("summary")
	for phase := range o.elements("phases") {
		r.addPhase(parseObject(phase).text("title"))
	}
	for _, name := range []string{"workflowProgress", "agents"} {
		for step := range o.elements(name) {
			r.addProgress(parseObject(step))
		}
	}
}

func (r *Run) addPhase(title string) {
	if title != "" {
		r.Phases = append(r.Phases, title)
	}
}

// addProgress adds an element of workflowProgress or agents: a task, or the beginning of a phase.
func (r *Run) addProgress(o object) {
	t := RunTask{Agent: o.text("agentId"), Label: o.text("label"), Phase: o.text("phaseTitle", "phase"), State: TaskOpen}
	if t.Agent == "" {
		r.addPhase(o.text("title"))
		return
	}
	switch o.text("state", "status") {
	case "done", "completed":
		t.State = TaskDone
	case "error", "failed":
		t.State = TaskFailed
	}
	r.set(t)
}
