package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"unspool/parser/cmd/unspool/cli"
)

// An interruption tells a command that the user interrupts it while there are files that are not complete, so that it
// can remove them. A second interrupt ends the program at once.
type interruption struct {
	ctx  context.Context
	stop context.CancelFunc
}

func newInterruption() *interruption {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return &interruption{ctx, stop}
}

// err returns an error once the user has interrupted. Without an interruption, there is none.
func (i *interruption) err() error {
	if i == nil || i.ctx.Err() == nil {
		return nil
	}
	return cli.ErrInterrupted
}

// end ends waiting for interrupts, which then end the program. It returns what err did before.
func (i *interruption) end() error {
	err := i.err()
	if i != nil {
		i.stop()
	}
	return err
}

// A stoppedReader is a reader that fails once the user interrupts.
type stoppedReader struct {
	io.Reader
	stop *interruption
}

// Read implements [io.Reader].
func (r stoppedReader) Read(b []byte) (int, error) {
	if err := r.stop.err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}
