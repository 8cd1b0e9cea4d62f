package browser

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
)

// RunTests runs the tests of a package, and exits with their result. Before them it calls
// prepare for what they share; what prepare passes to after runs when they have ended, the last
// one first.
func RunTests(m interface{ Run() int }, prepare func(ctx context.Context, after func(func() error)) error) {
	flag.Parse()
	code, err := runTests(m, prepare)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func runTests(m interface{ Run() int }, prepare func(context.Context, func(func() error)) error) (code int, err error) {
	var closers []func() error
	defer func() {
		for _, closer := range slices.Backward(closers) {
			err = errors.Join(err, closer())
		}
	}()
	if err := prepare(context.Background(), func(closer func() error) { closers = append(closers, closer) }); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// ServeTest serves a handler until a test ends, and returns the address, which ends with a slash.
func ServeTest(r Reporter, handler http.Handler) string {
	r.Helper()
	server, err := Serve(handler)
	if err != nil {
		r.Fatalf("%v", err)
	}
	r.Cleanup(func() {
		r.Helper()
		if err := server.Close(); err != nil {
			r.Errorf("%v", err)
		}
	})
	return server.URL
}
