package session

import (
	"path"
	"slices"
	"strings"

	"unspool/parser/transcript"
)

// Spilled finds the file that holds the full output of a call of f, nil if it is not among the
// files. A transcript names such files by their paths on the machine that wrote it. These are never
// opened: only the base name counts. It is looked up in the tool-results folder of f's own session,
// then in those of the sessions that f continues: FORMAT.md, "Spilled output".
func (st *Store) Spilled(f *transcript.File, recorded string) *transcript.File {
	name := recorded[strings.LastIndexAny(recorded, `/\`)+1:]
	base := strings.TrimSuffix(f.Path, path.Ext(f.Path))
	if f.Role == transcript.RoleAgent {
		base, _, _ = strings.Cut(f.Path, "/subagents/")
	}
	ids := []string{transcript.BaseName(f.Path)}
	if f.Role == transcript.RoleAgent {
		ids[0] = f.ParentSession()
	}
	ids = append(ids, f.Metadata.SessionIDs...)
	var found *transcript.File
	best := 2 * len(ids)
	for _, x := range st.Files {
		folder, in := strings.CutSuffix(x.Path, "/tool-results/"+name)
		if x.Role != transcript.RoleSpilled || !in || name == "" {
			continue
		}
		rank := slices.Index(ids, path.Base(folder))
		if rank < 0 {
			continue
		}
		rank *= 2
		if folder != base { // a folder with the same ID in another project
			rank++
		}
		if rank < best {
			found, best = x, rank
		}
	}
	return found
}
