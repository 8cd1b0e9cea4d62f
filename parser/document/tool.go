package document

import (
	"fmt"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// maxTarget limits the target of a call, in bytes: it is on one line.
const maxTarget = 160

// tool writes a call, or an agent that no known call started.
func (w *walker) tool(l *rows.List, r *rows.Ref, row *protocol.ToolRow) {
	t := &row.Tool
	c := &call{name: t.Name, target: source.OneLine(w.relative(t.Target), maxTarget), outcome: outcomes[t.Status],
		isBad: t.Status == protocol.CallError || t.Status == protocol.CallDenied}
	if row.Run != nil {
		w.describeAgent(c, row.Run)
	} else {
		c.facts = factsOf(t)
	}
	if c.name == "" {
		c.name = "Unnamed tool"
	}
	if t.Error != "" {
		c.outcome = strings.TrimSpace(c.outcome + ": " + source.OneLine(t.Error, maxTarget))
	}
	if w.options.Level == All {
		c.sections = w.callSections(l, r)
	}
	w.out.call(c)
}

// callSections returns the input and the result of a call. Records beside the result, such as hooks, are
// background.
func (w *walker) callSections(l *rows.List, r *rows.Ref) []section {
	if !r.ShowsItems() || r.Conv.Items[r.From].Kind != parser.ItemTool {
		return w.sections(w.bodies.Whole(l, r, w.limits.text).Parts)
	}
	f := r.Conv.File
	index := f.Blocks.At(r.Conv.Items[r.From].Block).Call
	c := tool.Read(w.source, f, index, tool.BodyLimit)
	end, _ := w.session.EndOf(f, index)
	parts, _ := c.Body(end.Status, w.limits.text)
	return w.sections(parts)
}

// describeAgent describes a call by the agents that it started.
func (w *walker) describeAgent(c *call, run *protocol.AgentRun) {
	switch {
	case run.Kind == "workflow":
		c.name = "Workflow"
	case run.Name != "":
		c.name = "Agent " + run.Name
	case run.Type != "":
		c.name = "Agent " + run.Type
	default:
		c.name = "Agent"
	}
	if run.Title != "" {
		c.isPhrase = true
		c.target = source.OneLine(run.Title, maxTarget)
	}
	if c.outcome == "" || run.State != "" {
		c.outcome = workStates[run.State]
		c.isBad = run.State == "failed"
	}
	if run.Calls != nil && *run.Calls > 0 {
		c.facts = append(c.facts, counted(*run.Calls, "call", "calls"))
	}
	if run.Tokens > 0 {
		c.facts = append(c.facts, tokens(run.Tokens)+" tokens")
	}
	took := run.Duration
	if run.After != nil {
		took = run.After
	}
	if text := duration(took); text != "" {
		c.facts = append(c.facts, text)
	}
	w.agent = strings.TrimSpace(c.name + " " + run.Title)
}

// factsOf returns the figures of a call.
func factsOf(t *protocol.Tool) []string {
	var facts []string
	switch {
	case t.Added != nil || t.Removed != nil:
		added, removed := 0, 0
		if t.Added != nil {
			added = *t.Added
		}
		if t.Removed != nil {
			removed = *t.Removed
		}
		facts = append(facts, fmt.Sprintf("+%d −%d", added, removed))
	case t.Count != nil && t.Unit == "match":
		facts = append(facts, counted(*t.Count, "match", "matches"))
	case t.Count != nil && t.Unit == "file":
		facts = append(facts, counted(*t.Count, "file", "files"))
	case t.Lines != nil && *t.Lines > 0:
		facts = append(facts, counted(*t.Lines, "line", "lines"))
	}
	if t.Exit != nil && *t.Exit != 0 {
		facts = append(facts, fmt.Sprintf("exit code %d", *t.Exit))
	}
	if text := duration(t.Duration); text != "" {
		facts = append(facts, text)
	}
	return facts
}

// sections returns the parts of a body as sections, with the texts cut to the room of the turn.
func (w *walker) sections(parts []protocol.Part) []section {
	var list []section
	for i := range parts {
		s := w.section(&parts[i])
		if s.text == "" && s.list == nil && s.image == nil {
			continue
		}
		s.label = roles[parts[i].Role]
		if s.label == "" {
			s.label = source.OneLine(parts[i].Role, 40)
		}
		if name := parts[i].Name; name != "" && (s.kind == sectionCode || s.kind == sectionProse) {
			s.label = strings.TrimSpace(s.label + " " + source.OneLine(w.relative(name), maxTarget))
		}
		list = append(list, s)
	}
	return list
}

// section returns a part of a body.
func (w *walker) section(p *protocol.Part) section {
	switch p.Kind {
	case protocol.PartMarkdown:
		return w.longText(sectionProse, "", p.Text, p)
	case protocol.PartCode:
		return w.longText(sectionCode, languageOf(p.Name), p.Text, p)
	case protocol.PartJSON:
		return w.longText(sectionCode, "json", p.Text, p)
	case protocol.PartTerminal:
		return w.longText(sectionCode, "console", terminalText(p), p)
	case protocol.PartDiff:
		return w.longText(sectionCode, "diff", diffText(p), p)
	case protocol.PartMedia:
		return w.image(p.Media)
	case protocol.PartSpilled:
		w.leave(textsCut, 1)
		return section{kind: sectionNote, text: "Only the beginning is recorded. The whole output is in " + p.Name + "."}
	case protocol.PartText, protocol.PartMatches:
		return w.longText(sectionCode, "", p.Text, p)
	}
	return w.list(p)
}

// longText returns a text that is cut to the limit, and to the room of the turn.
func (w *walker) longText(kind sectionKind, language, text string, p *protocol.Part) section {
	text = strings.Trim(text, "\n")
	limit := max(fullTurnText, min(w.limits.text, w.room))
	s := section{kind: kind, language: language, text: text}
	if len(text) > limit {
		s.text = strings.TrimSuffix(source.Cut(text, limit), "…")
		s.size = max(p.Size, len(text))
	} else if p.Cut {
		s.size = p.Size
	}
	if s.size > 0 {
		w.leave(textsCut, 1)
	}
	w.room -= len(s.text)
	return s
}

// terminalText returns a command with what it printed.
func terminalText(p *protocol.Part) string {
	var texts []string
	if p.Command != "" {
		texts = append(texts, "$ "+p.Command)
	}
	for _, text := range []string{plain(p.Text), plain(p.Stderr)} {
		if text = strings.Trim(text, "\n"); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

// diffText returns the hunks of a change, or both of its sides.
func diffText(p *protocol.Part) string {
	var b strings.Builder
	for _, h := range p.Hunks {
		fmt.Fprintf(&b, "@@ -%d +%d @@\n", h.OldStart, h.NewStart)
		for _, text := range h.Lines {
			b.WriteString(text + "\n")
		}
	}
	if p.Hunks != nil {
		return b.String()
	}
	for _, side := range []struct{ mark, text string }{{"-", p.Old}, {"+", p.New}} {
		if side.text == "" {
			continue
		}
		for text := range strings.SplitSeq(strings.TrimSuffix(side.text, "\n"), "\n") {
			b.WriteString(side.mark + text + "\n")
		}
	}
	return b.String()
}

// maxEntries limits the entries of a list.
const maxEntries = 100

// list returns a part that is a list of short texts.
func (w *walker) list(p *protocol.Part) section {
	s := section{kind: sectionList, list: entriesOf(p)}
	if all := len(s.list); all > maxEntries {
		s.list = append(slices.Clip(s.list[:maxEntries]), entry{name: fmt.Sprintf("… and %d more", all-maxEntries)})
		w.leave(textsCut, 1)
	}
	for i := range s.list {
		e := &s.list[i]
		limit := max(fullTurnText, min(w.limits.text, w.room))
		if len(e.name)+len(e.value) > limit {
			e.name, e.value = source.Cut(e.name, limit/4), source.Cut(e.value, limit)
			w.leave(textsCut, 1)
		}
		w.room -= len(e.name) + len(e.value)
	}
	return s
}

// entriesOf returns the entries of a part of any kind that is a list.
func entriesOf(p *protocol.Part) []entry {
	var list []entry
	for _, f := range p.Fields {
		switch p.Kind {
		case protocol.PartLinks:
			list = append(list, entry{name: f.Name, value: f.Value, isLink: true})
		case protocol.PartTodos:
			e := entry{name: f.Name, isTask: true, isDone: f.Value == "completed"}
			if !e.isDone && f.Value != "pending" {
				e.value = strings.ReplaceAll(f.Value, "_", " ")
			}
			list = append(list, e)
		default:
			list = append(list, entry{name: f.Name, value: f.Value, isCode: true})
		}
	}
	for _, q := range p.Questions {
		list = append(list, entry{name: q.Text})
		for _, o := range q.Options {
			list = append(list, entry{name: o.Label, value: o.Description, isTask: true, isDone: o.Chosen})
		}
		if q.Other != "" {
			list = append(list, entry{name: q.Other, isTask: true, isDone: true})
		}
		if q.Note != "" {
			list = append(list, entry{name: "Note", value: q.Note})
		}
	}
	for _, a := range p.Attempts {
		list = append(list, entry{name: fmt.Sprintf("Attempt %d", a.Number), value: a.Text})
	}
	for _, one := range p.Items {
		list = append(list, entry{name: strings.TrimSpace(one.Name + " " + one.Label), value: one.Text, isCode: true})
	}
	return list
}

// media writes images and documents.
func (w *walker) media(list []protocol.Media) {
	var sections []section
	for i := range list {
		sections = append(sections, w.image(&list[i]))
	}
	if sections != nil {
		w.out.aside("", sections)
	}
}

// shownImages are the types of images that a page may have, by their first bytes.
var shownImages = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// image returns an image if the format shows it, or a note in its place.
func (w *walker) image(m *protocol.Media) section {
	if limit := min(w.limits.image, w.room); m.Length > 0 && m.Length <= limit/3*4 {
		p, err := w.source.Image(m.File, int64(m.Offset), m.Length)
		if err == nil && slices.Contains(shownImages, p.Type) {
			w.room -= m.Length
			return section{kind: sectionImage, text: m.Name, image: &picture{p.Type, p.Bytes}}
		}
	}
	kind, counts := "Document", documents
	if m.Type == "" || strings.HasPrefix(m.Type, "image/") {
		kind, counts = "Image", images
	}
	w.leave(counts, 1)
	about := []string{m.Name, m.Type}
	if m.Host != "" {
		about = append(about, "at "+m.Host)
	}
	if m.Length > 0 {
		about = append(about, bytesText(m.Length/4*3))
	}
	about = slices.DeleteFunc(about, func(text string) bool { return text == "" })
	return section{kind: sectionNote, text: kind + " left out: " + strings.Join(about, ", ")}
}
