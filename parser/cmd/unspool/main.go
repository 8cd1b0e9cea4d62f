// Command unspool reads Claude Code transcripts on the command line.
//
//	unspool inspect [--prices FILE] PATH…
//
// inspect prints one JSON object a line for each session below the paths (files
// or folders) with the figures of [view.Summary]. --prices lays a price table
// over the built-in one; package price says what it looks like. Progress goes to
// stderr when that is a terminal; the exit code is 1 only if nothing could be
// read.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"unspool/parser/price"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

const usage = `usage: unspool inspect [--prices FILE] PATH…

inspect prints the figures of each session below the paths, one JSON object a line.

--prices FILE  takes prices from FILE, in the form of parser/price/prices.tsv, before the built-in ones
`

func run(args []string, out, progress io.Writer) int {
	if len(args) == 0 || args[0] != "inspect" {
		fmt.Fprint(progress, usage)
		return 2
	}
	flags := flag.NewFlagSet("inspect", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	mine := flags.String("prices", "", "")
	if err := flags.Parse(args[1:]); err != nil || flags.NArg() == 0 {
		fmt.Fprint(progress, usage)
		return 2
	}
	prices, err := table(*mine)
	if err != nil {
		fmt.Fprintln(progress, "unspool:", err)
		return 2
	}
	return inspect(flags.Args(), prices, out, progress)
}

// table gives the built-in prices with those of a file over them.
func table(file string) (*price.Table, error) {
	prices := price.Default()
	if file == "" {
		return prices, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	mine, err := price.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return prices.With(mine), nil
}
