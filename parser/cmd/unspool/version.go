package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"unspool/parser/cmd/unspool/cli"
)

// Set by the linker in release builds (go build -ldflags="-X main.version=…"). In any other
// build they are empty, and the toolchain may know the values.
var version, commit string

// A programVersion is the printed form of the version of this program.
type programVersion struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"`
}

func versionCommand() cli.Command {
	return cli.Command{
		Name: "version", Summary: "print the version, commit and Go version of this program",
		Help: "Prints the version, the commit and the Go version of this program, for bug reports.",
		Done: "the version was printed", Failed: "it could not be written",
		Define: func(env *cli.Environment, flags *flag.FlagSet) cli.Action {
			asJSON := flags.Bool("json", false, "print one JSON object")
			return func([]string) error {
				v := thisVersion()
				if *asJSON {
					return json.NewEncoder(env.Out).Encode(v)
				}
				_, err := fmt.Fprintf(env.Out, "unspool %s\ncommit  %s\ngo      %s\n", v.Version, v.Commit, v.Go)
				return err
			}
		},
	}
}

// thisVersion returns the version of this program.
func thisVersion() programVersion {
	info, _ := debug.ReadBuildInfo()
	name, source := versionOf(version, commit, info)
	return programVersion{name, source, fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)}
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
