package trace

import (
	"encoding/hex"
	"slices"
)

// A Trace is the trace of one turn.
type Trace struct {
	ID       ID
	Resource Attributes // what all traces of a session share
	Spans    []*Span    // each after its parent
}

// An ID identifies a trace.
type ID [16]byte

// A SpanID identifies a span within its trace.
type SpanID [8]byte

// MarshalText implements [encoding.TextMarshaler].
func (id ID) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, id[:]), nil }

// MarshalText implements [encoding.TextMarshaler].
func (id SpanID) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, id[:]), nil }

// A Span is a part of a turn: the turn itself, a response, a tool call, or the work of an agent.
type Span struct {
	ID         SpanID
	Parent     SpanID // zero for the turn itself
	Name       string
	Start, End int64 // ms since 1970
	Attributes Attributes
	Failed     bool
}

// Attributes are keys with their values, in the order in which the keys were added.
type Attributes []Attribute

// An Attribute is a key with its value: a string, bool, int64 or float64.
type Attribute struct {
	Key   string
	Value any
}

// Get returns the value of a key, or nil if there is none.
func (a Attributes) Get(key string) any {
	if i := a.index(key); i >= 0 {
		return a[i].Value
	}
	return nil
}

func (a Attributes) index(key string) int {
	return slices.IndexFunc(a, func(one Attribute) bool { return one.Key == key })
}

// put sets the value of a key.
func put[T string | bool | int64 | float64](a *Attributes, key string, value T) {
	if i := a.index(key); i >= 0 {
		(*a)[i].Value = value
		return
	}
	*a = append(*a, Attribute{key, value})
}

// Map returns the values by their keys.
func (a Attributes) Map() map[string]any {
	values := make(map[string]any, len(a))
	for _, one := range a {
		values[one.Key] = one.Value
	}
	return values
}
