package serve

import (
	"os"
	"path/filepath"
)

// DefaultPaths returns the folders in which Claude Code stores sessions: projects below $CLAUDE_CONFIG_DIR or,
// without it, below .claude and .config/claude of the user. Only those that exist are returned. Other folders
// there contain settings and credentials.
func DefaultPaths() []string {
	var roots []string
	if dir := os.Getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		roots = []string{dir}
	} else if dir, err := os.UserHomeDir(); err == nil {
		roots = []string{filepath.Join(dir, ".claude"), filepath.Join(dir, ".config", "claude")}
	}
	var paths []string
	var seen []os.FileInfo
	for _, root := range roots {
		name := filepath.Join(root, "projects")
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() || isAmong(info, seen) {
			continue
		}
		paths, seen = append(paths, name), append(seen, info)
	}
	return paths
}

func isAmong(info os.FileInfo, others []os.FileInfo) bool {
	for _, other := range others {
		if os.SameFile(info, other) { // one links to the other
			return true
		}
	}
	return false
}
