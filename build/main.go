// Command build makes, checks and serves the site, and makes the package.
//
//	go run ./build build   [-out dist] [-offline=false] make the site
//	go run ./build serve   [-addr A] [-file PATH]       make it and serve it on this machine
//	go run ./build dev     [-addr A] [-file PATH]       serve it, and remake it at each change
//	go run ./build report  [-check]                     sizes against their budgets
//	go run ./build npm     [-out dist-npm]              make the npm package
//
// Each verb has a file of its name. What they share with the tests is in
// build/site. It is run from the top of the checkout; the Makefile does so.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// verb is one thing the command does with its remaining arguments.
type verb func(ctx context.Context, args []string, out io.Writer) error

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return
		}
		fmt.Fprintln(os.Stderr, "build:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	verbs := map[string]verb{"build": build, "serve": serve, "dev": dev, "report": report, "npm": npm}
	if len(args) == 0 {
		return errors.New("name a verb: build, serve, dev, report or npm")
	}
	do, known := verbs[args[0]]
	if !known {
		return fmt.Errorf("unknown verb %q: there are build, serve, dev, report and npm", args[0])
	}
	return do(ctx, args[1:], out)
}

// parse reads the flags of a verb, which takes no other arguments.
func parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%s: unexpected argument %q", flags.Name(), flags.Arg(0))
	}
	return nil
}
