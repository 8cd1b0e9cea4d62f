package parser

import (
	"path"
	"slices"
	"strings"
)

// Spilled finds the file that holds the full output of a call of f, nil where
// it was not given. A transcript names such files by paths of the machine that
// wrote it, which are never opened: only the base name counts, and it is looked
// for in the tool-results folder of f's own session, then in those of the
// sessions that f goes on from: FORMAT.md, "Spilled output".
func (st *Store) Spilled(f *File, recorded string) *File {
	name := recorded[strings.LastIndexAny(recorded, `/\`)+1:]
	owner := strings.TrimSuffix(f.Path, path.Ext(f.Path))
	if f.Role == RoleAgent {
		owner, _, _ = strings.Cut(f.Path, "/subagents/")
	}
	ids := []string{stem(f.Path)}
	if f.Role == RoleAgent {
		ids[0] = f.parentSession()
	}
	ids = append(ids, f.facts.sessions...)
	var found *File
	best := 2 * len(ids)
	for _, x := range st.Files {
		folder, in := strings.CutSuffix(x.Path, "/tool-results/"+name)
		if x.Role != RoleSpilled || !in || name == "" {
			continue
		}
		rank := slices.Index(ids, path.Base(folder))
		if rank < 0 {
			continue
		}
		rank *= 2
		if folder != owner { // a twin in another project folder
			rank++
		}
		if rank < best {
			found, best = x, rank
		}
	}
	return found
}
