package redact

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// eachLine calls visit for each line of a file, with its line end and its offset. Lines that are too
// long to be held in memory are nil.
func eachLine(in io.Reader, visit func(line []byte, offset int64) error) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	offset := int64(0)
	var whole []byte
	for {
		line, length, err := readLine(reader, whole[:0])
		if cap(line) > cap(whole) {
			whole = line
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if length > 0 {
			if length > jsonl.MaxLine {
				line = nil
			}
			if e := visit(line, offset); e != nil {
				return e
			}
		}
		offset += int64(length)
		if err != nil {
			return nil
		}
	}
}

// readLine reads a line into a buffer, up to the longest line that is kept, and returns its length.
func readLine(reader *bufio.Reader, line []byte) ([]byte, int, error) {
	length := 0
	for {
		part, err := reader.ReadSlice('\n')
		if length += len(part); length <= jsonl.MaxLine {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, length, err
		}
	}
}

// trim returns the range of a line without blanks, NULs and a byte order mark around it.
func trim(line []byte) (from, to int) {
	const blanks = " \t\r\n\x00"
	inner := bytes.TrimLeft(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")), blanks)
	from = len(line) - len(inner)
	return from, from + len(bytes.TrimRight(inner, blanks))
}

// A piece is a part of a text that was streamed: a delta of a block.
type piece struct {
	block    string // the response and the block in it
	member   string // that has the text
	from, to int    // of the text in the line, between the quotes
}

// An event is what a line says about the blocks of a streamed response.
type event uint8

const (
	eventNone event = iota
	eventPiece
	eventStart
	eventStop
)

// parseEvent reads a line of a streamed response.
func parseEvent(line []byte) (event, piece) {
	if !mayStream(line) || jsonl.Skip(line, 0) < 0 || line[0] != '{' {
		return eventNone, piece{}
	}
	at := record.Member(line, 0, "event")
	if at < 0 || line[at] != '{' {
		return eventNone, piece{}
	}
	p := piece{block: rawMember(line, 0, "parent_tool_use_id") + " " + rawMember(line, at, "index")}
	switch kind, _ := record.MemberText(line, at, "type", longestID); kind {
	case "content_block_start":
		return eventStart, p
	case "content_block_stop", "message_stop":
		return eventStop, p
	case "content_block_delta":
		delta := record.Member(line, at, "delta")
		if delta < 0 || line[delta] != '{' {
			return eventNone, p
		}
		for _, name := range [...]string{"text", "partial_json", "thinking"} {
			if at := record.Member(line, delta, name); at >= 0 && line[at] == '"' {
				p.member, p.from, p.to = name, at+1, jsonl.Skip(line, at)-1
				return eventPiece, p
			}
		}
	}
	return eventNone, p
}

// mayStream reports whether a line has the type of the events of a stream. It looks for the only rare character in it: in a
// browser, a search for all of it takes a third of the time of the rest.
func mayStream(line []byte) bool {
	const before, after = "stream", "_event"
	for at := 0; ; at++ {
		i := bytes.IndexByte(line[at:], '_')
		if i < 0 {
			return false
		}
		if at += i; bytes.HasPrefix(line[at:], []byte(after)) && bytes.HasSuffix(line[:at], []byte(before)) {
			return true
		}
	}
}

// rawMember returns a value as it is written.
func rawMember(line []byte, object int, name string) string {
	at := record.Member(line, object, name)
	if at < 0 {
		return ""
	}
	return string(line[at:jsonl.Skip(line, at)])
}

// maxStream is how much of a streamed response is kept until it ends, in bytes.
const maxStream = 4 << 20
