package main

import (
	"archive/zip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	server "unspool/parser/serve"
)

const serveUsage = `usage: unspool serve [flags] [PATH…]

Shows sessions in the browser, and follows them live. Without a path, these are all sessions of Claude Code:
those in projects/ below $CLAUDE_CONFIG_DIR or, if that is not set, below ~/.claude and ~/.config/claude.
The server can be reached from this machine only, and only by those who know the address that it prints.
It ends with Ctrl C.

flags:
`

const openUsage = `usage: unspool open [flags] FILE

Shows a session in the browser, with its agents, and follows it live. It is like serve with one path.

flags:
`

// A serving is a run of serve or open.
type serving struct {
	server.ShowOptions
	site      string
	noBrowser bool
}

func serve(args []string, out, progress io.Writer) int {
	return runServer("serve", serveUsage, args, out, progress, func(paths []string) ([]string, error) {
		if len(paths) > 0 {
			return paths, nil
		}
		if paths = server.DefaultPaths(); len(paths) == 0 {
			return nil, errors.New("found no sessions of Claude Code in ~/.claude/projects: name a folder")
		}
		return paths, nil
	})
}

func open(args []string, out, progress io.Writer) int {
	return runServer("open", openUsage, args, out, progress, func(paths []string) ([]string, error) {
		if len(paths) != 1 {
			return nil, fmt.Errorf("%w: open takes one file", errUsage)
		}
		return paths, nil
	})
}

// runServer serves the paths that choose returns for the arguments, until it is interrupted.
func runServer(name, usage string, args []string, out, progress io.Writer, choose func([]string) ([]string, error)) int {
	s := serving{ShowOptions: server.ShowOptions{Out: out, Progress: progress}}
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	flags.StringVar(&s.Address, "addr", server.DefaultAddress, "loopback `address`; a free port is used if this one is taken")
	flags.BoolVar(&s.noBrowser, "no-browser", false, "open no browser; BROWSER=none in the environment does the same")
	flags.StringVar(&s.site, "site", "", "`folder` of a built site with the viewer, in place of the one in this program")
	if len(args) > 0 && isHelp(args[0]) {
		flags.SetOutput(out)
		flags.Usage()
		return exitOK
	}
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	paths, err := choose(flags.Args())
	if err == nil {
		s.Paths = paths
		err = s.run()
	}
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errUsage):
		fmt.Fprintf(progress, "unspool: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(progress, "unspool: %v\n", err)
	return exitNothing
}

func (s *serving) run() (err error) {
	if s.Viewer, err = viewerAt(s.site); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	s.UseBrowser = !s.noBrowser && server.MayOpenBrowser(os.Getenv)
	fmt.Fprintf(s.Progress, "unspool: serving %s until Ctrl C\n", strings.Join(s.Paths, ", "))
	return server.Show(ctx, s.ShowOptions)
}

// viewerAt returns the viewer in a folder or, without one, that of this program.
func viewerAt(site string) (http.Handler, error) {
	switch {
	case site != "":
		return server.Viewer(os.DirFS(site))
	case len(embeddedViewer) > 0:
		archive, err := zip.NewReader(strings.NewReader(embeddedViewer), int64(len(embeddedViewer)))
		if err != nil {
			return nil, fmt.Errorf("the viewer in this program: %w", err)
		}
		return server.Viewer(archive)
	}
	const built = "dist" // of a checkout
	if _, err := os.Stat(filepath.Join(built, server.HeadersName)); err == nil {
		return server.Viewer(os.DirFS(built))
	}
	return nil, errors.New("this program was built without the viewer: build it by “make command”, " +
		"or name the folder of a built site by -site")
}
