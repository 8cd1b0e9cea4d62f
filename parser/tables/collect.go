package tables

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view"
	"unspool/parser/view/cost"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
	"unspool/parser/view/usage"
)

// RowsOf returns the rows of a session. The error is that of a read that failed.
func RowsOf(v *view.Viewer, s *parser.Session, prices *price.Table) (Rows, error) {
	c := &collector{viewer: v, session: s, prices: prices, invocations: s.AgentInvocations(),
		key: Key{SessionID: clean(s.ID), Partition: partitionOf(s)}}
	c.turns = make([]Turn, len(s.Main.Turns))
	c.used = make([]bool, len(s.Main.Turns))
	c.addResponses()
	if err := v.Source.Check(c.addCalls); err != nil {
		return Rows{}, fmt.Errorf("session %s: %w", s.ID, err)
	}
	if err := c.addFiles(); err != nil {
		return Rows{}, fmt.Errorf("session %s: %w", s.ID, err)
	}
	c.addTurns()
	c.addSession()
	return c.rows, nil
}

// partitionOf returns the partition of a session. The month is that in which it began, so that all of its
// rows are together.
func partitionOf(s *parser.Session) Partition {
	p := Partition{Project: clean(s.Project())}
	if start, _ := s.Times(); start > 0 {
		p.Month = time.UnixMilli(start).UTC().Format("2006-01")
	}
	return p
}

// clean returns a text as all formats can hold it: in valid UTF-8, without NUL.
func clean(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}

// A collector makes the rows of one session.
type collector struct {
	viewer      *view.Viewer
	session     *parser.Session
	prices      *price.Table
	invocations *parser.AgentInvocations
	key         Key
	rows        Rows
	turns       []Turn // usage and counts of each turn of the main conversation
	used        []bool // which of them a row refers to
}

// addResponses adds the responses, and their usage to that of their turns.
func (c *collector) addResponses() {
	for r := range cost.Responses(c.session, c.invocations, c.prices) {
		row := Response{Key: c.key, Model: clean(r.Model), Time: Time(max(r.Time, 0)), Placeholder: r.Placeholder, Usage: usageOf(&r.Total)}
		turn, inTurn := int32(0), false
		if r.Invocation != nil {
			row.AgentID = clean(r.Invocation.Agent.ID)
			turn, inTurn = c.invocations.Turn(r.Invocation)
		}
		if r.Message >= 0 {
			m := r.File.Messages.At(r.Message)
			row.MessageID, row.RecordID = clean(r.File.Ident(m.ID)), clean(r.File.UUID(m.First))
			if r.File.Records.At(m.First).Untimed {
				row.Time = 0
			}
			if r.Invocation == nil && r.Linked {
				turn, inTurn = m.Turn, true
			}
		} else {
			row.AgentID = clean(r.Agent)
		}
		if t := c.turnAt(turn, inTurn); t != nil {
			row.Turn = new(int64(turn) + 1)
			t.Responses++
			t.Usage.add(&row.Usage)
			if r.Invocation != nil {
				t.AgentsUSD += row.CostUSD
			}
		}
		c.rows.Responses = append(c.rows.Responses, row)
	}
}

// turnAt returns the turn at an index, and notes that a row refers to it, or returns nil if there is none.
func (c *collector) turnAt(turn int32, known bool) *Turn {
	if !known || turn < 0 || int(turn) >= len(c.turns) {
		return nil
	}
	c.used[turn] = true
	return &c.turns[turn]
}

func usageOf(t *cost.Total) Usage {
	u := &t.Usage
	return Usage{u.Input, u.Output, u.CacheRead, u.CacheWrite5m, u.CacheWrite1h, u.Thinking, u.WebSearches, u.WebFetches,
		t.USD, int64(t.Unpriced)}
}

func (u *Usage) add(other *Usage) {
	u.Input += other.Input
	u.Output += other.Output
	u.CacheRead += other.CacheRead
	u.CacheWrite5m += other.CacheWrite5m
	u.CacheWrite1h += other.CacheWrite1h
	u.Thinking += other.Thinking
	u.WebSearches += other.WebSearches
	u.WebFetches += other.WebFetches
	u.CostUSD += other.CostUSD
	u.Unpriced += other.Unpriced
}

// addCalls adds the tool calls, and counts them for their turns.
func (c *collector) addCalls() {
	agents := map[*parser.Conversation]*parser.Agent{}
	for _, a := range c.session.Agents {
		if a.Conv != nil {
			agents[a.Conv] = a
		}
	}
	for _, f := range c.session.Files {
		part := c.session.Part(f)
		for i := part.Calls[0]; i < part.Calls[1]; i++ {
			call := f.Calls.At(i)
			if call.Use < 0 {
				continue
			}
			conv := f.Conversations[max(0, call.Conv)]
			agent := agents[conv]
			switch {
			case agent == nil && conv != c.session.Main: // the conversation is in several files
				c.rows.Excluded.Repeated++
			case c.session.Copies.IsCopied(f, call.Use):
				c.rows.Excluded.ToolCalls++
			default:
				c.addCall(parser.CallRef{File: f, Index: i}, agent)
			}
		}
	}
}

