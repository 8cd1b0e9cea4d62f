package browser

import (
	"errors"
	"fmt"
	"os"
	"slices"
)

// Attempt uses pages outside of a test. The error contains the failures and the forbidden
// actions of the pages.
func Attempt(name string, do func(Reporter)) error {
	a := &attempt{name: name}
	a.guard(func() { do(a) })
	for _, f := range slices.Backward(a.cleanup) {
		a.guard(f)
	}
	return errors.Join(a.problems...)
}

// An attempt is a [Reporter] that replaces a test.
type attempt struct {
	name     string
	problems []error
	cleanup  []func()
}

// guard runs f until it returns or reports a fatal problem.
func (a *attempt) guard(f func()) {
	defer func() {
		if v := recover(); v != nil && v != any(a) {
			panic(v)
		}
	}()
	f()
}

func (a *attempt) Helper()      {}
func (a *attempt) Name() string { return a.name }

// Failed reports whether there was a problem.
func (a *attempt) Failed() bool     { return len(a.problems) > 0 }
func (a *attempt) Cleanup(f func()) { a.cleanup = append(a.cleanup, f) }

func (a *attempt) Logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

func (a *attempt) Errorf(format string, args ...any) {
	a.problems = append(a.problems, fmt.Errorf(format, args...))
}

func (a *attempt) Fatalf(format string, args ...any) {
	a.Errorf(format, args...)
	panic(a)
}
