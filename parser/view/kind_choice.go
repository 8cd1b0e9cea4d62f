package view

import (
	"fmt"
	"slices"
	"strings"
)

// A choice leaves rows by what they are. A row can be of several kinds: a call
// that failed is one of tools and of errors, and all that stands inside of an
// agent is of agents besides. show leaves rows that are any of what it names, hide
// takes away those that are. The zero choice leaves all.
type choice struct{ show, hide nameSet }

// nameSet are kinds of rows, and tools by their names as recorded.
type nameSet struct {
	kinds kinds
	tools map[string]bool
}

func (n *nameSet) some() bool { return n.kinds != 0 || len(n.tools) > 0 }

// has says that a row of these kinds is named; tool is the name of the tool of a
// call, "" for other rows.
func (n *nameSet) has(of kinds, tool string) bool { return n.kinds&of != 0 || n.tools[tool] }

func (c *choice) some() bool { return c.show.some() || c.hide.some() }

func (c *choice) keeps(of kinds, tool string) bool {
	return (of&^branches == marks || !c.show.some() || c.show.has(of, tool)) && !c.hide.has(of, tool)
}

// kindNames names the kinds for people, in the order of their bits.
const kindNames = "prompts replies thinking tools errors agents machinery results changes branches"

// toolWord is how a tool is named among kinds: "tool:Bash". In its name %XX
// stands for a byte, as in addresses, so that it can hold spaces.
const toolWord = "tool:"

// maxChoice bounds the words of a choice, in bytes: it comes with an address.
const maxChoice = 64 << 10

// parseChoice reads two lists of kinds and tools with spaces between them.
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

// unescape gives what %XX stands for; what is none stays.
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
