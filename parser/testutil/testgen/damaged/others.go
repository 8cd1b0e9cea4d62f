package damaged

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
)

// others returns files that are not transcripts.
func others() []Kind {
	picture, err := base64.StdEncoding.DecodeString(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	if err != nil {
		panic(err)
	}
	all := []Kind{
		{Name: "nothing", Type: "empty", Make: fixed("")},
		{Name: "a line end", Type: "empty", Make: fixed("\n")},
		{Name: "blanks", Type: "empty", Make: fixed(" \t\r\n \n")},
		{Name: "a megabyte of line ends", Type: "empty", Make: fixed(strings.Repeat("\n", 1<<20))},
		{Name: "a megabyte of NULs", Type: "nul", Make: fixed(strings.Repeat("\x00", 1<<20))},
		{Name: "a byte order mark alone", Type: "empty", Make: fixed(mark)},
		{Name: "half a byte order mark alone", Type: "text", Make: fixed(mark[:2])},
		{Name: "a picture", File: "harbour.png", Type: "png", Make: fixed(string(picture))},
		{Name: "a picture under the name of a session", Type: "png", Make: fixed(string(picture))},
		{Name: "a JPEG", File: "harbour.jpg", Type: "jpeg", Make: fixed("\xff\xd8\xff\xe0\x00\x10JFIF\x00" + noise(300))},
		{Name: "a GIF", File: "harbour.gif", Type: "gif", Make: fixed("GIF89a\x01\x00\x01\x00\x00\x00\x00;")},
		{Name: "a WebP", File: "harbour.webp", Type: "webp", Make: fixed("RIFF\x1a\x00\x00\x00WEBPVP8L" + noise(18))},
		{Name: "an AVIF", File: "harbour.avif", Type: "binary",
			Make: fixed("\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf" + noise(300))},
		{Name: "a sound", File: "horn.wav", Type: "binary", Make: fixed("RIFF\x24\x00\x00\x00WAVEfmt " + noise(300))},
		{Name: "a drawing", File: "map.svg", Type: "xml", Make: fixed("<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>\n")},
		{Name: "a PDF", File: "tides.pdf", Type: "pdf", Make: fixed("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + noise(300))},
		{Name: "a database", File: "state.vscdb", Type: "sqlite", Make: fixed("SQLite format 3\x00\x10\x00" + noise(1000))},
		{Name: "a page", File: "index.html", Type: "html", Make: fixed("<!doctype html>\n<html><body>Please log in.</body></html>\n")},
		{Name: "a page without a doctype", File: "index.html", Type: "html", Make: fixed("<HTML>\n<p>404 Not Found")},
		{Name: "an XML document", File: "feed.xml", Type: "xml", Make: fixed("<?xml version=\"1.0\"?>\n<feed/>\n")},
		{Name: "a program", File: "unspool", Type: "binary", Make: fixed("\x7fELF\x02\x01\x01\x00" + noise(1000))},
		{Name: "a program for Windows", File: "unspool.exe", Type: "binary", Make: fixed("MZ\x90\x00\x03\x00\x00\x00" + noise(1000))},
		{Name: "a wasm module", File: "main.wasm", Type: "binary", Make: fixed("\x00asm\x01\x00\x00\x00" + noise(1000))},
		{Name: "noise", Type: "binary", Make: fixed(noise(4000))},
		{Name: "a megabyte of noise", Type: "binary", Make: fixed(noise(1 << 20))},
		{Name: "Markdown", File: "notes.md", Type: "text",
			Make: fixed("# Notes\n\n- moor at the quay\n- `{}` is a record\n\n```json\n{\"a\":1}\n```\n")},
		{Name: "YAML", File: "harbour.yaml", Type: "text", Make: fixed("type: user\nmessage:\n  role: user\n  content: hello\n")},
		{Name: "TOML", File: "harbour.toml", Type: "text", Make: fixed("[message]\nrole = \"user\"\n")},
		{Name: "CSV", File: "berths.csv", Type: "text", Make: fixed("type,uuid,message\nuser,u1,\"{\"\"role\"\":\"\"user\"\"}\"\n")},
		{Name: "prose", File: "notes.txt", Type: "text", Make: fixed("The ferries moor at the south quay.\nAt high tide they do not.\n")},
		{Name: "a log", File: "server.log", Type: "text",
			Make: fixed("2026-05-01 10:00:00 INFO started {\"port\":80}\n2026-05-01 10:00:01 WARN slow\n")},
		{Name: "source code", File: "main.go", Type: "text", Make: fixed("package main\n\nfunc main() {\n\tprintln(`{\"moor\":1}`)\n}\n")},
		{Name: "a package", File: "package.json", Type: "json", Make: fixed("{\n  \"name\": \"harbour\",\n  \"version\": \"1.0.0\"\n}\n")},
		{Name: "geography", File: "map.geojson", Type: "json", Make: fixed(`{"type":"FeatureCollection",` +
			`"features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}]}`)},
		{Name: "a notebook", File: "notes.ipynb", Type: "json", Make: fixed(
			"{\n \"cells\": [{\"cell_type\": \"code\", \"source\": [\"print(1)\"]}],\n \"nbformat\": 4\n}\n")},
		{Name: "other lines of JSON", File: "events.jsonl", Type: "json",
			Make: fixed("{\"event\":\"click\",\"x\":1}\n{\"event\":\"key\",\"k\":\"a\"}\n")},
		{Name: "an empty list", File: "empty.json", Type: "json", Make: fixed("[]")},
		{Name: "an empty object", File: "empty.json", Type: "json", Make: fixed("{}")},
		{Name: "a list of numbers", File: "numbers.json", Type: "json", Make: fixed("[1,2,3]")},
		{Name: "a megabyte of numbers", File: "numbers.json", Type: "json", Make: fixed("[" + strings.Repeat("1,", 1<<19) + "1]")},
		{Name: "a megabyte of brackets", Type: "json", Make: fixed(strings.Repeat("[", 1<<20))},
		{Name: "a megabyte of curly brackets", Type: "json", Make: fixed(strings.Repeat("{", 1<<20))},
		{Name: "a megabyte of open objects", Type: "json", Make: fixed(strings.Repeat(`{"a":`, 1<<20/5))},
		{Name: "a megabyte of open lists of objects", Type: "json", Make: fixed(strings.Repeat(`[{"a":`, 1<<20/6))},
		{Name: "many empty objects", Type: "json", Make: fixed(strings.Repeat("{}\n", 1<<16))},
		{Name: "many empty objects on a line", Type: "json", Make: fixed(strings.Repeat("{}", 1<<16))},
		{Name: "a megabyte of quotes", Type: "text", Make: fixed(strings.Repeat(`"`, 1<<20))},
		{Name: "a megabyte of backslashes", Type: "json", Make: fixed(`{"a":"` + strings.Repeat(`\`, 1<<20))},
		{Name: "a string that does not end", Type: "json",
			Make: fixed(`{"type":"user","message":{"content":"` + strings.Repeat("a", 1<<20))},
		{Name: "a number of a megabyte", Type: "text", Make: fixed(strings.Repeat("9", 1<<20))},
		{Name: "lines of one byte", Type: "text", Make: fixed(strings.Repeat("x\n", 1<<16))},
		{Name: "null", File: "null.json", Type: "text", Make: fixed("null")},
		{Name: "a string", File: "string.json", Type: "text", Make: fixed(`"harbour"`)},
		{Name: "a log of Codex", File: "rollout.jsonl", Type: "codex",
			Make: fixed(`{"timestamp":"2026-01-01T10:00:00Z","type":"session_meta","payload":{"id":"s"}}` + "\n")},
		{Name: "a log of Aider", File: ".aider.chat.history.md", Type: "aider",
			Make: fixed("\n# aider chat started at 2026-01-01 00:00:00\n\n#### hi\n")},
		{Name: "the list of prompts", File: "history.jsonl", Type: "history",
			Make: fixed(`{"display":"hi","pastedContents":{},"timestamp":1,"project":"/w","sessionId":"s"}` + "\n")},
		{Name: "settings", File: "settings.json", Type: "settings", Make: fixed(`{"permissions":{"allow":[]}}`)},
		{Name: "a pointer of git LFS", Type: "text", Make: fixed("version https://git-lfs.github.com/spec/v1\noid " +
			"sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n")},
		{Name: "an answer of an API", File: "error.json", Type: "json",
			Make: fixed(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)},
		{Name: "half a picture and a session", Codes: "damaged-line nul-bytes",
			Make: whole(func(b []byte) []byte { return append(bytes.Clone(picture[:30]), b...) })},
	}
	for _, c := range []byte("a}]\",:0\\\xff{[\x00") {
		detected := "text"
		switch c {
		case '{', '[':
			detected = "json"
		case 0:
			detected = "nul"
		}
		all = append(all, Kind{Name: fmt.Sprintf("byte %02x alone", c), Type: detected, Make: fixed(string([]byte{c}))})
	}
	return all
}
