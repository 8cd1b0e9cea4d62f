package tables

import (
	"cmp"
	"slices"

	"unspool/parser"
)

// A Manifest describes the output, and counts what is not in it. It depends on the input only.
type Manifest struct {
	Version     int            `json:"version"` // of the tables: it increases with a change that breaks queries
	Format      Format         `json:"format"`
	PartitionBy []string       `json:"partitionBy"` // columns, which the names of folders hold
	Rows        map[string]int `json:"rows"`        // by table
	Files       []TableFile    `json:"files"`
	Excluded    Excluded       `json:"excluded"`
	// Earlier counts what earlier exports of the sessions left out or replaced, as [export.EarlierCounts] does.
	Earlier map[string]int `json:"earlierExports,omitempty"`
	// Repeated are sessions that are no more than copies of others in another folder.
	Repeated       int           `json:"repeatedSessions"`
	Unread         []InputFile   `json:"unread"`         // files that could not be read, and why
	NotTranscripts []InputFile   `json:"notTranscripts"` // files of other types
	Damaged        []DamagedFile `json:"damaged"`
	// Problems counts irregularities of all kinds by code.
	Problems map[string]int `json:"problems"`
}

// A TableFile is a file of the output.
type TableFile struct {
	Path string `json:"path"`
	Rows int    `json:"rows"`
}

// An InputFile is a file of the input that is not in the output.
type InputFile struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// A DamagedFile is a file of the input with ranges of bytes that are no records. The others are in the output.
type DamagedFile struct {
	Path   string `json:"path"`
	Ranges int    `json:"ranges"`
}

// manifestVersion is the version of the tables.
const manifestVersion = 1

func newManifest(o Options) Manifest {
	m := Manifest{Version: manifestVersion, Format: o.Format, PartitionBy: []string{}, Rows: map[string]int{}, Files: []TableFile{},
		Unread: []InputFile{}, NotTranscripts: []InputFile{}, Damaged: []DamagedFile{}, Problems: map[string]int{}}
	if o.Partition {
		m.PartitionBy = partitionColumns()
	}
	m.add(&Rows{}) // each table is counted
	return m
}

func (m *Manifest) add(rows *Rows) {
	for name, n := range map[string]int{nameSessions: len(rows.Sessions), nameTurns: len(rows.Turns), nameResponses: len(rows.Responses),
		nameToolCalls: len(rows.ToolCalls), nameFileChanges: len(rows.FileChanges)} {
		m.Rows[name] += n
	}
	m.Excluded.add(rows.Excluded)
}

// Sessions returns the number of sessions in the tables.
func (m *Manifest) Sessions() int { return m.Rows[nameSessions] }

func (m *Manifest) sort() {
	byPath := func(a, b InputFile) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason)) }
	slices.SortFunc(m.Files, func(a, b TableFile) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(m.Unread, byPath)
	slices.SortFunc(m.NotTranscripts, byPath)
	slices.SortFunc(m.Damaged, func(a, b DamagedFile) int { return cmp.Compare(a.Path, b.Path) })
}

// AddUnread names a file that could not be read in the manifest.
func (w *Writer) AddUnread(path string, err error) {
	w.manifest.Unread = append(w.manifest.Unread, InputFile{clean(path), clean(err.Error())})
}

// AddStore names in the manifest what the tables do not have of the files of a store: files that are no
// transcripts, damage, and repeated sessions. The store is finished.
func (w *Writer) AddStore(store *parser.Store) {
	m := &w.manifest
	for i := 0; store.Session(i) != nil; i++ {
		if store.Session(i).TwinOf != nil {
			m.Repeated++
		}
	}
	w.AddFiles(store.Files)
}

// AddEarlier adds what earlier exports of a session left out or replaced to the manifest.
func (w *Writer) AddEarlier(counts map[string]int) {
	m := &w.manifest
	for name, n := range counts {
		if m.Earlier == nil {
			m.Earlier = map[string]int{}
		}
		m.Earlier[name] += n
	}
}

// AddFiles names in the manifest what the tables do not have of some files.
func (w *Writer) AddFiles(files []*parser.File) {
	m := &w.manifest
	for _, f := range files {
		if f.NotTranscript() {
			m.NotTranscripts = append(m.NotTranscripts, InputFile{clean(f.Path), cmp.Or(f.DetectType(), "unknown")})
			continue
		}
		if !f.Known() {
			continue
		}
		if n := parser.DamagedRanges(f); n > 0 {
			m.Damaged = append(m.Damaged, DamagedFile{clean(f.Path), n})
		}
		for _, d := range f.Diagnostics() {
			if d.Code == parser.CodeMore {
				m.Problems[string(d.Of)] += d.Count
			} else {
				m.Problems[string(d.Code)]++
			}
		}
	}
}
