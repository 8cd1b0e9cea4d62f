// Command unspool reads Claude Code transcripts on the command line.
//
//	unspool inspect PATH…
//
// inspect prints one JSON object a line for each session below the paths (files
// or folders) with the figures of [view.Summary]. Progress goes to stderr when
// that is a terminal; the exit code is 1 only if nothing could be read.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

const usage = `usage: unspool inspect PATH…

inspect prints the figures of each session below the paths, one JSON object a line.
`

func run(args []string, out, progress io.Writer) int {
	if len(args) < 2 || args[0] != "inspect" || strings.HasPrefix(args[1], "-") {
		fmt.Fprint(progress, usage)
		return 2
	}
	return inspect(args[1:], out, progress)
}
