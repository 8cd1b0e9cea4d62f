package transcript

import (
	"strings"

	"unspool/parser/internal/tags"
)

// internalLabels are the labels of the agents that Claude Code runs for itself, as in
// "agent-a<label>-<hex>.jsonl": FORMAT.md, "Hide by default".
var internalLabels = []string{"compact", "prompt_suggestion", "side_question", "session_memory", "session-memory",
	"extract_memories", "away_summary"}

// InternalLabel returns the label of an agent that Claude Code runs for itself, "" for others.
func InternalLabel(id string) string {
	for _, label := range internalLabels {
		remainder, ok := strings.CutPrefix(id, "a"+label)
		if !ok && label != "compact" { // "compact-1f" may be an agent that a person named so
			remainder, ok = strings.CutPrefix(id, label)
		}
		if ok && (remainder == "" || remainder[0] == '-') {
			return label
		}
	}
	return ""
}

// WarmupHash is the only prompt of a warm-up agent.
var WarmupHash = tags.HashText([]byte("Warmup"))
