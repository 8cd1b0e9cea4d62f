package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"unspool/build/site"
)

const defaultAddr = "127.0.0.1:8080"

// serve builds the site and serves it, together with a session of this machine.
func serve(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	dir := flags.String("out", "dist", "output folder of the site")
	addr := flags.String("addr", defaultAddr, "loopback address; a free port is used if this one is taken")
	file := flags.String("file", "", "session file or folder to open")
	if err := parse(flags, args); err != nil {
		return err
	}
	if _, err := makeSite(ctx, *dir, site.Options{Root: ".", Fast: true}); err != nil {
		return err
	}
	handler, fragment, done, err := withLocal(site.Handler(os.DirFS(*dir)), *file)
	if err != nil {
		return err
	}
	return errors.Join(listenAndServe(ctx, *addr, fragment, handler, out), done())
}

// withLocal adds the session at file, if there is one, to the files that next serves. It
// returns the part of the address that opens the session, and a function to call at the
// end.
func withLocal(next http.Handler, file string) (_ http.Handler, fragment string, done func() error, err error) {
	if file == "" {
		return next, "", func() error { return nil }, nil
	}
	if remainder, underHome := strings.CutPrefix(file, "~/"); underHome { // not every shell expands it in FILE=~/path
		userDir, err := os.UserHomeDir()
		if err != nil {
			return nil, "", nil, fmt.Errorf("open session: %w", err)
		}
		file = filepath.Join(userDir, remainder)
	}
	local, err := site.OpenLocal(file)
	if err != nil {
		return nil, "", nil, err
	}
	return local.Handler(next), "#v=1&src=" + site.LocalListing, local.Close, nil
}

// listenAndServe serves until ctx ends, and prints the address to open.
func listenAndServe(ctx context.Context, addr, fragment string, handler http.Handler, out io.Writer) error {
	l, err := site.Listen(addr)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(out, "http://%s/%s\n", l.Addr(), fragment)
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		// Streams that only watch for changes never end by themselves.
		stopped <- server.Close()
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return <-stopped
}
