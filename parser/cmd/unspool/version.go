package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
)

// Set by the linker in release builds (go build -ldflags="-X main.version=…"). In any other
// build they are empty, and the toolchain may know the values.
var version, commit string

func showVersion(args []string, out, progress io.Writer) int {
	switch {
	case len(args) == 0:
		writeVersion(out)
		return exitOK
	case isHelp(args[0]):
		fmt.Fprintln(out, "usage: unspool version")
		return exitOK
	}
	fmt.Fprintln(progress, "usage: unspool version")
	return exitUsage
}

// writeVersion prints the version, the commit and the Go version of this program.
func writeVersion(out io.Writer) {
	info, _ := debug.ReadBuildInfo()
	name, source := versionOf(version, commit, info)
	fmt.Fprintf(out, "unspool %s\ncommit  %s\ngo      %s %s/%s\n", name, source, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versionOf returns the values set by the linker, or else those that the toolchain recorded
// in the program; info is nil if it recorded none.
func versionOf(version, commit string, info *debug.BuildInfo) (name, source string) {
	name, source = version, commit
	if info != nil && name == "" && info.Main.Version != "(devel)" {
		name = strings.TrimPrefix(info.Main.Version, "v")
	}
	if info != nil && source == "" {
		modified := ""
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				source = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				modified = "+modified"
			}
		}
		source = source[:min(12, len(source))] + modified
	}
	if name == "" {
		name = "dev"
	}
	if source == "" {
		source = "unknown"
	}
	return name, source
}
