package session

import (
	"unspool/parser/transcript"
)

// A TaskResult is the outcome of the background work of a call.
type TaskResult struct {
	Status string // as recorded: completed, failed, killed, stopped …
	Time   int64  // ms since 1970
	File   *transcript.File
	Record int32
}

// EndOf returns the outcome of the background work that a call started or resumed (an agent, a
// shell, a monitor or a workflow), if a notification reported it. Of several outcomes the last one
// counts.
func (t *AgentTree) EndOf(f *transcript.File, call int32) (TaskResult, bool) {
	end, ok := t.ends[CallRef{f, call}]
	return end, ok
}

// findEnds assigns each notification to the call that it is about: the call that it names, else the
// call that started its task. An agent's end is assigned to the latest of its calls before that
// end.
func (l *agentLinker) findEnds() {
	l.s.ends = map[CallRef]TaskResult{}
	for _, f := range l.s.Files {
		for i := range f.Notices {
			n := &f.Notices[i]
			if n.Status == "" {
				continue
			}
			ref := l.callNear(n.Call, f)
			if a := l.byID[n.Task]; a != nil && a.Call.File != nil {
				ref = a.Call
				for _, r := range a.Resumed {
					if r.time() <= n.Time {
						ref = r
					}
				}
			} else if ref.File == nil {
				ref = l.callNear(f.Evidence.Calls[transcript.LinkKey{Rule: transcript.ByTask, ID: n.Task}], f)
			}
			if old, known := l.s.ends[ref]; ref.File != nil && (!known || old.Time <= n.Time) {
				l.s.ends[ref] = TaskResult{n.Status, n.Time, f, n.Record}
			}
		}
	}
}
