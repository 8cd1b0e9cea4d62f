package view

import (
	"fmt"
	"slices"
	"strings"
)

// A choice selects rows by kind. A row can have several kinds: a failed call counts as
// tools and as errors, and everything inside an agent also counts as agents. show keeps
// the rows that have any of its kinds, and hide removes the rows that have any of its
// kinds. The zero choice keeps all rows.
type choice struct{ show, hide nameSet }

// A nameSet is a set of row kinds and of tools, by their names as recorded.
type nameSet struct {
	kinds kinds
	tools map[string]bool
}

// some reports whether the set is not empty.
func (n *nameSet) some() bool { return n.kinds != 0 || len(n.tools) > 0 }

// has reports whether the set contains a row with these kinds. tool is the tool name of
// a call, "" for other rows.
func (n *nameSet) has(of kinds, tool string) bool { return n.kinds&of != 0 || n.tools[tool] }

// some reports whether the choice names any kinds or tools.
func (c *choice) some() bool { return c.show.some() || c.hide.some() }

// keeps reports whether the choice keeps a row with these kinds and this tool.
func (c *choice) keeps(of kinds, tool string) bool {
	return (of&^branches == marks || !c.show.some() || c.show.has(of, tool)) && !c.hide.has(of, tool)
}

// kindNames are the names of the kinds for users, in the order of their bits.
const kindNames = "prompts replies thinking tools errors agents machinery results changes branches"

// toolWord is the prefix of a tool name in a list of kinds: "tool:Bash". In the name,
// %XX stands for a byte, as in URLs, so that names can contain spaces.
const toolWord = "tool:"

// maxChoice limits the text of a choice, in bytes: it can come from a URL.
const maxChoice = 64 << 10

// parseChoice parses two lists of kinds and tools, each separated by spaces.
func parseChoice(show, hide string) (c choice, err error) {
	if c.show, err = parseNames(show); err != nil {
		return choice{}, err
	}
	if c.hide, err = parseNames(hide); err != nil {
		return choice{}, err
	}
	return c, nil
}

func parseNames(text string) (all nameSet, err error) {
	if len(text) > maxChoice {
		return nameSet{}, fmt.Errorf("there are too many kinds of rows: more than %d bytes of them", maxChoice)
	}
	for _, word := range strings.Fields(text) {
		if tool, ok := strings.CutPrefix(word, toolWord); ok && tool != "" {
			if all.tools == nil {
				all.tools = map[string]bool{}
			}
			all.tools[unescape(tool)] = true
			continue
		}
		bit := slices.Index(strings.Fields(kindNames), word)
		if bit < 0 {
			return nameSet{}, fmt.Errorf("there is no kind of rows %s: the kinds are %s, with spaces between them", wrote(word), kindNames)
		}
		all.kinds |= 1 << bit
	}
	return all, nil
}

// unescape decodes %XX sequences. Invalid sequences are kept as they are.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if high, low := hex(text[i+1]), hex(text[i+2]); high >= 0 && low >= 0 {
				b.WriteByte(byte(high<<4 | low))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func hex(c byte) int { return strings.IndexByte("0123456789abcdef", c|0x20) }
