//go:build js && wasm && export

package main

import (
	"errors"
	"maps"
	"regexp"
	"slices"

	"unspool/parser/redact"
	"unspool/parser/view/protocol"
)

// A scanner scans parts of the files of a session, and has what others found in other parts.
type scanner struct {
	finder *redact.Finder
	count  int                    // of all parts
	parts  map[int]*redact.Values // by their numbers
	found  *redact.Values         // in all parts, or nil

	part    protocol.BeginPartRequest // the one in progress
	search  *redact.Search            // of it, or nil
	values  *redact.Values            // likewise
	written int64                     // likewise
}

var (
	errNoScan = errors.New("there is no scan")
	errNoPart = errors.New("no part is scanned")
	errParts  = errors.New("not all parts were scanned")
)

func (s *scanner) begin(r *protocol.BeginScanRequest) protocol.Scan {
	*s = scanner{}
	options := redact.FinderOptions{Words: r.Words}
	for _, text := range r.Patterns {
		pattern, err := regexp.Compile(text)
		if err != nil {
			return protocol.Scan{Error: err.Error()}
		}
		options.Patterns = append(options.Patterns, pattern)
	}
	finder, err := redact.NewFinder(options)
	if err != nil {
		return protocol.Scan{Error: err.Error()}
	}
	s.finder, s.count, s.parts = finder, r.Parts, map[int]*redact.Values{}
	return protocol.Scan{}
}

func (s *scanner) beginPart(r *protocol.BeginPartRequest) error {
	if s.finder == nil {
		return errNoScan
	}
	values := new(redact.Values)
	s.part, s.values, s.written = *r, values, max(0, int64(r.From)-1)
	s.search = s.finder.Search(int64(r.From), int64(r.To), func(f redact.Finding) { values.Add(f, r.Path) })
	return nil
}

// writePart scans the next bytes of the file. At the end of the part, or of the file, the part is complete.
func (s *scanner) writePart(p []byte) (any, error) {
	if s.search == nil {
		return nil, errNoPart
	}
	_, _ = s.search.Write(p) // has no errors
	s.written += int64(len(p))
	if !s.search.Done() && s.written < int64(s.part.Size) {
		return protocol.PartWritten{More: true}, nil
	}
	_ = s.search.Close() // has no errors
	if s.part.To == s.part.Size {
		for found := range s.finder.Name(s.part.Path) {
			s.values.Add(found, s.part.Path)
		}
	}
	s.parts[s.part.Part], s.search, s.found = s.values, nil, nil
	return protocol.PartWritten{}, nil
}

// maxFound limits the values of one answer.
const maxFound = 500

// partValues returns what was found in each part.
func (s *scanner) partValues(from int) (any, error) {
	if s.finder == nil {
		return nil, errNoScan
	}
	var all []protocol.PartValue
	for _, part := range slices.Sorted(maps.Keys(s.parts)) {
		values := s.parts[part]
		for v := range values.All() {
			all = append(all, protocol.PartValue{Part: part, Key: v.Key, Value: foundValue(v)})
		}
		for _, text := range values.Taken() {
			placeholder := protocol.FoundValue{Kind: redact.Placeholder.String(), Value: text, Count: 1}
			all = append(all, protocol.PartValue{Part: part, Value: placeholder})
		}
	}
	return protocol.PartValues{Values: page(all, from), Total: len(all)}, nil
}

// page returns the values of one answer.
func page[T any](all []T, from int) []T {
	from = min(max(0, from), len(all))
	return all[from:min(from+maxFound, len(all))]
}

// addPartValues adds what another scanner found in parts.
func (s *scanner) addPartValues(r *protocol.AddPartValuesRequest) error {
	if s.finder == nil {
		return errNoScan
	}
	s.found = nil
	for _, part := range r.Parts {
		if s.parts[part] == nil {
			s.parts[part] = new(redact.Values)
		}
	}
	for _, x := range r.Values {
		v := x.Value
		kind, err := redact.ParseKind(v.Kind)
		if err != nil {
			return err
		}
		if s.parts[x.Part] == nil {
			return errParts
		}
		finding := redact.Finding{Kind: kind, Rule: v.Rule, Value: v.Value, Key: x.Key, Before: v.Before, After: v.After}
		s.parts[x.Part].AddCounted(finding, v.File, v.Count)
	}
	return nil
}

// all returns what was found in all parts, in their order.
func (s *scanner) all() (*redact.Values, error) {
	if s.finder == nil {
		return nil, errNoScan
	}
	if len(s.parts) != s.count {
		return nil, errParts
	}
	if s.found == nil {
		s.found = new(redact.Values)
		for _, part := range slices.Sorted(maps.Keys(s.parts)) {
			s.found.Merge(s.parts[part])
		}
	}
	return s.found, nil
}

// foundValues returns what was found in all parts.
func (s *scanner) foundValues(from int) (any, error) {
	values, err := s.all()
	if err != nil {
		return nil, err
	}
	var all []protocol.FoundValue
	for v := range values.All() {
		all = append(all, foundValue(v))
	}
	return protocol.FoundValues{Values: page(all, from), Total: len(all)}, nil
}

func foundValue(v *redact.Value) protocol.FoundValue {
	return protocol.FoundValue{Kind: v.Kind.String(), Rule: v.Rule, Value: v.Value, Count: v.Count,
		File: v.File, Before: v.Before, After: v.After}
}
