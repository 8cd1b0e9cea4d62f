package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os/exec"

	"unspool/build/testrun"
)

// format formats all code the way the tests require it.
func format(ctx context.Context, args []string, out io.Writer) error {
	if err := parse(flag.NewFlagSet("format", flag.ContinueOnError), args); err != nil {
		return err
	}
	prettier := exec.CommandContext(ctx, "npm", "run", "--silent", "format")
	prettier.Dir = "web"
	for _, cmd := range []*exec.Cmd{
		exec.CommandContext(ctx, "gofmt", append([]string{"-w"}, testrun.GoFolders()...)...),
		prettier,
	} {
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", cmd, err)
		}
	}
	return nil
}
