package testrun

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
)

// A command is a command that a part runs.
type command struct {
	dir  string   // below the root
	env  []string // in addition to that of the run
	args []string
}

// String returns the command as it may be typed.
func (c command) String() string {
	words := append([]string(nil), c.env...)
	for _, arg := range c.args {
		if strings.ContainsAny(arg, ` "$`) {
			arg = `'` + strings.ReplaceAll(arg, `'`, `'\''`) + `'`
		}
		words = append(words, arg)
	}
	typed := strings.Join(words, " ")
	if c.dir != "" {
		typed = "cd " + c.dir + " && " + typed
	}
	return typed
}

// command runs a command. When the context ends, the command and all processes that it
// started are interrupted, and killed if that does not help.
func (r *runner) command(ctx context.Context, c command, stdout, stderr io.Writer) error {
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Dir = filepath.Join(r.root, c.dir)
	cmd.Env = append(append([]string(nil), r.env...), c.env...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = r.grace
	ownGroup(cmd)
	err := cmd.Run()
	if ctx.Err() != nil && cmd.Process != nil {
		killGroup(cmd)
	}
	return err
}

// output returns the output of a command, and its error output if it fails.
func output(ctx context.Context, root string, c command) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Dir = filepath.Join(root, c.dir)
	cmd.Env = append(cmd.Environ(), c.env...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", c, err, strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}
