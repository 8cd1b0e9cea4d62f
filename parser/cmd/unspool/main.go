// Command unspool reads Claude Code transcripts on the command line.
//
//	unspool inspect [flags] PATH…
//	unspool export FORMAT [flags] PATH
//	unspool redact [flags] PATH…
//	unspool version
//
// inspect prints one JSON object per line for each session below the paths (files or
// folders) with the totals of [protocol.Summary]. With -shape it prints one anonymous report
// over all of them instead: see package schema. export writes one session in another form: see
// package export. redact copies transcripts with secrets and personal data replaced: see package
// redact. version prints the version and the commit of the program, for bug reports.
//
// Progress, read errors and damage go to stderr. The exit code is 0 if any session was read, 1 if
// none was or the output could not be written, 2 if the command line was wrong.
package main

import (
	"fmt"
	"io"
	"os"
)

// Exit codes.
const (
	exitOK      = 0
	exitNothing = 1 // nothing could be read or printed
	exitUsage   = 2
)

const usage = `Unspool reads Claude Code transcripts.

usage: unspool COMMAND [flags] PATH…

commands:
  inspect   print totals of sessions, or the structure of their records
  export    write a session as a transcript to resume, or as messages for the API
  redact    replace secrets and personal data in transcripts
  version   print the version, commit and Go version of this program

Run "unspool help COMMAND" for help on a command.
`

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, out, progress io.Writer) int {
	command := ""
	if len(args) > 0 {
		command = args[0]
	}
	switch command {
	case "inspect":
		return inspect(args[1:], out, progress)
	case "export":
		return exportSession(args[1:], out, progress)
	case "redact":
		return redactTranscripts(args[1:], out, progress)
	case "version", "-version", "--version":
		if len(args) > 1 {
			fmt.Fprintln(progress, "usage: unspool version")
			return exitUsage
		}
		writeVersion(out)
		return exitOK
	case "help", "-h", "-help", "--help":
		if len(args) > 1 && args[1] == "inspect" {
			return inspect([]string{"-h"}, out, out)
		}
		if len(args) > 1 && args[1] == "export" {
			return exportSession([]string{"-h"}, out, out)
		}
		if len(args) > 1 && args[1] == "redact" {
			return redactTranscripts([]string{"-h"}, out, out)
		}
		fmt.Fprint(out, usage)
		return exitOK
	case "":
	default:
		fmt.Fprintf(progress, "unspool: unknown command %q\n\n", command)
	}
	fmt.Fprint(progress, usage)
	return exitUsage
}
