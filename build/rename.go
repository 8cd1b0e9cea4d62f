package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"unspool/build/publish"
)

// rename gives the Go module the path of the public repository, in all files of the
// checkout.
func rename(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("rename", flag.ContinueOnError)
	if err := parse(flags, args); err != nil {
		return err
	}
	addresses, err := publish.Read(".")
	if err != nil {
		return err
	}
	changed, err := addresses.Rename(".")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d files changed\n", len(changed))
	return err
}
