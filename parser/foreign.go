package parser

import (
	"bytes"
	"strings"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A first holds the first object of a file, as far as the file's head contains it: the strings of
// its members, and those of nested objects under both names ("message.parts"). Members of other
// types map to the empty string.
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
		name, end := prefix+string(key), jsonl.Skip(b, at)
		if end < 0 && b[at] == '"' {
			return end // the head ends in it
		}
		x[name] = string(record.AppendString(nil, b, at, 60))
		if prefix == "" && b[at] == '{' {
			x.members(b, at, name+".")
		}
		return end
	})
}

// has reports whether the object has all of the given members.
func (x first) has(keys ...string) bool {
	for _, key := range keys {
		if _, ok := x[key]; !ok {
			return false
		}
	}
	return true
}

// foreign identifies a file that looks like a transcript but is not: another program's log, an
// archive, or a file that Claude Code keeps next to its transcripts. It returns "" for others. Each
// rule relies on a shape that several public readers of these files agree on.
func foreign(name string, head []byte) string {
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return "zip" // an uncompressed archive holds records of several sessions
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
