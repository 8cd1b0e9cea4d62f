package parser

import (
	"bytes"
	"strings"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A first is what the first object of a file shows, as far as the file's head
// holds it: strings of its members, and of the objects in them under both
// names ("message.parts"). Members of other kinds have the empty string.
type first map[string]string

func firstObject(head []byte) first {
	at := bytes.IndexByte(head, '{')
	if at < 0 || len(bytes.Trim(head[:at], "\xef\xbb\xbf \t\r\n\x00[")) > 0 {
		return nil
	}
	x := first{}
	x.members(head, at, "")
	return x
}

func (x first) members(b []byte, at int, prefix string) {
	jsonl.Object(b, at, func(key []byte, at int) int {
		name := prefix + string(key)
		x[name] = string(record.AppendString(nil, b, at, 60))
		if prefix == "" && at < len(b) && b[at] == '{' {
			x.members(b, at, name+".")
		}
		return jsonl.Skip(b, at)
	})
}

func (x first) has(keys ...string) bool {
	for _, key := range keys {
		if _, ok := x[key]; !ok {
			return false
		}
	}
	return true
}

// foreign names the program that wrote a file which looks like a transcript but
// is another's, an archive, and what Claude Code keeps beside its transcripts.
// Each rule is of shapes that several public readers of these files agree on.
func foreign(name string, head []byte) string {
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return "zip" // records of several sessions stand in one that is not compressed
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	if bytes.HasPrefix(bytes.TrimSpace(head), []byte("# aider chat started at")) {
		return "aider"
	}
	x := firstObject(head)
	kind := x["type"]
	switch {
	case x.has("payload") && (kind == "session_meta" || kind == "response_item" || kind == "event_msg" || kind == "turn_context"):
		return "codex"
	case x.has("sessionId", "projectHash"):
		return "gemini"
	case x.has("message.parts"):
		return "qwen"
	case kind == "session.start" && x.has("data"):
		return "copilot"
	case kind == "session_start" && x.has("id"):
		return "droid"
	case x.has("role", "message") && !x.has("type"):
		return "cursor"
	case strings.HasPrefix(x["info.id"], "ses_"), strings.HasPrefix(x["sessionID"], "ses_"), strings.HasPrefix(x["id"], "ses_"):
		return "opencode"
	case strings.HasPrefix(x["id"], "T-") && x.has("v"):
		return "amp"
	case x.has("workspaceDirectory") && (x.has("sessionId") || x.has("history")):
		return "continue"
	case x.has("ts") && (kind == "say" || kind == "ask"):
		return "cline"
	case x.has("display", "timestamp") && !x.has("type"):
		return "history"
	case kind == "launched", x.has("key", "agentId") && (kind == "started" || kind == "result" || kind == "failed"):
		return "journal"
	case base == "sessions-index.json":
		return "index"
	case !x.has("type") && (x.has("permissions") || x.has("hooks") || x.has("mcpServers") || x.has("$schema")):
		return "settings"
	}
	return ""
}
