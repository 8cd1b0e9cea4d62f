package export

import (
	"encoding/json"
	"fmt"
	"strings"

	"unspool/parser/record"
)

// callIDs are the ids of calls in the form that the API takes. Different ids stay different.
type callIDs struct {
	valid map[string]string // by the recorded id
	taken map[string]bool   // as valid ids
	next  map[string]int    // by valid id: the number to tell the next one with the same form from it
}

func newCallIDs() *callIDs {
	return &callIDs{valid: map[string]string{}, taken: map[string]bool{}, next: map[string]int{}}
}

// of returns the id to write instead of a recorded one.
func (c *callIDs) of(id string) string {
	if valid, ok := c.valid[id]; ok {
		return valid
	}
	form := validName(id)
	valid := form
	for c.taken[valid] {
		c.next[form]++
		valid = fmt.Sprintf("%s_%d", form, c.next[form]+1)
	}
	c.valid[id], c.taken[valid] = valid, true
	return valid
}

// idMember returns the member of a block of a type with the id of its call, or "".
func idMember(kind string) string {
	switch {
	case strings.HasSuffix(kind, "tool_use"):
		return "id"
	case strings.HasSuffix(kind, "tool_result"):
		return "tool_use_id"
	}
	return ""
}

// nameBytes is the length of the longest name of a tool that the API takes.
const nameBytes = 128

// toolName returns the name of a tool in the form that the API takes.
func (a apiForm) toolName(value []byte) []byte {
	if value[0] != '"' {
		return value
	}
	name := string(record.AppendString(nil, value, 0, 1<<10))
	valid := validName(name)
	valid = valid[:min(len(valid), nameBytes)]
	if valid != name {
		a.changed["name of a tool that the API refuses"]++
	}
	return quoted(valid)
}

// validName returns a name with a "_" instead of each character that the API refuses in names of tools and ids of calls.
func validName(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '-' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			return c
		}
		return '_'
	}, name)
}

// quoted returns a text as JSON.
func quoted(text string) []byte {
	value, _ := json.Marshal(text) // a string never fails
	return value
}
