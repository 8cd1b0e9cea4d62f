package view

import (
	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view/cost"
	"unspool/parser/view/inspect"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/usage"
)

// Summarize computes the summary of a session.
func Summarize(s *parser.Session, prices *price.Table) protocol.Summary {
	sum := protocol.Summary{
		File: s.Files[0].Path, Session: s.ID, Title: s.Title(), Files: len(s.Files),
		Types: map[string]int{}, Compactions: s.Compactions(), Agents: len(s.Agents),
		Branches: s.Files[0].Branches,
		Prompts:  s.PromptCount(),
	}
	sum.TypedPrompts, sum.Events = promptsAndEvents(s.Main)
	sum.Turns = turns(s.Main)
	sum.Diagnostics, _ = s.CountDiagnostics()
	for range s.Main.Segments() {
		sum.Segments++
	}
	for _, a := range s.Agents {
		if a.Internal {
			sum.Internal++
		}
	}
	sum.Links = rows.Links(s)
	for _, c := range s.Copies.In(s.Main.File) {
		if c.File != nil {
			sum.Copied += int(c.To - c.From)
		}
	}
	for _, f := range s.Files {
		part := s.Part(f)
		if s.Shares(f) {
			chatSum(f, part, &sum)
		} else {
			sum.Bytes += float64(f.Written())
			sum.Lines += f.Lines()
			sum.Records += f.Count()
			sum.Duplicates += f.Duplicates
			sum.Damaged += f.Damaged
			for name, n := range f.Types() {
				sum.Types[name] += n
			}
		}
		sum.Messages += int(part.Messages[1] - part.Messages[0])
		countCalls(f, part, &sum)
	}
	sum.Ledger = inspect.LedgerOf(s.Ledger())
	used := s.Cost(prices)
	sum.Responses, sum.Usage, sum.Cost = used.Responses, cost.Usage(&used.Usage), cost.Of(&used)
	sum.UnderReported = cost.UnderReported(&used)
	sum.Models = cost.Models(&used)
	sum.Recorded, sum.Totals = cost.Recorded(s.Recorded(&used)), cost.Totals(s, &used)
	sum.Facts = usage.FactsOf(s)
	return sum
}

// countCalls adds the tool calls and results in a part of a file.
func countCalls(f *parser.File, part parser.Part, sum *protocol.Summary) {
	for i := part.Calls[0]; i < part.Calls[1]; i++ {
		switch c := f.Calls.At(i); {
		case c.Use >= 0 && c.Result >= 0:
			sum.ToolCalls++
			sum.ToolResults++
			sum.Paired++
		case c.Use >= 0:
			sum.ToolCalls++
			sum.Unanswered++
		default:
			sum.ToolResults++
			sum.OrphanResults++
		}
	}
}

// chatSum adds the part of a session in a file that also holds other sessions.
func chatSum(f *parser.File, part parser.Part, sum *protocol.Summary) {
	sum.Bytes += chatBytes(f, part)
	for i := part.Records[0]; i < part.Records[1]; i++ {
		r := f.Records.At(i)
		sum.Lines++
		switch r.Class {
		case parser.ClassDamaged:
			sum.Damaged++
			continue
		case parser.ClassDuplicate:
			sum.Duplicates++
		}
		sum.Records++
		sum.Types[f.Name(r.Label)]++
	}
}

func chatBytes(f *parser.File, part parser.Part) float64 {
	n := 0
	for i := part.Records[0]; i < part.Records[1]; i++ {
		r := f.Records.At(i)
		n += int(r.Length)
	}
	return float64(n)
}

// promptsAndEvents counts the turns that were not abandoned by a rewind: those of prompts, and those
// of events by kind. Together these are all of [turns].
func promptsAndEvents(c *parser.Conversation) (prompts int, events map[string]int) {
	events = map[string]int{}
	for i := range c.Turns {
		switch t := &c.Turns[i]; {
		case t.Branch != 0:
		case t.Event:
			events[t.Driver.String()]++
		default:
			prompts++
		}
	}
	return prompts, events
}

// turns counts the turns that were not abandoned by a rewind.
func turns(c *parser.Conversation) int {
	n := 0
	for i := range c.Turns {
		if c.Turns[i].Branch == 0 {
			n++
		}
	}
	return n
}
