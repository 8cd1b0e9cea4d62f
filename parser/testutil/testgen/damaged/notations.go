package damaged

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// notations returns files that are almost JSON Lines.
func notations() []Kind {
	in := func(old, new string) func(n int) []byte { return replaced(fourth, old, new) }
	python := strings.NewReplacer("null", "None", "false", "False", "true", "True", `"`, "'")
	keys := regexp.MustCompile(`"(\w+)":`)
	return []Kind{
		{Name: "a list of records", Equal: true, File: "session.json", Make: whole(func(b []byte) []byte { return listed(b, ",\n") })},
		{Name: "a list of records on one line", Equal: true, File: "session.json",
			Make: whole(func(b []byte) []byte { return listed(b, ",") })},
		{Name: "a list of records without commas", Equal: true, File: "session.json",
			Make: whole(func(b []byte) []byte { return listed(b, "\n") })},
		{Name: "a list of records with a comma too much", Equal: true, File: "session.json", Make: whole(func(b []byte) []byte {
			return bytes.Replace(listed(b, ",\n"), []byte("\n]"), []byte(",\n]"), 1)
		})},
		{Name: "a list of records that does not end", Codes: "", Equal: true, File: "session.json", Make: whole(func(b []byte) []byte {
			return bytes.TrimSuffix(listed(b, ",\n"), []byte("\n]\n"))
		})},
		{Name: "a list of records in a list", File: "session.json", Codes: "damaged-line repaired-line", Make: whole(func(b []byte) []byte {
			return append(append([]byte("["), bytes.TrimSpace(listed(b, ","))...), ']')
		})},
		{Name: "loglines", Equal: true, File: "session.json", Make: whole(func(b []byte) []byte {
			return append(append([]byte(`{"loglines":`), bytes.TrimSpace(listed(b, ","))...), '}')
		})},
		{Name: "records in another member", File: "session.json", Codes: "damaged-line repaired-line", Make: whole(func(b []byte) []byte {
			return append(append([]byte(`{"records":`), bytes.TrimSpace(listed(b, ","))...), '}')
		})},
		{Name: "records over many lines", Equal: true, Make: each(indented)},
		{Name: "records over many lines behind a mark", Equal: true, Make: func(n int) []byte {
			return append([]byte(mark), each(indented)(n)...)
		}},
		{Name: "one record over many lines", Codes: "damaged-line", Make: line(third, indented)},
		{Name: "a list of records over many lines", Equal: true, File: "session.json", Make: whole(func(b []byte) []byte {
			return []byte(indented(string(listed(b, ","))))
		})},
		{Name: "records with blanks everywhere", Equal: true, Make: each(func(l string) string {
			return strings.NewReplacer(`":`, `" : `, `,"`, ` , "`).Replace(l)
		})},
		{Name: "a comma behind each line", Codes: "damaged-line", Make: each(func(l string) string { return l + "," })},
		{Name: "a comma before each line", Codes: "damaged-line", Make: each(func(l string) string { return "," + l })},
		{Name: "a semicolon behind each line", Codes: "damaged-line", Make: each(func(l string) string { return l + ";" })},
		{Name: "single quotes", Codes: "damaged-line",
			Make: line(fourth, func(l string) string { return strings.ReplaceAll(l, `"`, "'") })},
		{Name: "keys without quotes", Codes: "damaged-line",
			Make: line(fourth, func(l string) string { return keys.ReplaceAllString(l, "$1:") })},
		{Name: "all keys without quotes", Type: "json", Codes: "damaged-line",
			Make: each(func(l string) string { return keys.ReplaceAllString(l, "$1:") })},
		{Name: "one key without quotes", Codes: "damaged-line", Make: in(`"cwd":`, `cwd:`)},
		{Name: "as Python writes it", Codes: "damaged-line", Make: line(fourth, python.Replace)},
		{Name: "all as Python writes it", Type: "json", Codes: "damaged-line", Make: each(python.Replace)},
		{Name: "as Ruby writes it", Codes: "damaged-line",
			Make: line(fourth, func(l string) string { return strings.ReplaceAll(l, `":`, `"=>`) })},
		{Name: "a comma too much", Codes: "damaged-line", Make: in(`"}}`, `"},}`)},
		{Name: "a comma too much in a message", Codes: "damaged-line", Make: in(`"}}`, `",}}`)},
		{Name: "a comma twice", Codes: "damaged-line", Make: in(`,"type"`, `,,"type"`)},
		{Name: "a comma first", Codes: "damaged-line",
			Make: line(fourth, func(l string) string { return strings.Replace(l, "{", "{,", 1) })},
		{Name: "a comma is missing", Codes: "damaged-line", Make: in(`,"type"`, `"type"`)},
		{Name: "a colon is missing", Codes: "damaged-line", Make: in(`"type":`, `"type"`)},
		{Name: "a colon twice", Codes: "damaged-line", Make: in(`"type":`, `"type"::`)},
		{Name: "a value is missing", Codes: "damaged-line", Make: in(`"type":"user"`, `"type":`)},
		{Name: "a key is missing", Codes: "damaged-line", Make: in(`"type":"user"`, `"user"`)},
		{Name: "a key that is a number", Codes: "damaged-line", Make: in(`"cwd":`, `1:`)},
		{Name: "a bracket too much", Codes: "damaged-line", Make: line(fourth, func(l string) string { return l + "}" })},
		{Name: "a bracket is missing", Codes: "damaged-line", Make: line(fourth, func(l string) string { return l[:len(l)-1] })},
		{Name: "brackets that do not fit", Codes: "damaged-line", Make: line(fourth, func(l string) string { return l[:len(l)-1] + "]" })},
		{Name: "a list in place of the object", Codes: "damaged-line", Make: line(fourth, func(l string) string { return "[" + l + "]" })},
		{Name: "brackets twice", Codes: "damaged-line", Make: line(fourth, func(l string) string { return "{" + l + "}" })},
		{Name: "parentheses", Codes: "damaged-line", Make: line(fourth, func(l string) string { return "(" + l + ")" })},
		{Name: "a comment behind", Codes: "damaged-line", Make: line(fourth, func(l string) string { return l + " // the end" })},
		{Name: "a comment inside", Codes: "damaged-line", Make: in(`,"type"`, `,/* what it is */"type"`)},
		{Name: "a comment on a line", Codes: "damaged-line", Make: line(fourth, func(l string) string { return "// thanks\n" + l })},
		{Name: "a comment over lines", Codes: "damaged-line",
			Make: line(fourth, func(l string) string { return "/* thanks\n   and so on */\n" + l })},
		{Name: "a hash comment at the top", Codes: "damaged-line",
			Make: whole(func(b []byte) []byte { return append([]byte("# my session\n"), b...) })},
		{Name: "a record that is commented out", Codes: "damaged-line", Make: line(fourth, func(l string) string { return "//" + l })},
		{Name: "a string in place of a record", Codes: "damaged-line", Make: line(fourth, strconv.Quote)},
		{Name: "every record in a string", Type: "text", Codes: "damaged-line", Make: each(strconv.Quote)},
		{Name: "the file in a string", Type: "text", Make: whole(func(b []byte) []byte { return []byte(strconv.Quote(string(b))) })},
		{Name: "records in strings in a list", File: "session.json", Type: "json", Make: whole(func(b []byte) []byte {
			list, _ := json.Marshal(strings.Split(strings.TrimSpace(string(b)), "\n"))
			return list
		})},
		{Name: "null lines", Codes: "damaged-line", Make: ends("\nnull\n")},
		{Name: "empty lists between", Codes: "damaged-line", Make: ends("\n[]\n")},
		{Name: "empty records between", Make: ends("\n{}\n")},
		{Name: "numbers between", Codes: "damaged-line", Make: ends("\n1\n")},
		{Name: "quotes around each line", Codes: "damaged-line", Make: each(func(l string) string { return `"` + l + `"` })},
		{Name: "cells of a table", Type: "text", Codes: "damaged-line",
			Make: each(func(l string) string { return `1,"` + strings.ReplaceAll(l, `"`, `""`) + `"` })},
	}
}

// listed returns a JSON array of lines.
func listed(data []byte, between string) []byte {
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	return []byte("[\n" + strings.Join(lines, between) + "\n]\n")
}

// indented writes JSON over several lines.
func indented(l string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(l), "", "  "); err != nil {
		panic(err)
	}
	return b.String()
}
