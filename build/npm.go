package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"unspool/build/site"
)

// npm builds the npm package in a folder, and prints its size.
func npm(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("npm", flag.ContinueOnError)
	dir := flags.String("out", "dist-npm", "output folder")
	if err := parse(flags, args); err != nil {
		return err
	}
	b, err := site.NewBuilder(site.Options{Root: "."})
	if err != nil {
		return err
	}
	made, err := b.BuildPackage(ctx)
	if err != nil {
		return err
	}
	if err := made.Write(*dir); err != nil {
		return err
	}
	return printSizes(out, made.Sizes)
}

// printSizes writes a table of the total file sizes of each top-level folder.
func printSizes(out io.Writer, sizes []site.Size) error {
	folders := map[string]site.Size{}
	for _, size := range sizes {
		folder, _, found := strings.Cut(size.Name, "/")
		if !found {
			folder = "."
		}
		for _, name := range []string{folder, "total"} {
			sum := folders[name]
			folders[name] = site.Size{Name: name, Raw: sum.Raw + size.Raw, Gzip: sum.Gzip + size.Gzip}
		}
	}
	_, err := fmt.Fprintf(out, "%-9s %10s %10s\n", "folder", "raw", "gzip")
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		if err == nil {
			_, err = fmt.Fprintf(out, "%-9s %10d %10d\n", name, folders[name].Raw, folders[name].Gzip)
		}
	}
	return err
}
