package parsertest

import (
	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/transcript"
)

// Read reads a file in chunks of the given size and closes it.
func Read(name string, data []byte, chunk int) *transcript.File {
	store := session.NewStore()
	f := store.Open(name, int64(len(data)))
	for len(data) > 0 {
		n := min(chunk, len(data))
		f.Write(data[:n])
		data = data[n:]
	}
	f.Close()
	return f
}

// Open reads files that belong together and links them to sessions.
func Open(files []testutil.File) *session.Store {
	store := session.NewStore()
	for _, f := range files {
		file := store.Open(f.Name, int64(len(f.Data)))
		file.Write(f.Data)
		file.Close()
	}
	store.Finish()
	return store
}
