package view

import (
	"unspool/parser"
	"unspool/parser/price"
)

// Summarize counts a session.
func Summarize(s *parser.Session, prices *price.Table) Summary {
	sum := Summary{
		File: s.Files[0].Path, Session: s.ID, Title: s.Title(), Files: len(s.Files),
		Types: map[string]int{}, Compactions: s.Compactions(), Agents: len(s.Agents),
		Turns: turns(s.Main), Branches: s.Files[0].Branches,
		Prompts: s.Files[0].Prompts,
	}
	sum.Diagnostics, _ = s.Oddities()
	for range s.Main.Segments() {
		sum.Segments++
	}
	for _, a := range s.Agents {
		if a.Internal {
			sum.Internal++
		}
	}
	sum.Links = links(s)
	for i := range s.Main.File.Copies {
		if c := &s.Main.File.Copies[i]; c.File != nil {
			sum.Copied += int(c.To - c.From)
		}
	}
	for _, f := range s.Files {
		sum.Bytes += float64(f.Written())
		sum.Lines += f.Lines()
		sum.Records += f.Count()
		sum.Duplicates += f.Duplicates
		sum.Damaged += f.Damaged
		for name, n := range f.Types {
			sum.Types[name] += n
		}
		sum.Messages += len(f.Messages)
		for i := range f.Calls {
			switch c := &f.Calls[i]; {
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
	sum.Ledger = ledgerOf(s.Ledger())
	bill := s.Bill(prices)
	sum.Responses, sum.Usage, sum.Cost = bill.Responses, usageOf(&bill.Usage), costOf(&bill)
	sum.UnderReported = underReported(&bill)
	sum.Models = models(&bill)
	sum.Recorded = []Recorded{}
	for _, r := range s.Recorded() {
		sum.Recorded = append(sum.Recorded, Recorded{r.Source, r.USD, r.Incomplete})
	}
	sum.Facts = factsOf(s)
	return sum
}

func ledgerOf(l parser.Ledger) Ledger {
	out := Ledger{Shown: float64(l.Shown), Merged: float64(l.Merged), Hidden: map[string]float64{}, Damaged: float64(l.Damaged)}
	for reason, n := range l.Hidden {
		if n > 0 {
			out.Hidden[parser.Reason(reason).String()] = float64(n)
		}
	}
	return out
}

// turns counts the turns that were not left behind by a rewind.
func turns(c *parser.Conversation) int {
	n := 0
	for i := range c.Turns {
		if c.Turns[i].Branch == 0 {
			n++
		}
	}
	return n
}
