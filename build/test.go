package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"strings"

	"unspool/build/testrun"
)

// test runs the checks and tests of the project and reports on them.
func test(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("test", flag.ContinueOnError)
	check := flags.Bool("check", false, "quick checks only: no browser, and only the tests of changed code")
	all := flags.Bool("all", false, "run all cases of tests that otherwise try only a sample")
	only := flags.String("run", "", "run only these parts, separated by commas")
	if err := parse(flags, args); err != nil {
		return err
	}
	opt := testrun.Options{Root: ".", Mode: testrun.Test}
	switch {
	case *check && *all:
		return errors.New("test: use -check or -all, not both")
	case *check:
		opt.Mode = testrun.Check
	case *all:
		opt.Mode = testrun.All
	}
	if *only != "" {
		opt.Only = strings.Split(*only, ",")
	}
	return testrun.Run(ctx, opt, out)
}
