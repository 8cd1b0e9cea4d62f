package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"

	"unspool/build/release"
)

// makeRelease builds all release artifacts in a folder, and lists them.
func makeRelease(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	dir := flags.String("out", "dist-release", "output folder")
	tag := flags.String("tag", "", "fail unless the checkout is exactly at this tag")
	if err := parse(flags, args); err != nil {
		return err
	}
	made, err := release.Build(ctx, ".", *tag)
	if err != nil {
		return err
	}
	if err := made.Write(*dir); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(made.Files)) {
		fmt.Fprintf(out, "%10d  %s\n", len(made.Files[name]), name)
	}
	return nil
}
