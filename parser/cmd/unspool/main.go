// Command unspool reads Claude Code transcripts on the command line.
//
//	unspool inspect [flags] PATH…
//	unspool export FORMAT [flags] PATH…
//	unspool redact [flags] PATH…
//	unspool clone [flags] PATH
//	unspool serve [flags] [PATH…]
//	unspool open [flags] FILE
//	unspool completion SHELL
//	unspool man
//	unspool help [COMMAND…]
//	unspool version
//
// inspect prints a table of the sessions below the paths (files, folders or archives) on a terminal, and otherwise one
// JSON object per line for each with the totals of [protocol.Summary]. With -shape it prints one anonymous
// report over all of them instead: see package schema. export writes sessions in another form: see
// packages export, trace and tables. redact copies transcripts with secrets and personal data replaced: see package
// redact. clone copies a session and gives it new ids: see package export. serve and open show sessions in the
// browser: see package serve. completion and man print what shells and man need, made from the same descriptions
// as the help: see package cli. version prints the version and the commit of the program, for bug reports.
//
// Progress, read errors and damage go to stderr. The exit code is 0 if any session was read, 1 if
// none was or the output could not be written, 2 if the command line was wrong, 130 if the user interrupted the
// writing of files.
package main

import (
	"flag"
	"io"
	"os"

	"unspool/parser/cmd/unspool/cli"
)

// program returns the command with all of its commands.
func program() *cli.Command {
	return &cli.Command{
		Name:    "unspool",
		Summary: "read Claude Code transcripts",
		Help: `Unspool reads Claude Code transcripts.

A PATH is a file, or a folder or archive (zip, tar, gzip) with the files of sessions; "-" is standard input,
and with -o standard output. Flags can be written with one hyphen or two, before
or after paths; "--" ends them. No file is overwritten. What a command reports
about its work goes to stderr.`,
		Done:   "the command did what it was asked to do",
		Failed: "nothing could be read, or the output could not be written",
		Commands: []cli.Command{
			inspectCommand(),
			exportCommand(),
			redactCommand(),
			cloneCommand(),
			serveCommand(),
			openCommand(),
			completionCommand(),
			manCommand(),
			helpCommand(),
			versionCommand(),
		},
	}
}

func main() {
	os.Exit(run(os.Args[1:], cli.NewEnvironment(os.Stdin, os.Stdout, os.Stderr)))
}

func run(args []string, env *cli.Environment) int {
	if len(args) > 0 && (args[0] == "-version" || args[0] == "--version") {
		args = append([]string{"version"}, args[1:]...)
	}
	return cli.Run(program(), args, env)
}

func helpCommand() cli.Command {
	return cli.Command{
		Name: "help", Summary: "print help on a command", Arguments: "[COMMAND…]",
		Help: `Prints what "unspool COMMAND -h" prints, for example "unspool help export markdown".`,
		Done: "the help was printed",
		Define: func(env *cli.Environment, _ *flag.FlagSet) cli.Action {
			return func(names []string) error {
				path, err := program().Find(names)
				if err != nil {
					return err
				}
				return cli.WriteHelp(env, path)
			}
		},
	}
}

func manCommand() cli.Command {
	return cli.Command{
		Name: "man", Summary: "print the manual page",
		Help: `Prints the manual page, made from the help of all commands. To read it:

  unspool man | man -l -`,
		Done: "the page was printed", Failed: "it could not be written",
		Define: func(env *cli.Environment, _ *flag.FlagSet) cli.Action {
			return func([]string) error { return writeManual(env.Out) }
		},
	}
}

func writeManual(out io.Writer) error {
	m := cli.Manual{Program: program(), Version: thisVersion().Version, Environment: [][2]string{
		{"NO_COLOR", "If it is set and not empty, nothing is printed in color. Colors are for terminals only in any case."},
	}}
	_, err := m.WriteTo(out)
	return err
}

func completionCommand() cli.Command {
	c := cli.Command{
		Name: "completion", Summary: "print a script that completes commands and flags in a shell", Kind: "shell",
		Help: `Prints a script that completes commands, formats, flags and paths. To use it:

  bash  source <(unspool completion bash)                  in ~/.bashrc
  zsh   source <(unspool completion zsh)                   in ~/.zshrc, after compinit
  fish  unspool completion fish | source                   in ~/.config/fish/config.fish`,
		Done: "the script was printed", Failed: "it could not be written",
	}
	for _, shell := range cli.Shells() {
		c.Commands = append(c.Commands, cli.Command{
			Name: shell, Summary: "for " + shell, Help: "Prints the script for " + shell + ".",
			Done: c.Done, Failed: c.Failed,
			Define: func(env *cli.Environment, _ *flag.FlagSet) cli.Action {
				return func([]string) error { return cli.WriteCompletion(env.Out, program(), shell) }
			},
		})
	}
	return c
}