func (c *collector) addCall(ref parser.CallRef, agent *parser.Agent) {
	f, call := ref.File, ref.Call()
	read := tool.Read(c.viewer.Source, f, ref.Index, tool.RowLimit)
	status, _ := read.Status()
	use := f.Records.At(call.Use)
	row := ToolCall{Key: c.key, ToolUseID: clean(f.Ident(call.ID)), Tool: clean(ref.Name()), Server: clean(read.Server),
		Start: timeOf(use), Status: status, Failed: call.Result >= 0 && rows.CallFailed(c.session, f, ref.Index)}
	if tool.FileOpOf(ref.Name()) != tool.NoFile {
		row.Path = clean(source.CleanPath(source.PathIn(&read.Args), c.session.Project()))
	}
	if use.Message >= 0 {
		row.MessageID = clean(f.Ident(f.Messages.At(use.Message).ID))
	}
	if call.Result >= 0 {
		row.End = timeOf(f.Records.At(call.Result))
	}
	if ms, ok := usage.CallDuration(f, call); ok {
		row.Duration = &ms
	}
	turn, known := call.Turn, true
	if agent != nil {
		row.AgentID = clean(agent.ID)
		invocation, _ := c.invocations.OfCall(ref)
		turn, known = c.invocations.Turn(invocation)
	}
	if t := c.turnAt(turn, known); t != nil {
		row.Turn = new(int64(turn) + 1)
		t.ToolCalls++
		if row.Failed {
			t.FailedCalls++
		}
	}
	c.rows.ToolCalls = append(c.rows.ToolCalls, row)
}

// timeOf returns the time of a record, if it has one of its own.
func timeOf(r *parser.Record) Time {
	if r.Untimed {
		return 0
	}
	return Time(max(r.Time, 0))
}

// addFiles adds the files that the session changed.
func (c *collector) addFiles() error {
	for from := 0; ; {
		page, err := c.viewer.ChangedFiles(c.session.Place, from)
		if err != nil {
			return err
		}
		if page.Read < 1 || page.Counted < 1 { // each request does a part of the work
			from = 0
			continue
		}
		for i := range page.Files {
			if file := &page.Files[i]; file.Edits+file.Writes > file.Left {
				c.rows.FileChanges = append(c.rows.FileChanges, c.fileChange(file))
			}
		}
		if page.Next == nil {
			return nil
		}
		if *page.Next <= from {
			return errors.New("the list of files does not end")
		}
		from = *page.Next
	}
}

func (c *collector) fileChange(file *protocol.TouchedFile) FileChange {
	row := FileChange{
		Key: c.key, Path: clean(file.Path), Name: clean(file.Name), Inside: file.Inside, Created: file.Created, ByAgents: file.Agents,
		Reads: int64(file.Reads), Edits: int64(file.Edits), Writes: int64(file.Writes), Failed: int64(file.Failed),
		Abandoned: int64(file.Left), Unsized: int64(file.Unsized),
		LinesAdded: int64(file.Added), LinesRemoved: int64(file.Removed), Added: int64(file.Added), Removed: int64(file.Removed),
	}
	if file.Net != nil {
		row.Net, row.LinesAdded, row.LinesRemoved = true, int64(file.Net.Added), int64(file.Net.Removed)
	}
	return row
}

// addTurns adds the turns of the main conversation. One that another session has stays if a row refers to it.
func (c *collector) addTurns() {
	f := c.session.Main.File
	for i := range c.turns {
		t, row := &c.session.Main.Turns[i], &c.turns[i]
		if c.session.Copies.IsCopied(f, t.Began) && !c.used[i] {
			c.rows.Excluded.Turns++
			continue
		}
		row.Key, row.Turn, row.Driver = c.key, int64(i)+1, t.Driver.String()
		row.Abandoned, row.Replied, row.Interrupted = t.Branch != 0, t.Replied, t.Interrupted
		row.Start, row.End = Time(max(t.Start, 0)), Time(max(t.End, 0))
		if t.Branch == 0 {
			row.Number = new(int64(t.Number))
		}
		if ms, ok := cost.TurnDuration(t); ok {
			row.Duration = new(int64(ms))
		}
		c.rows.Turns = append(c.rows.Turns, *row)
	}
}

// addSession adds the row of the session, with the sums over the other rows.
func (c *collector) addSession() {
	s := c.session
	start, end := s.Times()
	row := Session{Key: c.key, File: clean(s.Files[0].Path), Title: clean(s.Title()), Branch: clean(s.Branch()), Model: clean(s.Model()),
		Version: clean(s.Version()), Start: Time(max(start, 0)), End: Time(max(end, 0)), Responses: int64(len(c.rows.Responses)),
		ToolCalls: int64(len(c.rows.ToolCalls)), Agents: int64(len(s.Agents)), Compactions: int64(s.Compactions()),
		ChangedFiles: int64(len(c.rows.FileChanges))}
	for i := range c.rows.Turns {
		if !c.rows.Turns[i].Abandoned {
			row.Turns++
		}
	}
	for i := range c.rows.Responses {
		row.Usage.add(&c.rows.Responses[i].Usage)
	}
	for i := range c.rows.ToolCalls {
		if c.rows.ToolCalls[i].Failed {
			row.FailedCalls++
		}
	}
	for i := range c.rows.FileChanges {
		row.LinesAdded += c.rows.FileChanges[i].LinesAdded
		row.LinesRemoved += c.rows.FileChanges[i].LinesRemoved
	}
	for _, f := range s.Files {
		if !s.Shares(f) {
			row.Records, row.Damaged = row.Records+int64(f.Count()), row.Damaged+int64(f.Damaged)
			continue
		}
		part := s.Part(f)
		for i := part.Records[0]; i < part.Records[1]; i++ {
			if f.Records.At(i).Class == parser.ClassDamaged {
				row.Damaged++
			} else {
				row.Records++
			}
		}
	}
	c.rows.Sessions = []Session{row}
}
