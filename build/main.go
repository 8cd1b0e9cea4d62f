// Command build builds, checks and serves the site, and builds the package.
//
//	go run ./build build   [-out dist] [-fast] [-offline=false] [-site URL] build the site
//	go run ./build command [-out unspool]               build the command with the site in it
//	go run ./build serve   [-addr A] [-file PATH] [-no-browser] build it and serve it on this machine
//	go run ./build dev     [-addr A] [-file PATH] [-no-browser] serve it, and rebuild it at each change
//	go run ./build report  [-check]                     sizes against their budgets
//	go run ./build npm     [-out dist-npm]              build the npm package
//	go run ./build release [-out dist-release] [-tag T] build the artifacts of a release
//	go run ./build rename                               name the Go module after the public repository
//	go run ./build test    [-check|-all] [-run PART,…]  run checks and tests, and report on them
//	go run ./build format                               format all code
//
// Each verb has a file of its name. Code shared with the tests is in build/site and
// build/release, and build/testrun runs the tests. The command must be run from the top of
// the checkout, as the Makefile does.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"unspool/build/testrun"
)

// A verb is one thing the command does with its remaining arguments.
type verb func(ctx context.Context, args []string, out io.Writer) error

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return
		}
		if !errors.Is(err, testrun.ErrFailed) { // the report has shown it, and ends with the numbers
			fmt.Fprintln(os.Stderr, "build:", err)
		}
		stop()
		os.Exit(1)
	}
}

// verbs returns all verbs by their names.
func verbs() map[string]verb {
	return map[string]verb{
		"build": build, "command": command, "serve": serve, "dev": dev, "report": report, "npm": npm, "release": makeRelease,
		"rename": rename, "test": test, "format": format,
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	names := strings.Join(slices.Sorted(maps.Keys(verbs())), ", ")
	if len(args) == 0 {
		return fmt.Errorf("missing command: use one of %s", names)
	}
	do, known := verbs()[args[0]]
	if !known {
		return fmt.Errorf("unknown command %q: use one of %s", args[0], names)
	}
	return do(ctx, args[1:], out)
}

// parse parses the flags of a verb, which takes no other arguments.
func parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%s: unexpected argument %q", flags.Name(), flags.Arg(0))
	}
	return nil
}
