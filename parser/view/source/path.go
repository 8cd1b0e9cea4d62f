package source

import "strings"

// MaxPath limits the length of a path; the paths of all systems are shorter.
const MaxPath = 4 << 10

// PathIn returns the path of the file in the input of a call, as it is recorded.
func PathIn(input *Object) string {
	return input.Text(MaxPath, "file_path", "notebook_path", "path")
}

// CleanPath returns a recorded path in a normal form for display and comparison: with "/" between
// folders, without "." and "..", and starting from the root. The path is never used to
// open a file.
func CleanPath(name, project string) string {
	if name == "" {
		return ""
	}
	windows := len(name) > 2 && name[1] == ':' && (name[2] == '\\' || name[2] == '/') || strings.HasPrefix(name, `\\`) ||
		!strings.Contains(name, "/") && strings.Contains(name, `\`)
	if windows {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	switch {
	case len(name) > 1 && name[1] == ':': // a drive
		name = strings.ToUpper(name[:1]) + name[1:]
	case !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "~") && project != "":
		name = CleanPath(project, "") + "/" + name
	}
	var parts []string
	for _, part := range strings.Split(name, "/") {
		switch {
		case part == "", part == ".":
		case part == ".." && len(parts) > 0 && parts[len(parts)-1] != "..":
			parts = parts[:len(parts)-1]
		default:
			parts = append(parts, part)
		}
	}
	root := ""
	if strings.HasPrefix(name, "/") {
		root = "/"
	}
	return root + strings.Join(parts, "/")
}

// RelativePath returns a path relative to a folder. The result is false if the path is not
// inside the folder.
func RelativePath(path, project string) (string, bool) {
	if project = CleanPath(project, ""); project == "" {
		return path, false
	}
	remainder, inside := strings.CutPrefix(path, strings.TrimSuffix(project, "/")+"/")
	if !inside || remainder == "" {
		return path, false
	}
	return remainder, true
}
