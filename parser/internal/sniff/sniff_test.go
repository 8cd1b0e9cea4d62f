package sniff_test

import (
	"testing"

	"unspool/parser/internal/sniff"
)

func TestForeign(t *testing.T) {
	for _, c := range []struct{ want, head string }{
		{"", `{"type":"user","message":{"role":"user","content":"x"}}`},
		{"", `{"type":"user","message":{"content":"{\"sessionId\":\"a\",\"projectHash\":\"b\"}"}}`},
		{"", "hello\n" + `{"sessionId":"s","projectHash":"p"}`},
		{"", "{\n  \"name\": \"x\"\n}"},
		{"", ""},
		{"zip", "PK\x03\x04\x14 s.jsonl\n" + `{"type":"user","message":{"role":"user","content":"not compressed"}}` + "\n"},
		{"codex", `{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"s","cwd":"/w"}}`},
		{"gemini", `{"sessionId":"s","projectHash":"p"}` + "\n" + `{"type":"user","content":[{"text":"hi"}]}`},
		{"gemini", "\xef\xbb\xbf{\n  \"sessionId\": \"s\",\n  \"projectHash\": \"p\",\n  \"messages\": []\n}"},
		{"gemini", `{"sessionId":"s","projectHash":"p","messages":[{"te`}, // the head ends inside the object
		{"qwen", `{"uuid":"u","sessionId":"s","type":"user","message":{"role":"user","parts":[{"text":"hi"}]}}`},
		{"copilot", `{"type":"session.start","data":{},"id":"s"}`},
		{"droid", `{"type":"session_start","id":"s","title":"t"}`},
		{"cursor", `{"role":"user","message":{"content":[{"type":"text","text":"hi"}]}}`},
		{"opencode", `{"info":{"id":"ses_1"},"messages":[]}`},
		{"opencode", `{"id":"msg_1","sessionID":"ses_1"}`},
		{"amp", `{"v":1,"id":"T-1","created":1,"messages":[]}`},
		{"continue", `{"sessionId":"s","title":"t","workspaceDirectory":"/w","history":[]}`},
		{"cline", `[{"ts":1,"type":"say","say":"text","text":"hi"}]`},
		{"aider", "\n# aider chat started at 2026-01-01 00:00:00\n\n#### hi\n"},
		{"history", `{"display":"hi","pastedContents":{},"timestamp":1,"project":"/w","sessionId":"s"}`},
		{"journal", `{"type":"started","key":"v2:1","agentId":"a"}`},
		{"journal", `{"type":"launched"}`},
		{"settings", `{"permissions":{"allow":[]}}`},
		{"settings", `{"mcpServers":{}}`},
	} {
		if got := sniff.Foreign("p/f", []byte(c.head)); got != c.want {
			t.Errorf("%.60q: %q, want %q", c.head, got, c.want)
		}
	}
	if got := sniff.Foreign("p/sessions-index.json", []byte(`{"version":1}`)); got != "index" {
		t.Errorf("sessions-index.json: %q", got)
	}
}

func TestContent(t *testing.T) {
	for _, c := range []struct{ want, head string }{
		{"empty", ""},
		{"empty", "\xef\xbb\xbf \r\n"},
		{"nul", "\x00\x00\n"},
		{"png", "\x89PNG\r\n\x1a\n"},
		{"jpeg", "\xff\xd8\xff\xe0"},
		{"gif", "GIF89a"},
		{"webp", "RIFF\x00\x00\x00\x00WEBPVP8 "},
		{"text", "RIFF"},
		{"sqlite", "SQLite format 3\x00\x10"},
		{"pdf", "%PDF-1.7"},
		{"zip", "PK\x03\x04"},
		{"zip", "PK\x05\x06"}, // an empty archive
		{"gzip", "\x1f\x8b\x08"},
		{"utf16", "\xff\xfe{\x00"},
		{"utf16", "\xfe\xff\x00{"},
		{"html", "<!DOCTYPE html>\n<p>"},
		{"html", "\n<HTML>"},
		{"xml", "<svg/>"},
		{"json", "{\n  \"name\": \"x\"\n}"},
		{"json", "["},
		{"json", `["a"]`},
		{"text", "[table]\nkey = 1"}, // TOML
		{"text", "hello\nworld"},
		{"binary", "\x7fELF\x00\x01"},
	} {
		if got := sniff.Content([]byte(c.head)); got != c.want {
			t.Errorf("%.40q: %q, want %q", c.head, got, c.want)
		}
	}
}
