package main

import (
	"flag"
	"fmt"
	"io"
	"strconv"

	"unspool/parser/export"
	"unspool/parser/view/filter"
)

// selectionFlags defines the flags that select a part of a session.
func (x *exporter) selectionFlags(flags *flag.FlagSet, o *export.Selection) {
	x.part = o
	flags.StringVar(&o.Agent, "agent", "", "the conversation of the agent with this `id`, or its beginning, instead of the main one")
	flags.Func("prompts", "keep only these `prompts` with all that follows each: 12, 12-18, 12- or -5", func(text string) (err error) {
		o.Prompts, err = filter.ParseTurns(text)
		return err
	})
}

// countFlag defines a flag for a number of turns, which is at least 1.
func countFlag(flags *flag.FlagSet, value *int, name, usage string) {
	flags.Func(name, usage, func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is not a number from 1 on", text)
		}
		*value = n
		return nil
	})
}

// A lateFile is created when something is written to it, so that no file is left if there is nothing to write.
type lateFile struct {
	create func() (io.WriteCloser, error)
	out    io.WriteCloser
}

// Write implements [io.Writer].
func (f *lateFile) Write(p []byte) (n int, err error) {
	if f.out == nil {
		if f.out, err = f.create(); err != nil {
			f.out = nil
			return 0, err
		}
	}
	return f.out.Write(p)
}

// Close implements [io.Closer].
func (f *lateFile) Close() error {
	if f.out == nil {
		return nil
	}
	return f.out.Close()
}
