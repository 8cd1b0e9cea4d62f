package follow

import (
	"bytes"
	"context"
	"encoding/json"
)

// Look looks at all files once, as [Follower.Run] does in each interval.
func Look(f *Follower, ctx context.Context) error { return f.pass(ctx, ctx, false) }

// Limit sets the limits of a state file.
func Limit(st *State, turns, sessions, marks int) {
	st.maxTurns, st.maxSessions, st.maxMarks = turns, sessions, marks
}

// ReadDocument reads a state file, and returns what would be written.
func ReadDocument(data []byte) ([]byte, error) {
	doc, err := readDocument(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return json.Marshal(doc)
}

// Units returns how many units are in memory.
func Units(f *Follower) int { return len(f.units.units) }
