package transcript

import (
	"bytes"

	"unspool/parser/record"
)

// writeEnds reads the ends of a file as if the lines between them did not exist.
func (f *reader) writeEnds(head, tail []byte) {
	whole := bytes.LastIndexByte(head, '\n') + 1
	f.Write(head[:whole])
	if cut := head[whole:]; len(cut) > 0 && cut[0] == '{' {
		if rec := f.parser.ParseCut(cut); len(rec.Type) > 0 {
			f.add(rec, cut, int64(whole), 0)
		}
	}
	// A prompt in the tail is not the first one.
	prompt, command := f.Metadata.FirstPrompt, f.Metadata.firstCommand
	if lines := tail[bytes.IndexByte(tail, '\n')+1:]; len(lines) > 0 && len(lines) < len(tail) {
		f.Write(lines)
	} else if at := bytes.LastIndex(tail, []byte(`"timestamp":"`)); at >= 0 {
		// The last line is longer than the tail. Its time usually follows its message.
		f.Metadata.End = max(f.Metadata.End, record.ParseTime(member(tail[at:], "timestamp")))
	}
	f.Metadata.FirstPrompt, f.Metadata.firstCommand = prompt, command
}
