package parser

import "bytes"

// DetectType returns the apparent type of a file without records, by its first bytes: "empty",
// "nul" (only NUL bytes), "png", "jpeg", "gif", "webp", "pdf", "zip", "gzip", "html", "xml",
// "json", "utf16", "binary", "text", "sqlite"; for the log of another program "codex", "gemini" …;
// for files that Claude Code keeps next to its transcripts "history", "journal", "index",
// "settings". It returns "" for a transcript.
func (f *File) DetectType() string {
	if f.Known() {
		return ""
	}
	if kind := foreign(f.Path, f.head); kind != "" {
		return kind
	}
	for _, m := range magic {
		if bytes.HasPrefix(f.head, []byte(m.bytes)) {
			return m.kind
		}
	}
	if bytes.HasPrefix(f.head, []byte("RIFF")) && bytes.HasPrefix(f.head[min(8, len(f.head)):], []byte("WEBP")) {
		return "webp"
	}
	t := bytes.TrimLeft(f.head, "\xef\xbb\xbf \t\r\n\x00")
	switch {
	case len(t) == 0 && bytes.IndexByte(f.head, 0) >= 0:
		return "nul"
	case len(t) == 0:
		return "empty"
	case t[0] == '{' || t[0] == '[' && (len(t) == 1 || t[1]|0x20 < 'a' || t[1]|0x20 > 'z'): // else a table of TOML
		return "json"
	case t[0] == '<' && (hasFold(t, "<!doctype html") || hasFold(t, "<html") || hasFold(t, "<head") || hasFold(t, "<body")):
		return "html"
	case t[0] == '<':
		return "xml"
	case bytes.IndexByte(f.head, 0) >= 0:
		return "binary"
	}
	return "text"
}

var magic = []struct{ bytes, kind string }{
	{"\x89PNG", "png"}, {"\xff\xd8\xff", "jpeg"}, {"GIF8", "gif"},
	{"SQLite format 3\x00", "sqlite"}, {"%PDF", "pdf"}, {"PK\x03\x04", "zip"}, {"PK\x05\x06", "zip"}, {"\x1f\x8b", "gzip"},
	{"\xff\xfe", "utf16"}, {"\xfe\xff", "utf16"},
}

// hasFold reports whether b begins with a prefix, ignoring case.
func hasFold(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && bytes.EqualFold(b[:len(prefix)], []byte(prefix))
}
