package redact

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
)

// A Search finds values in the lines of a file that begin in a range of its bytes, as they are written to it. Several
// finders can search parts of one file at the same time.
//
// The pieces of a streamed response are joined, so that values in several of them are found. A response that has begun
// in the range is read to its end, which may be after the range. The rest of one that has begun before it is searched
// again, as if it were whole: its values count twice, and what is left of one that the border divides may be found as
// another value. It cannot be left out: only the search of the range before knows whether it has read it, and without
// that, values after a border that no search has read would be missed.
type Search struct {
	finder   *Finder
	found    func(Finding)
	lines    splitter
	base     int64 // the offset of the first byte that is written
	to       int64
	last     int64 // the offset of the last line
	skipLine bool  // the current line begins before the range
	joined   map[string]*joinedPieces
	done     bool
}

// Search returns a search of the lines that begin in a range. What is written to it has to begin one byte before the
// range, where a line may end, or with the file. It calls found for each finding.
func (f *Finder) Search(from, to int64, found func(Finding)) *Search {
	s := &Search{finder: f, found: found, base: max(0, from-1), to: to, skipLine: from > 0, joined: map[string]*joinedPieces{}}
	s.lines.visit = func(line []byte, at int64) error {
		if s.skipLine {
			s.skipLine = false
			return nil
		}
		return s.line(line, s.base+at)
	}
	return s
}

// Done reports whether everything in the range was searched, so that no more bytes are needed.
func (s *Search) Done() bool { return s.done }

// Write implements [io.Writer]. It never returns an error.
func (s *Search) Write(p []byte) (int, error) {
	if s.done {
		return len(p), nil
	}
	if _, err := s.lines.Write(p); err != nil {
		return len(p), nil
	}
	begin := s.base + s.lines.offset // of the line that has begun
	if s.skipLine {
		begin += int64(s.lines.length)
	}
	s.done = begin >= s.to && len(s.joined) == 0
	return len(p), nil
}

// Close searches what is left at the end of the file or range. It never returns an error.
func (s *Search) Close() error {
	if !s.done {
		_ = s.lines.Close() // the error is that it is done
	}
	s.done = true
	for _, block := range slices.Sorted(maps.Keys(s.joined)) {
		s.searchJoined(block)
	}
	return nil
}

// errDone stops the splitter.
var errDone = errors.New("done")

// line searches a line, or returns errDone if that is not needed any more.
func (s *Search) line(line []byte, offset int64) error {
	s.last = offset
	isAfter := offset >= s.to
	if isAfter && (len(s.joined) == 0 || offset-s.to > maxAfter) {
		s.done = true
		return errDone
	}
	f := s.finder
	if line == nil {
		if !isAfter {
			f.Long++
		}
		return nil
	}
	from, to := trim(line)
	text := line[from:to]
	offset += int64(from)
	event, p := parseEvent(text)
	j := s.joined[p.block]
	if isAfter {
		if j == nil || event == eventNone {
			return nil
		}
		if event == eventStart { // the block before it has no end
			event = eventStop
		}
	} else {
		f.Lines++
	}
	switch {
	case event == eventPiece:
		if j == nil {
			j = &joinedPieces{offset: offset}
			s.joined[p.block] = j
		}
		for found := range f.lineWithout(text, offset, p.from) { // what else the event has
			s.found(found)
		}
		if j.text = append(j.text, text[p.from:p.to]...); len(j.text) >= maxStream {
			s.searchJoined(p.block)
		}
	case event == eventStop && j != nil:
		s.searchJoined(p.block)
	default:
		for found := range f.Line(text, offset) {
			s.found(found)
		}
	}
	return nil
}

// maxAfter is how far beyond a range a streamed response is read, in bytes: each event has a part of it.
const maxAfter = 4 * maxStream

// joinedPieces are the pieces so far of a streamed text.
type joinedPieces struct {
	text   []byte
	offset int64 // of the line of the first piece
}

// searchJoined searches a block as far as it was streamed.
func (s *Search) searchJoined(block string) {
	f, j := s.finder, s.joined[block]
	delete(s.joined, block)
	f.offset, f.found = j.offset, f.found[:0]
	f.search(j.text, 0, true)
	for _, found := range f.found {
		found.Offset = j.offset // the places of later pieces are not kept
		s.found(found)
	}
}

// Read yields what is found in a file, as a [Search] of all of it does. It ends with the first error.
func (f *Finder) Read(in io.Reader) iter.Seq2[Finding, error] {
	return func(yield func(Finding, error) bool) {
		stopped := false
		s := f.Search(0, math.MaxInt64, func(found Finding) { stopped = stopped || !yield(found, nil) })
		buffer := make([]byte, readBytes)
		for !stopped {
			n, err := in.Read(buffer)
			s.Write(buffer[:n])
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				yield(Finding{}, fmt.Errorf("line at byte %d: %w", s.last, err))
				return
			}
		}
		if !stopped {
			s.Close()
		}
	}
}
