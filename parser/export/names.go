package export

import (
	"fmt"
	"path"
	"strings"

	"unspool/parser"
)

// nameOf returns the path of a file in the output. Of files from several folders, two can have the
// same: the second one gets its number as a folder.
func (t *exportedSession) nameOf(f *parser.File) string {
	name := t.newName(f)
	if t.names[name] {
		name = path.Join(path.Dir(name), fmt.Sprint(f.Number), path.Base(name))
	}
	t.names[name] = true
	return name
}

func (t *exportedSession) newName(f *parser.File) string {
	main := t.session.Main.File
	stem := strings.TrimSuffix(path.Base(main.Path), path.Ext(main.Path))
	name := t.relative(f, stem)
	if f.Path == "-" { // standard input, by its usual name on a command line
		name = "stdin.jsonl"
	}
	if t.options.ID == "" {
		return name
	}
	if f == t.conv.File {
		return t.options.ID + ".jsonl"
	}
	parts := strings.Split(name, "/")
	for i, part := range parts {
		switch {
		case part == stem:
			parts[i] = t.options.ID
		case t.sessions[part]:
			parts[i] = t.newID(part)
		}
	}
	return strings.Join(parts, "/")
}

// relative returns the path of a file from the folder of the main file. A file from elsewhere gets a
// place in the folder of the session.
func (t *exportedSession) relative(f *parser.File, stem string) string {
	folder := path.Dir(t.session.Main.File.Path)
	if name, ok := strings.CutPrefix(f.Path, folder+"/"); ok {
		return name
	}
	if folder == "." && !path.IsAbs(f.Path) && !strings.HasPrefix(f.Path, "../") {
		return f.Path
	}
	if _, name, ok := strings.Cut(f.Path, "/"+stem+"/"); ok {
		return stem + "/" + name
	}
	return path.Join(stem, path.Base(f.Path))
}
