package filediff

import "strings"

const (
	pathBytes = 4095 // bytes, PATH_MAX of Linux without the final zero
	nameBytes = 255  // bytes, NAME_MAX of Linux and macOS; on Windows, 255 characters
)

// IsValidPath reports whether git accepts a path, relative and with "/" between folders, in a patch:
// a single path that it refuses makes it reject the whole patch. The rules are those of verify_path in
// git's read-cache.c with its protections for all file systems (core.protectNTFS, core.protectHFS), and
// the limits of file systems.
func IsValidPath(path string) bool {
	if len(path) > pathBytes || strings.IndexByte(path, 0) >= 0 {
		return false
	}
	for _, name := range strings.Split(path, "/") {
		if name == "" || name == "." || name == ".." || len(name) > nameBytes {
			return false
		}
		// On Windows, "\" separates folders as well.
		for _, part := range strings.Split(name, `\`) {
			if isGitFolder(part) {
				return false
			}
		}
	}
	return true
}

// isGitFolder reports whether a file system can take a name for git's own folder: NTFS ignores dots
// and spaces at the end and what follows ":", and has short names; HFS+ ignores invisible characters.
func isGitFolder(name string) bool {
	name, _, _ = strings.Cut(name, ":")
	name = strings.Map(func(c rune) rune {
		if c >= 0x200c && c <= 0x200f || c >= 0x202a && c <= 0x202e || c >= 0x206a && c <= 0x206f || c == 0xfeff {
			return -1
		}
		return c
	}, name)
	name = strings.TrimRight(name, ". ")
	return strings.EqualFold(name, ".git") || strings.EqualFold(name, "git~1")
}
