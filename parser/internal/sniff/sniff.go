// Package sniff detects the type of a file without records of Claude Code, so that a person who
// dropped the wrong file learns what it was.
//
// In: the path of a file and its first bytes. Out: a short name of its type, such as "codex" or
// "png". Invariants: [Foreign] returns a type only for a known signature, name or shape of the first
// object, since a transcript must never be rejected; [Content] returns a type for any bytes.
package sniff

import (
	"bytes"
	"strings"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// Foreign identifies a file that looks like a transcript but is not: another program's log, an
// archive, or a file that Claude Code keeps next to its transcripts. It returns "" for others. name
// is the file's path, head its first bytes.
func Foreign(name string, head []byte) string {
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return "zip" // an uncompressed archive holds records of several sessions
	}
	if bytes.HasPrefix(bytes.TrimSpace(head), []byte("# aider chat started at")) {
		return "aider"
	}
	first := readFirstObject(head)
	for _, rule := range foreignRules {
		if rule.matches(first) {
			return rule.kind
		}
	}
	if name[strings.LastIndexByte(name, '/')+1:] == "sessions-index.json" {
		return "index"
	}
	if !first.has("type") && (first.has("permissions") || first.has("hooks") || first.has("mcpServers") || first.has("$schema")) {
		return "settings"
	}
	return ""
}

// foreignRules recognize files of other programs by the members of their first object. Each rule
// relies on a shape that several public readers of these files agree on.
var foreignRules = []struct {
	kind    string
	matches func(o firstObject) bool
}{
	{"codex", func(o firstObject) bool {
		return o.has("payload") && o.hasType("session_meta", "response_item", "event_msg", "turn_context")
	}},
	{"gemini", func(o firstObject) bool { return o.has("sessionId", "projectHash") }},
	{"qwen", func(o firstObject) bool { return o.has("message.parts") }},
	{"copilot", func(o firstObject) bool { return o.has("data") && o.hasType("session.start") }},
	{"droid", func(o firstObject) bool { return o.has("id") && o.hasType("session_start") }},
	{"cursor", func(o firstObject) bool { return o.has("role", "message") && !o.has("type") }},
	{"opencode", func(o firstObject) bool {
		return strings.HasPrefix(o["info.id"], "ses_") || strings.HasPrefix(o["sessionID"], "ses_") || strings.HasPrefix(o["id"], "ses_")
	}},
	{"amp", func(o firstObject) bool { return strings.HasPrefix(o["id"], "T-") && o.has("v") }},
	{"continue", func(o firstObject) bool {
		return o.has("workspaceDirectory") && (o.has("sessionId") || o.has("history"))
	}},
	{"cline", func(o firstObject) bool { return o.has("ts") && o.hasType("say", "ask") }},
	{"history", func(o firstObject) bool { return o.has("display", "timestamp") && !o.has("type") }},
	{"journal", func(o firstObject) bool {
		return o.hasType("launched") || o.has("key", "agentId") && o.hasType("started", "result", "failed")
	}},
}

// A firstObject holds the first object of a file, as far as the file's head contains it: the
// strings of its members, and those of nested objects under both names ("message.parts"). Members
// of other types map to the empty string.
type firstObject map[string]string

func readFirstObject(head []byte) firstObject {
	at := bytes.IndexByte(head, '{')
	if at < 0 || len(bytes.Trim(head[:at], "\xef\xbb\xbf \t\r\n\x00[")) > 0 {
		return nil
	}
	o := firstObject{}
	o.read(head, at, "")
	return o
}

func (o firstObject) read(b []byte, at int, prefix string) {
	jsonl.Object(b, at, func(key []byte, at int) int {
		name, end := prefix+string(key), jsonl.Skip(b, at)
		if end < 0 && b[at] == '"' {
			return end // the head ends in it
		}
		o[name] = string(record.AppendString(nil, b, at, 60))
		if prefix == "" && b[at] == '{' {
			o.read(b, at, name+".")
		}
		return end
	})
}

// has reports whether the object has all of the given members.
func (o firstObject) has(keys ...string) bool {
	for _, key := range keys {
		if _, ok := o[key]; !ok {
			return false
		}
	}
	return true
}

// hasType reports whether the object's type is one of the given ones.
func (o firstObject) hasType(types ...string) bool {
	for _, t := range types {
		if o["type"] == t {
			return true
		}
	}
	return false
}

// Content returns the apparent type of a file by its first bytes: "empty", "nul" (only NUL
// bytes), "png", "jpeg", "gif", "webp", "pdf", "zip", "gzip", "html", "xml", "json", "utf16",
// "binary", "text", "sqlite".
func Content(head []byte) string {
	for _, m := range signatures {
		if bytes.HasPrefix(head, []byte(m.bytes)) {
			return m.kind
		}
	}
	if bytes.HasPrefix(head, []byte("RIFF")) && bytes.HasPrefix(head[min(8, len(head)):], []byte("WEBP")) {
		return "webp"
	}
	t := bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n\x00")
	switch {
	case len(t) == 0 && bytes.IndexByte(head, 0) >= 0:
		return "nul"
	case len(t) == 0:
		return "empty"
	case t[0] == '{' || t[0] == '[' && (len(t) == 1 || t[1]|0x20 < 'a' || t[1]|0x20 > 'z'): // else a table of TOML
		return "json"
	case t[0] == '<' && (hasFold(t, "<!doctype html") || hasFold(t, "<html") || hasFold(t, "<head") || hasFold(t, "<body")):
		return "html"
	case t[0] == '<':
		return "xml"
	case bytes.IndexByte(head, 0) >= 0:
		return "binary"
	}
	return "text"
}

var signatures = []struct{ bytes, kind string }{
	{"\x89PNG", "png"},
	{"\xff\xd8\xff", "jpeg"},
	{"GIF8", "gif"},
	{"SQLite format 3\x00", "sqlite"},
	{"%PDF", "pdf"},
	{"PK\x03\x04", "zip"},
	{"PK\x05\x06", "zip"},
	{"\x1f\x8b", "gzip"},
	{"\xff\xfe", "utf16"},
	{"\xfe\xff", "utf16"},
}

// hasFold reports whether b begins with a prefix, ignoring case.
func hasFold(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && bytes.EqualFold(b[:len(prefix)], []byte(prefix))
}
