package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"unspool/build/site"
)

// report prints what a visit downloads. With -check it fails if that exceeds the budgets.
func report(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	check := flags.Bool("check", false, "fail if a budget is exceeded")
	if err := parse(flags, args); err != nil {
		return err
	}
	b, err := site.NewBuilder(site.Options{Root: ".", Fast: true})
	if err != nil {
		return err
	}
	made, err := b.Build(ctx)
	if err != nil {
		return err
	}
	over, err := site.Report(out, made.Sizes)
	if err != nil {
		return err
	}
	if *check && len(over) > 0 {
		return fmt.Errorf("over budget: %v", over)
	}
	return nil
}
