package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"unspool/parser"
	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/price"
	"unspool/parser/trace"
	"unspool/parser/trace/follow"
	"unspool/parser/trace/otlphttp"
)

// A followExport sends the traces of all sessions below some paths, each turn once.
type followExport struct {
	*traceExport
	isFollowing bool
	state       string
	quiet       time.Duration
}

func (x *followExport) define(flags *flag.FlagSet) {
	flags.Func("state", "with -endpoint: record in this `file` what was sent, and send only what is new; takes several paths",
		func(name string) error {
			if name == "" {
				return errors.New("want the name of a file")
			}
			x.state, x.exporter.watch = name, x.run
			return nil
		})
	flags.BoolFunc("follow", "with -state: go on, and send each turn once it is complete, until interrupted", func(string) error {
		x.isFollowing, x.exporter.watch = true, x.run
		return nil
	})
	flags.DurationVar(&x.quiet, "quiet", 10*time.Second,
		"with -follow: the `duration` for which a session must be unchanged until its last turn is complete")
}

func (x *followExport) run(paths []string) (err error) {
	if x.endpoint == "" || x.state == "" {
		return fmt.Errorf("%w: -follow needs -state, and both need -endpoint", errUsage)
	}
	if x.redact || x.output != "" || x.session != "" {
		return fmt.Errorf("%w: -state takes none of -redact, -o and -session", errUsage)
	}
	roots, err := x.followed(paths)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	const wait = 10 * time.Second // for a run that is about to end
	opening, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	state, err := follow.OpenState(opening, x.state)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, state.Close()) }()
	sender := otlphttp.Sender{Endpoint: x.endpoint, Header: x.header, Warn: x.report}
	f := follow.New(follow.Options{Roots: roots, State: state, Send: sender.Deliver, Quiet: x.quiet,
		Trace: trace.Options{Prices: price.Default(), Content: x.content}, Warn: x.report})
	if x.isFollowing {
		context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
		err = f.Run(ctx)
	} else {
		err = f.Once(ctx)
	}
	report := f.Report()
	counts := map[string]int{}
	for name, n := range map[string]int{"refused by the receiver": report.Refused, "not complete": report.Waiting} {
		if n > 0 {
			counts[name] = n
		}
	}
	fmt.Fprintf(x.progress, "unspool: %d turns sent with %d spans%s\n", report.Turns, report.Spans, counted("; turns left out", counts))
	return err
}

// followed returns the folders to follow.
func (x *followExport) followed(paths []string) ([]follow.Root, error) {
	var roots []follow.Root
	for _, path := range paths {
		if path == cli.Standard {
			return nil, fmt.Errorf("%w: -state takes files and folders, no standard input", errUsage)
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		name, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		if real, err := filepath.EvalSymlinks(name); err == nil {
			name = real
		}
		root := follow.Root{Name: name}
		if info.IsDir() {
			err = reportArchives(name, x.progress)
		} else {
			err = notArchive(path)
		}
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			root.Name, root.Only = filepath.Split(name)
			if parser.RoleOf(root.Only) != parser.RoleMain {
				return nil, fmt.Errorf("%s: %w: not the main file of a session", path, errUsage)
			}
		}
		root.FS = os.DirFS(root.Name)
		roots = append(roots, root)
	}
	return roots, nil
}

// notArchive returns an error if a file is an archive: nothing is added to its sessions.
func notArchive(path string) error {
	file, err := openIfArchive(path)
	if file == nil {
		return err
	}
	return errors.Join(fmt.Errorf("%s: %w: -state takes no archives; export it without", path, errUsage), file.Close())
}
