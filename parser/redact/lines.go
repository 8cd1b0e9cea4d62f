package redact

import (
	"bytes"
	"io"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// readBytes is how much of a file is read at a time.
const readBytes = 256 << 10

// eachLine calls visit for each line of a file, with its line end and its offset. Lines that are too
// long to be held in memory are nil.
func eachLine(in io.Reader, visit func(line []byte, offset int64) error) error {
	s := splitter{visit: visit}
	if _, err := io.CopyBuffer(&s, in, make([]byte, readBytes)); err != nil {
		return err
	}
	return s.Close()
}

// A splitter calls visit for each line that is written to it, with its line end and its offset. Lines that are too long
// to be held in memory are nil.
type splitter struct {
	visit  func(line []byte, offset int64) error
	offset int64  // of the line that has not ended
	length int    // of that line so far
	line   []byte // its beginning
}

// Write implements [io.Writer]. An error is one of visit.
func (s *splitter) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n') + 1
		if end == 0 {
			s.keep(rest)
			break
		}
		line := rest[:end:end]
		if s.length > 0 {
			s.keep(line)
			line = s.line
		}
		if err := s.emit(line, max(s.length, end)); err != nil {
			return 0, err
		}
		rest = rest[end:]
	}
	return len(p), nil
}

// Close visits what follows the last line end.
func (s *splitter) Close() error {
	if s.length == 0 {
		return nil
	}
	return s.emit(s.line, s.length)
}

func (s *splitter) keep(part []byte) {
	if s.length += len(part); s.length <= jsonl.MaxLine {
		s.line = append(s.line, part...)
	}
}

func (s *splitter) emit(line []byte, length int) error {
	if length > jsonl.MaxLine {
		line = nil
	}
	err := s.visit(line, s.offset)
	s.offset += int64(length)
	s.length, s.line = 0, s.line[:0]
	return err
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
