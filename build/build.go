package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"unspool/build/site"
)

// build builds the site in a folder.
func build(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	dir := flags.String("out", "dist", "output folder")
	offline := flags.Bool("offline", true, "let browsers keep the page for visits without a network")
	fast := flags.Bool("fast", false, "compress the Brotli files less, which takes a few seconds instead of half a minute")
	address := flags.String("site", "", "address that the site will have, such as https://example.org/unspool/, for pictures of links")
	if err := parse(flags, args); err != nil {
		return err
	}
	start := time.Now()
	made, err := makeSite(ctx, *dir, site.Options{Root: ".", Fast: *fast, NotCached: !*offline, Site: *address})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d files in %s\n", *dir, len(made.Files), time.Since(start).Round(time.Millisecond))
	return nil
}

// makeSite builds the site and writes it to dir. Everything except the Brotli file takes a
// few seconds if the Go code has not changed, so nobody needs to guess whether a site is up
// to date.
func makeSite(ctx context.Context, dir string, opt site.Options) (*site.Output, error) {
	b, err := site.NewBuilder(opt)
	if err != nil {
		return nil, err
	}
	made, err := b.Build(ctx)
	if err != nil {
		return nil, err
	}
	return made, made.Write(dir)
}
