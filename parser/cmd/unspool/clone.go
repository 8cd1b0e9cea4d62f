package main

import (
	"flag"
	"io"
)

const cloneUsage = `usage: unspool clone [flags] PATH

Copies a session, and gives it and all of its records new ids: Claude Code takes
the copy for another session, and can resume it. PATH is a transcript, or a
folder with the files of one session; with several sessions, choose one with
-session. It is the same as unspool export transcript -clone.

The new id, what was left out, read errors and damage go to stderr. The exit
code is 0 if the session was written, 1 if it was not, and 2 if the command
line was invalid.

`

func cloneSession(args []string, out, progress io.Writer) int {
	x := exporter{inspection: inspection{out: out, progress: progress, sources: new(sources)}}
	defer x.sources.close()
	return x.runFormat(&format{name: "transcript", flags: cloneFlags}, "clone", args, cloneUsage)
}

func cloneFlags(x *exporter, flags *flag.FlagSet) sessionWriter {
	t := newTranscriptExport(x, flags)
	t.clone = true
	return t.write
}
