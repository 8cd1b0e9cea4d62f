package main

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"unspool/parser"
)

// outputFor returns the name of the file for a format of one file: "" for standard output. In a folder, the file has the name
// of the session's main file with another extension.
func (x *exporter) outputFor(s *parser.Session, extension string) string {
	info, err := os.Stat(x.output)
	if err != nil || !info.IsDir() {
		return x.output
	}
	x.folder = true
	main := path.Base(s.Main.File.Path)
	return filepath.Join(x.output, strings.TrimSuffix(main, path.Ext(main))+extension)
}
