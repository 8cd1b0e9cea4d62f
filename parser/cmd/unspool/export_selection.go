package main

import (
	"flag"

	"unspool/parser/export"
	"unspool/parser/view/filter"
)

// selectionFlags defines the flags that select a part of a session.
func selectionFlags(flags *flag.FlagSet, o *export.Selection) {
	flags.StringVar(&o.Agent, "agent", "", "the conversation of the agent with this `id`, or its beginning, instead of the main one")
	flags.Func("prompts", "keep only these `prompts` with all that follows each: 12, 12-18, 12- or -5", func(text string) (err error) {
		o.Prompts, err = filter.ParseTurns(text)
		return err
	})
}
