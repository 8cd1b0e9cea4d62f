package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"unspool/build/release"
)

// command builds the command with the viewer in it, for this machine.
func command(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("command", flag.ContinueOnError)
	name := flags.String("out", "unspool", "output file")
	if err := parse(flags, args); err != nil {
		return err
	}
	if err := release.Command(ctx, ".", *name, func(step string) { fmt.Fprintln(os.Stderr, step) }); err != nil {
		return err
	}
	fmt.Fprintln(out, *name)
	return nil
}
