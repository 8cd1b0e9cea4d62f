package transcript

import (
	"unspool/parser/internal/sniff"
	"unspool/parser/record"
	"unspool/parser/sidecar"
)

// Close ends the file for now. A later Write continues where it ended.
func (f *File) Close() error {
	f.reader.close()
	return nil
}

func (r *reader) close() {
	if r.f.Closed {
		return
	}
	r.lines.Close()
	r.endZeros(r.lines.Zeros())
	r.f.Closed, r.everClosed = true, true
	if !r.hasHead {
		r.foreign = sniff.Foreign(r.f.Path, r.head) != ""
	} else if r.f.Known() {
		r.head = nil
	}
	r.ix.adoptParents()
	for _, c := range r.ix.builders {
		c.close()
	}
	switch x := &r.f.Sidecar; r.f.Role {
	case RoleMeta:
		r.f.Evidence.Metas = []*sidecar.Meta{sidecar.ParseMeta(r.f.AgentID, r.whole)}
	case RoleTitle:
		x.Titles.Copied = sidecar.ParseTitle(r.whole)
	case RoleCowork:
		x.Cowork = sidecar.ParseCowork(r.whole)
	case RoleMain:
		r.asAgent()
	case RoleRun:
		x.Run.ReadSnapshot(r.whole)
	}
	// The parser refers to the last line, which lies in a buffer of the caller.
	*r.parser = record.Parser{}
	r.ix.links.text, r.ix.links.head, r.whole = nil, nil, nil
	markBranches(r.f)
	r.ix.builders[0].turns.markIdle(r.lasting())
	r.ix.measure() // a record is measured when the next one comes, and the last one may have 10,000 blocks
	r.f.Revision++
}

// reopen undoes what holds only at the end of a file.
func (r *reader) reopen() {
	r.f.Closed = false
	r.f.Damaged -= r.ending.damaged
	if n := r.ending.placed + r.ending.marks; n > 0 {
		c := r.f.Conversations[0]
		r.x.Records.Drop(r.ending.placed)
		c.Items = c.Items[:len(c.Items)-n]
		r.f.extent.items -= n
	}
	if r.ending.agent {
		r.f.Role, r.f.AgentID = RoleMain, ""
	}
	r.ending = tailState{}
	for _, c := range r.ix.builders {
		c.reopen()
	}
	r.f.Revision++
}

// Resume sets a new size and returns the offset from which the file must be read: its old end if it
// grew, or 0 if it shrank or is always read as a whole. In the latter cases all that is known about
// the file is discarded.
func (f *File) Resume(size int64) int64 {
	if size < f.Written() || f.Closed && f.reader.skippedBytes > 0 && size > f.reader.skippedBytes {
		f.Restart()
	}
	f.Size = size
	return f.Written()
}

// ChangeCount returns a number that grows with every change that can concern the sessions of a store
// and the links of their agents.
func (f *File) ChangeCount() int {
	n := f.Revision + len(f.Evidence.Calls) + len(f.Notices) + len(f.Conversations)
	if f.Begun() {
		n++
	}
	return n
}

// Restart discards everything that was read; the file keeps its number and path. It is meant for a
// file that was rewritten: FORMAT.md, "Sizes and damage", live reading.
func (f *File) Restart() {
	f.shared.read -= f.extent.read
	f.shared.used -= f.extent.memory
	changes := f.ChangeCount()
	usage, restarts := f.UsageRevision, f.Restarts
	initFile(f, f.Number, f.Path, f.Size, f.shared)
	f.Revision, f.UsageRevision, f.Restarts = changes+1, usage+1, restarts+1
}

// Committed returns the number of bytes and records up to the end of the last complete turn. These
// can be passed on, because later input does not change them. A turn is complete when the next one
// began, when its duration or an interruption was recorded, or when the file was closed while
// nothing more of the turn was expected. Both numbers only grow while a file grows.
func (f *File) Committed() (bytes int64, records int) {
	n := f.reader.ix.builders[0].turns.completed(f.reader.lasting())
	switch {
	case n == 0:
		return 0, 0
	case n < f.Records.Len():
		return f.Records.At(n).Offset, int(n)
	}
	return max(f.reader.lines.Start(), f.reader.read), int(n)
}

// lasting returns the number of records without those that hold only while the file ends here.
func (r *reader) lasting() int32 { return r.x.Records.Len() - int32(r.ending.placed) }

// markIdle marks the current turn as complete at the end of the file, if nothing more of it is
// expected. The file has the given number of records.
func (c *turnTracker) markIdle(records int32) {
	c.settled = c.settled || c.current == None || c.conv.Turns[c.current].Replied && c.isIdle()
	c.committed = c.completed(records)
}

// completed returns the number of records, of those given, in complete turns. It never falls.
func (c *turnTracker) completed(records int32) int32 { return max(c.committed, c.complete(records)) }

// complete returns the number of records, of those given, before the first one that may still
// change.
func (c *turnTracker) complete(records int32) int32 {
	switch {
	case !c.settled:
		return 0
	case len(c.pending) > 0:
		return c.conv.Items[c.pending[0]].Record
	}
	return records
}

// markActive is called when the conversation continues. If it was idle, first is the first
// record that is not complete.
func (c *turnTracker) markActive(first int32) {
	if c.settled {
		c.committed = max(c.committed, min(first, c.complete(c.x.Records.Len())))
	}
	c.settled = false
}
