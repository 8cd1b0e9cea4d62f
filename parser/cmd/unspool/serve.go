package main

import (
	"archive/zip"
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"unspool/parser/cmd/unspool/cli"
	server "unspool/parser/serve"
)

// A serving is a run of serve or open.
type serving struct {
	server.ShowOptions
	site      string
	noBrowser bool
}

func serveCommand() cli.Command {
	return cli.Command{
		Name: "serve", Summary: "show sessions in the browser, and follow them live", Arguments: "[PATH…]",
		Help: `Shows sessions in the browser, and follows them live. Without a path, these are
all sessions of Claude Code: those in projects/ below $CLAUDE_CONFIG_DIR or, if
that is not set, below ~/.claude and ~/.config/claude. An archive is unpacked at
the start, and what happens to it later is not followed. The server can be reached
from this machine only, and only by those who know the address that it prints.
It ends with Ctrl C.`,
		Done: "the server was ended by the user", Failed: "nothing could be served",
		Define: func(env *cli.Environment, flags *flag.FlagSet) cli.Action {
			s := newServing("unspool serve", env, flags)
			return func(paths []string) error {
				if len(paths) == 0 {
					paths = server.DefaultPaths()
				}
				if len(paths) == 0 {
					return errors.New("found no sessions of Claude Code in ~/.claude/projects: name a folder")
				}
				return s.run(paths)
			}
		},
	}
}

func openCommand() cli.Command {
	return cli.Command{
		Name: "open", Summary: "show one session in the browser", Arguments: "FILE",
		Help: `Shows a session in the browser, with its agents, and follows it live. It is like
serve with one path.`,
		Done: "the server was ended by the user", Failed: "nothing could be served",
		Define: func(env *cli.Environment, flags *flag.FlagSet) cli.Action {
			return newServing("unspool open", env, flags).run
		},
	}
}

// newServing defines the flags of a run.
func newServing(command string, env *cli.Environment, flags *flag.FlagSet) *serving {
	s := &serving{ShowOptions: server.ShowOptions{Out: env.Out, Progress: env.Progress}}
	s.Command = command
	flags.StringVar(&s.Address, "addr", server.DefaultAddress, "loopback `address`; a free port is used if this one is taken")
	flags.BoolVar(&s.noBrowser, "no-browser", false, "open no browser; BROWSER=none in the environment does the same")
	flags.StringVar(&s.site, "site", "", "`folder` of a built site with the viewer, in place of the one in this program")
	return s
}

func (s *serving) run(paths []string) (err error) {
	s.Paths = paths
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
