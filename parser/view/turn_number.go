package view

import "unspool/parser"

// turnNumber returns the number of a turn by its index, or 0 before the first turn.
func turnNumber(c *parser.Conversation, turn int32) int {
	if turn < 0 {
		return 0
	}
	return int(c.Turns[turn].Number)
}
