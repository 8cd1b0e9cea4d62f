// Command unspool reads Claude Code transcripts on the command line.
//
//	unspool inspect [flags] PATH…
//	unspool export FORMAT [flags] PATH…
//	unspool redact [flags] PATH…
//	unspool clone [flags] PATH
//	unspool serve [flags] [PATH…]
//	unspool open [flags] FILE
//	unspool version
//
// inspect prints one JSON object per line for each session below the paths (files,
// folders, or archives: zip, tar, gzip) with the totals of [protocol.Summary]. With -shape it prints one anonymous report
// over all of them instead: see package schema. export writes sessions in another form: see
// packages export, trace and tables. redact copies transcripts with secrets and personal data replaced: see package
// redact. clone copies a session and gives it new ids: see package export. serve and open show sessions in the
// browser: see package serve. version prints the version and the commit of the program, for bug reports.
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
  export    write a session in another form: a transcript, messages, traces, tables
  redact    replace secrets and personal data in transcripts
  clone     copy a session with new ids, for Claude Code to resume
  serve     show sessions in the browser
  open      show one session in the browser
  version   print the version, commit and Go version of this program

Run "unspool help COMMAND" for help on a command.
`

// A command runs with its arguments, and returns the exit code.
type command func(args []string, out, progress io.Writer) int

// commands returns all commands but help by their names.
func commands() map[string]command {
	return map[string]command{
		"inspect": inspect,
		"export":  exportSession,
		"redact":  redactTranscripts,
		"clone":   cloneSession,
		"serve":   serve,
		"open":    open,
		"version": showVersion,
	}
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, out, progress io.Writer) int {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	switch {
	case name == "":
		fmt.Fprint(progress, usage)
		return exitUsage
	case name == "help" || isHelp(name):
		return help(args, out)
	case name == "-version" || name == "--version":
		name = "version"
	}
	if command := commands()[name]; command != nil {
		return command(args, out, progress)
	}
	fmt.Fprintf(progress, "unspool: unknown command %q\n\n%s", name, usage)
	return exitUsage
}

// help prints the help of the program, of a command, or of a format of the export.
func help(args []string, out io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(out, usage)
		return exitOK
	}
	return run(append(args, "-h"), out, out)
}

func isHelp(argument string) bool {
	return argument == "-h" || argument == "-help" || argument == "--help"
}
