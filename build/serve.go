package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"unspool/build/site"
	server "unspool/parser/serve"
)

// defaultAddr is not that of the command, which may run at the same time.
const defaultAddr = "127.0.0.1:8080"

// A showing is how a site is served, together with sessions of this machine.
type showing struct {
	addr, file string
	noBrowser  bool
}

func (s *showing) define(flags *flag.FlagSet) {
	flags.StringVar(&s.addr, "addr", defaultAddr, "loopback address; a free port is used if this one is taken")
	flags.StringVar(&s.file, "file", "", "session file or folder to open")
	flags.BoolVar(&s.noBrowser, "no-browser", false, "open no browser; BROWSER=none in the environment does the same")
}

// show serves until ctx ends.
func (s *showing) show(ctx context.Context, viewer http.Handler, out io.Writer) error {
	opt := server.Options{Viewer: viewer, Command: "make serve"}
	if s.file != "" {
		path, err := expand(s.file)
		if err != nil {
			return err
		}
		opt.Paths = []string{path}
	}
	return server.Show(ctx, server.ShowOptions{
		Options: opt, Address: s.addr, UseBrowser: !s.noBrowser && server.MayOpenBrowser(os.Getenv), Out: out, Progress: os.Stderr,
	})
}

// expand replaces ~ at the start of a path, which not every shell does in FILE=~/path.
func expand(path string) (string, error) {
	remainder, hasTilde := strings.CutPrefix(path, "~/")
	if !hasTilde {
		return path, nil
	}
	userDir, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("open session: %w", err)
	}
	return filepath.Join(userDir, remainder), nil
}

// serve builds the site and serves it.
func serve(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	dir := flags.String("out", "dist", "output folder of the site")
	var s showing
	s.define(flags)
	if err := parse(flags, args); err != nil {
		return err
	}
	opt := site.Options{Root: ".", Fast: true, Progress: func(step string) { fmt.Fprintln(os.Stderr, step) }}
	if _, err := makeSite(ctx, *dir, opt); err != nil {
		return err
	}
	return s.show(ctx, site.Handler(os.DirFS(*dir)), out)
}
