package parser

// A Turn is a driver and all that follows until the next.
type Turn struct {
	First       int32 // Item
	Driver      Class // ClassOther: no prompt was recorded
	Start, End  int64 // ms since 1970
	Duration    int64 // ms as recorded, else from the driver to the last record; -1 unknown
	Branch      int32 // the abandoned branch it belongs to, 0 for none
	Open        int32 // tool calls without a result
	Replied     bool
	Interrupted bool
	Finished    bool
}

// begin starts a turn with the item at first; later items come along.
func (c *Conversation) begin(first int32, driver Class, prompt string) {
	start := int64(0)
	if int(first) < len(c.Items) {
		start = c.File.Records[c.Items[first].Record].Time
	}
	c.Turns = append(c.Turns, Turn{First: first, Driver: driver, Start: start, End: start, Duration: -1})
	c.turn = int32(len(c.Turns) - 1)
	for i := int(first); i < len(c.Items); i++ {
		c.Items[i].Turn = c.turn
	}
	c.prompt, c.last, c.talked = prompt, StopNone, false
}

// atRest says that nothing more is to come in the turn that runs.
func (c *Conversation) atRest() bool {
	if c.turn == none {
		return true
	}
	t := &c.Turns[c.turn]
	if t.Interrupted || t.Finished {
		return true
	}
	return t.Open == 0 && (c.last == StopEnd || c.last == StopNone && (c.talked || !t.Replied))
}

// replied is called for a real reply: what waited for one gets its turn.
func (c *Conversation) replied() {
	if len(c.pending) > 0 {
		if c.atRest() {
			first := c.pending[0]
			class := c.File.Records[c.Items[first].Record].Class
			c.begin(first, class, "")
		}
		c.pending, c.printed = c.pending[:0], false
	}
	if c.turn == none {
		c.begin(int32(len(c.Items)), ClassOther, "")
	}
	c.Turns[c.turn].Replied = true
}

// wait adds a record that begins a turn only when a reply follows. Commands
// that have printed their output before it were done without one.
func (c *Conversation) wait(index int32) {
	if c.printed {
		c.pending, c.printed = c.pending[:0], false
	}
	c.pending = append(c.pending, c.item(ItemPrompt, index, none))
}

func (c *Conversation) output(index int32) {
	c.item(ItemOutput, index, none)
	c.printed = len(c.pending) > 0
}

func (c *Conversation) interrupted(index int32) {
	c.item(ItemInterrupt, index, none)
	if len(c.pending) == 0 && c.turn != none {
		c.Turns[c.turn].Interrupted = true
	}
}
