package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"unspool/parser"
	"unspool/parser/export"
)

// headBytes is how much of a file is read to see where its head goes.
const headBytes = 64 << 10

// byteOrderMark is what some programs begin a file with.
const byteOrderMark = "\xef\xbb\xbf"

// withHead returns the text of a file with a first record that counts what is replaced and left out, if it is a
// transcript.
func (r *redaction) withHead(in *bufio.Reader, f redactedFile) (io.Reader, error) {
	start, err := in.Peek(headBytes)
	if err != nil && len(start) == 0 {
		return in, nil // an error of the file is found when it is read
	}
	left := export.LeftOut{Records: r.long[f.path]}
	if left.Records == 0 && !r.isCounted(f, start) {
		return in, nil
	}
	head, err := export.HeadLine(left, r.replaced)
	if err != nil || head == nil {
		return in, err
	}
	skipped := 0
	if bytes.HasPrefix(start, []byte(byteOrderMark)) {
		skipped = len(byteOrderMark)
		head = append([]byte(byteOrderMark), head...)
	}
	if at := bytes.IndexByte(start, '['); left.Records == 0 && at >= 0 && len(bytes.TrimSpace(start[skipped:at])) == 0 {
		head = fmt.Appendf(nil, "%s[%s,", start[:skipped], bytes.TrimSpace(head[skipped:])) // the first element of the array
		skipped = at + 1
	}
	if _, err := in.Discard(skipped); err != nil {
		return nil, err
	}
	return io.MultiReader(bytes.NewReader(head), in), nil
}

// isCounted reports whether a file that begins with a text gets a head: if it is a transcript of a conversation, or the
// only file.
func (r *redaction) isCounted(f redactedFile, start []byte) bool {
	switch parser.RoleOf(f.name) {
	case parser.RoleMain:
	case parser.RoleAgent:
		return r.isSingle
	default:
		return false
	}
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte(byteOrderMark)), " \t\r\n\x00")
	isArray := bytes.HasPrefix(start, []byte("["))
	if strings.HasSuffix(f.name, ".jsonl") && !isArray {
		return true
	}
	// Others can be documents of any kind, in which a record is no element and no line.
	first, _, _ := bytes.Cut(start, []byte("\n"))
	if isArray {
		first = bytes.TrimLeft(start[1:], " \t\r\n")
	}
	return path.Base(f.name) != "conversations.json" && bytes.HasPrefix(first, []byte(`{`)) && bytes.Contains(first, []byte(`"type"`))
}
