package view

import "unspool/parser"

// turnNumber counts the turns up to this one that were not left behind; turn
// indexes only grow, so the number of a turn does not change while loading.
func turnNumber(c *parser.Conversation, turn int32) int {
	n := turnNumbers{conv: c}
	return n.of(turn)
}

// turnNumbers are the numbers of a conversation's turns. To ask for them in their
// order costs one pass over the turns.
type turnNumbers struct {
	conv    *parser.Conversation
	counted int32 // turns
	number  int   // of the last of these
}

func (n *turnNumbers) of(turn int32) int {
	switch {
	case turn < 0:
		return 0
	case n.conv.Agent != "" || n.conv.File.Branches == 0:
		return int(turn) + 1
	case turn+1 < n.counted:
		n.counted, n.number = 0, 0
	}
	for ; n.counted <= turn; n.counted++ {
		if n.conv.Turns[n.counted].Branch == 0 {
			n.number++
		}
	}
	return n.number
}
