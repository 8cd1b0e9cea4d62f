package main

import (
	"flag"

	"unspool/parser/cmd/unspool/cli"
)

func cloneCommand() cli.Command {
	f := format{name: "transcript", flags: cloneFlags}
	return cli.Command{
		Name: "clone", Summary: "copy a session with new ids, for Claude Code to resume", Arguments: "PATH",
		Help: `Copies a session, and gives it and all of its records new ids: Claude Code takes
the copy for another session, and can resume it. PATH is a transcript, or a
folder or archive with the files of one session; with several sessions, choose one
with -session. It is the same as unspool export transcript -clone.

The new id, what was left out, read errors and damage go to stderr.`,
		Done: "the session was written", Failed: "it was not", Define: f.command,
	}
}

func cloneFlags(x *exporter, flags *flag.FlagSet) sessionWriter {
	t := newTranscriptExport(x, flags)
	t.clone = true
	return t.write
}
