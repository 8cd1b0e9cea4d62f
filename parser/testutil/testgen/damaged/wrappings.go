package damaged

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// wrappings returns sessions with the text that other programs add around lines when they
// pass them on.
func wrappings() []Kind {
	before := func(words string) func(n int) []byte { return each(func(l string) string { return words + l }) }
	all := []Kind{
		{Name: "line numbers", Make: numbered(": ")},
		{Name: "line numbers and tabs", Make: numbered("\t")},
		{Name: "a dollar behind each line", Make: each(func(l string) string { return l + "$" })},
		{Name: "a fence around it", Make: whole(func(b []byte) []byte { return []byte("```jsonl\n" + string(b) + "```\n") })},
		{Name: "a fence around each", Make: each(func(l string) string { return "```json\n" + l + "\n```" })},
		{Name: "a page around it", File: "session.html", Make: whole(func(b []byte) []byte {
			return []byte("<!doctype html>\n<html><body><pre>\n" + string(b) + "</pre></body></html>\n")
		})},
		{Name: "CDATA around it", File: "session.xml", Make: whole(func(b []byte) []byte {
			return []byte("<?xml version=\"1.0\"?>\n<log><![CDATA[\n" + string(b) + "]]></log>\n")
		})},
		{Name: "the head of a mail", Make: whole(func(b []byte) []byte {
			return append([]byte("From: a@example.com\nContent-Type: application/jsonl\n\n"), b...)
		})},
		{Name: "the head of an HTTP answer", Make: whole(func(b []byte) []byte {
			return append([]byte("HTTP/1.1 200 OK\r\nContent-Type: application/jsonl\r\n\r\n"), b...)
		})},
		{Name: "chunks of an HTTP answer", Make: each(func(l string) string { return fmt.Sprintf("%x\r\n%s\r", len(l), l) })},
		{Name: "parts of a form", Make: whole(func(b []byte) []byte {
			return []byte("--bound\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n" + string(b) + "\r\n--bound--\r\n")
		})},
		{Name: "lengths before each line", Make: each(func(l string) string { return strconv.Itoa(len(l)) + "\n" + l })},
		{Name: "lengths at each line", Make: each(func(l string) string { return strconv.Itoa(len(l)) + ":" + l + "," })},
		{Name: "marks of a conflict", Make: change(func(l []string) []string {
			return slices.Concat(l[:6], []string{"<<<<<<< HEAD"}, l[6:8], []string{"======="}, l[8:10], []string{">>>>>>> harbour"}, l[10:])
		})},
		{Name: "a patch that adds it", Make: whole(func(b []byte) []byte {
			return []byte("diff --git a/s.jsonl b/s.jsonl\n--- /dev/null\n+++ b/s.jsonl\n@@ -0,0 +1,27 @@\n+" +
				strings.ReplaceAll(strings.TrimSpace(string(b)), "\n", "\n+") + "\n")
		})},
		{Name: "a script around it", File: "session.js",
			Make: whole(func(b []byte) []byte { return []byte("export const session = `\n" + string(b) + "`;\n") })},
		{Name: "a prompt of a shell above", Make: whole(func(b []byte) []byte { return append([]byte("$ cat session.jsonl\n"), b...) })},
		{Name: "an error of a shell below",
			Make: whole(func(b []byte) []byte { return append(b, "cat: write error: No space left on device\n"...) })},
		{Name: "records inside of records", Type: "json", Make: each(func(l string) string { return `{"record":` + l + `}` }),
			Lost: everything()},
		{Name: "lines of a container's log", Type: "json", Make: each(func(l string) string {
			return `{"log":` + strconv.Quote(l+"\n") + `,"stream":"stdout","time":"2026-05-01T10:00:00Z"}`
		})},
	}
	for name, words := range pairs("times", "2026-05-01T10:00:00.000Z ", "times in brackets", "[10:00:00] ",
		"levels", "INFO ", "server-sent events", "data: ", "names of a file", "session.jsonl:",
		"quoting marks", "> ", "pluses", "+",
		"dashes", "- ", "bullets", "* ", "colors", "\x1b[36m", "names of containers", "app-1  | ",
		"a syslog head", "<14>1 2026-05-01T10:00:00Z host app 1 - - ", "a callback", "callback(") {
		all = append(all, Kind{Name: name + " before each line", Make: before(words)})
	}
	for i := range all {
		all[i].Codes = "damaged-line"
	}
	return all
}

func everything() []int {
	all := make([]int, len(Lines(0)))
	for i := range all {
		all[i] = i
	}
	return all
}

func numbered(after string) func(n int) []byte {
	return change(func(lines []string) []string {
		for i := range lines {
			lines[i] = strconv.Itoa(i+1) + after + lines[i]
		}
		return lines
	})
}
