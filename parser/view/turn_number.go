package view

import "unspool/parser"

// turnNumber gives the number of a turn by its index, 0 before the first.
func turnNumber(c *parser.Conversation, turn int32) int {
	if turn < 0 {
		return 0
	}
	return int(c.Turns[turn].Number)
}
