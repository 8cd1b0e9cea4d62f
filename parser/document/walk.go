package document

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/price"
	"unspool/parser/view/outline"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/rows/body"
	"unspool/parser/view/source"
)

// limits limit the texts of a document, in bytes: see [maxHTMLText].
type limits struct {
	text, turn int
	image      int // 0 for no images
}

// A walker visits the rows of a session, and writes their parts.
type walker struct {
	whole   *parser.Session
	session *parser.Session // the whole, or that of the selected agent
	of      *parser.Agent   // that is selected, or nil
	options Options
	limits  limits
	prices  *price.Table
	project string

	source *source.Reader
	rows   *rows.Reader
	bodies *body.Reader

	out     writer
	depth   int
	agent   string // who works inside the last call
	turn    int    // the number of the current turn
	room    int    // bytes that are left for long texts of the turn
	leftOut map[string]int
}

// hidden are the kinds of rows that a level does not show. Abandoned branches are in none.
var hidden = [...]string{"tools agents thinking background branches", "thinking background branches", "branches"}

func newWalker(store *parser.Store, s *parser.Session, open func(file int) io.ReaderAt, o Options, l limits) (*walker, error) {
	w := &walker{whole: s, session: s, options: o, limits: l, prices: o.Prices, project: s.Project(), source: source.NewReader(store, open)}
	var err error
	if w.of, err = export.FindAgent(s, o.Agent); err != nil {
		return nil, err
	}
	if w.of != nil {
		w.session = w.of.AsSession(s)
	}
	if err := export.CheckPrompts(w.session.Main, o.Prompts); err != nil {
		return nil, err
	}
	w.rows = rows.New(store, w.source, o.Prices, func(r *rows.Reader) rows.Attempts { return outline.New(r) })
	w.bodies = body.New(w.rows)
	prompts := ""
	if !o.Prompts.IsZero() {
		prompts = fmt.Sprintf("%d-%d", o.Prompts.First, o.Prompts.Last)
	}
	if err := w.rows.Narrow(s.Place, "", prompts, "", hidden[o.Level]); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Main.File.Path, err)
	}
	w.rows.List(w.session).OpenAll(o.Level == All)
	return w, nil
}

// visit writes all rows. It stops at an error of the output.
func (w *walker) visit(out writer) error {
	w.out, w.depth, w.turn, w.room, w.leftOut = out, 0, 0, w.limits.turn, map[string]int{}
	w.countHidden()
	l := w.rows.List(w.session)
	list := l.Rows()
	for i := range list {
		r := &list[i]
		if w.source.Check(func() { w.row(l, r) }) != nil {
			w.leftOut[unreadable]++
		}
		if out, ok := out.(*checked); ok && out.failed() != nil {
			return fmt.Errorf("%s: %w", w.session.Main.File.Path, out.failed())
		}
	}
	w.nest(0)
	return nil
}

// The kinds of what is left out.
const (
	unreadable = "rows that could not be read in full"
	images     = "images"
	documents  = "documents"
	textsCut   = "texts cut"
	background = "background records"
)

// countHidden counts what the options hide, using only the index.
func (w *walker) countHidden() {
	c := w.session.Main
	count := func(name string, n int) {
		if n > 0 {
			w.leftOut[name] += n
		}
	}
	if w.of == nil {
		count("abandoned branches", w.session.Files[0].Branches)
	}
	for _, f := range w.session.Files {
		if !w.session.Shares(f) {
			count("damaged ranges", parser.DamagedRanges(f))
		}
	}
	for i := range c.Turns {
		if t := &c.Turns[i]; t.Branch == 0 && !w.options.Prompts.Has(int(t.Prompt)) {
			count("turns outside of the chosen prompts", 1)
		}
	}
	if w.options.Level == All {
		return
	}
	for i := range c.Items {
		item := &c.Items[i]
		if c.File.Records.At(item.Record).Branch > 0 || !w.options.Prompts.Has(rows.NumbersOf(c, item.Turn).Prompt) {
			continue
		}
		switch {
		case item.Kind == parser.ItemThinking && !c.File.Blocks.At(item.Block).Empty:
			count("blocks of thinking", 1)
		case item.Kind == parser.ItemInternal && c.File.Name(c.File.Records.At(item.Record).Label) != parser.ExportLabel:
			count(background, 1)
		case item.Kind == parser.ItemNote:
			count("notes", 1)
		case item.Kind == parser.ItemTool && w.options.Level == Dialogue:
			count("tool calls", 1)
		}
	}
}

// nest enters and leaves the work of agents.
func (w *walker) nest(depth int) {
	for ; w.depth > depth; w.depth-- {
		w.out.leave()
	}
	for ; w.depth < depth; w.depth++ {
		w.out.enter(w.agent)
		w.agent = ""
	}
}

// row writes a row.
func (w *walker) row(l *rows.List, r *rows.Ref) {
	row := w.rows.Row(l, r)
	base := row.Base()
	if isSkipped(row) {
		if fold, ok := row.(*protocol.BackgroundFoldRow); ok {
			w.leave(background, fold.Fold.Count)
		}
		return
	}
	w.nest(base.Depth)
	prompt, isPrompt := row.(*protocol.PromptRow)
	switch isMain := base.Depth == 0 && r.Conv == w.session.Main && base.Agent == ""; {
	case isMain && base.Turn > w.turn:
		w.turn, w.room = base.Turn, w.limits.turn
		w.out.turn(turnOf(base, prompt))
		if !isPrompt {
			w.speaker(base)
		}
	case isPrompt:
		w.out.speaker(promptSpeaker(prompt), "")
	default:
		w.speaker(base)
	}
	switch row := row.(type) {
	case *protocol.PromptRow:
		w.prompt(l, r, row)
	case *protocol.TextRow:
		w.text(l, r, row)
	case *protocol.ThinkingRow:
		w.thinking(l, r, row)
	case *protocol.ToolRow:
		w.tool(l, r, row)
	case *protocol.ImageRow:
		w.media(row.Media)
	case *protocol.OutputRow:
		w.output(l, r, row)
	case *protocol.SummaryRow:
		w.summary(l, r, "Summary of the conversation so far", "")
	case *protocol.CompactionRow:
		w.summary(l, r, compactedBy(row), compactedTo(row))
	case *protocol.UnknownRow:
		w.aside("Record of an unknown type", w.sections(w.bodies.Whole(l, r, w.limits.text).Parts))
	default:
		if one, ok := lineOf(row); ok {
			w.out.line(one)
		}
		if row, ok := row.(*protocol.BackgroundRow); ok {
			w.leave(background, row.Fold.Count)
		}
	}
}

// isSkipped reports whether a row is not shown because it only folds others, or ends them.
func isSkipped(row protocol.Row) bool {
	switch row := row.(type) {
	case *protocol.SeriesRow, *protocol.EndRow, *protocol.BackgroundFoldRow:
		return true
	case *protocol.ThinkingRow:
		return row.Flavor == "hidden"
	}
	return false
}

// turnOf returns the turn that begins with a row. prompt is nil if that is no prompt.
func turnOf(base *protocol.RowBase, prompt *protocol.PromptRow) *turn {
	t := &turn{number: base.Turn, time: moment(base.Time)}
	switch {
	case prompt == nil:
		t.prompt, t.label = base.Prompt, fmt.Sprintf("Prompt %d", base.Prompt)
		t.kind = "Prompt not recorded"
		if !base.Opens {
			t.prompt, t.label, t.kind = 0, "Event", ""
		}
	case prompt.Event != "":
		t.label = events[prompt.Event]
		if t.label == "" {
			t.label = "Event"
		}
	default:
		t.prompt, t.label, t.kind = base.Prompt, fmt.Sprintf("Prompt %d", base.Prompt), flavors[prompt.Flavor]
	}
	if prompt != nil {
		t.words = source.OneLine(prompt.Text, 90)
	}
	return t
}

// speaker writes who speaks from a row on, if that changes there.
func (w *walker) speaker(base *protocol.RowBase) {
	model := ""
	if base.Reply != nil {
		model = base.Reply.Model
	}
	switch base.By {
	case "claude":
		w.out.speaker("Claude", model)
	case "agent":
		name := base.Speaker
		if name == "" {
			name = "Agent"
		}
		w.out.speaker(name, model)
	}
}

// promptSpeaker returns who speaks with a prompt in the middle of a turn, or to an agent.
func promptSpeaker(row *protocol.PromptRow) string {
	if row.Event != "" && events[row.Event] != "" {
		return events[row.Event]
	}
	if label := flavors[row.Flavor]; label != "" {
		return label
	}
	return "You"
}

// prompt writes a prompt with its attachments.
func (w *walker) prompt(l *rows.List, r *rows.Ref, row *protocol.PromptRow) {
	text, isCut := row.Text, row.Cut
	var parts []protocol.Part
	if row.Cut || len(row.Chips) > 0 || row.Event != "" && w.options.Level == All {
		parts = w.bodies.Whole(l, r, w.limits.text).Parts
	}
	if whole, ok := wholeText(parts); ok && isCut {
		text, isCut = whole.Text, whole.Cut
	}
	w.out.prose(strings.TrimSpace(text), true)
	w.noteCut(isCut, row.Size)
	w.attachments(row.Chips, parts)
	if row.Event != "" && w.options.Level == All {
		w.aside("Details", w.sections(withoutChips(parts)))
	}
	w.media(row.Media)
	w.leave(images, row.More)
	if row.Unanswered == "none" {
		w.out.line(&line{label: "No reply is recorded."})
	}
}

// attachments writes the attachments of a prompt: those that are part of what was typed and, with all
// details, the others. It names the rest.
func (w *walker) attachments(list []protocol.Chip, parts []protocol.Part) {
	var names []string
	for i, chip := range list {
		if chips[chip.Kind] == "" { // added automatically
			continue
		}
		label := strings.TrimSpace(chips[chip.Kind] + " " + w.relative(chip.Label))
		var own []section
		if w.options.Level == All || chip.Kind == protocol.ChipPasted {
			own = w.sections(slices.DeleteFunc(slices.Clone(parts), func(p protocol.Part) bool {
				return p.Chip != i+1 || p.Kind == protocol.PartMedia
			}))
		}
		if own == nil {
			names = append(names, label)
			continue
		}
		for k := range own {
			own[k].label = ""
		}
		w.out.aside(label, own)
	}
	if names != nil {
		w.out.line(&line{label: "Attached:", text: strings.Join(names, ", ")})
	}
}

// relative returns a path in the session's own folder as it is from there.
func (w *walker) relative(path string) string {
	if below, ok := strings.CutPrefix(path, w.project+"/"); ok && w.project != "" && below != "" {
		return below
	}
	return path
}

// wholeText returns the part of a body that has the text of its row.
func wholeText(parts []protocol.Part) (protocol.Part, bool) {
	for _, p := range parts {
		if p.Chip == 0 && (p.Kind == protocol.PartMarkdown || p.Kind == protocol.PartText) {
			return p, true
		}
	}
	return protocol.Part{}, false
}

// withoutChips returns the parts of a body that are not those of an attachment.
func withoutChips(parts []protocol.Part) []protocol.Part {
	var own []protocol.Part
	for _, p := range parts {
		if p.Chip == 0 {
			own = append(own, p)
		}
	}
	return own
}

// text writes a text of a reply with its sources.
func (w *walker) text(l *rows.List, r *rows.Ref, row *protocol.TextRow) {
	text, isCut := row.Text, row.Cut
	if isCut {
		if whole, ok := wholeText(w.bodies.Whole(l, r, w.limits.text).Parts); ok {
			text, isCut = whole.Text, whole.Cut
		}
	}
	w.out.prose(strings.TrimSpace(text), false)
	w.noteCut(isCut, row.Size)
	if len(row.Cites) == 0 {
		return
	}
	list := section{kind: sectionList}
	for _, one := range row.Cites {
		list.list = append(list.list, entry{name: one.Name, value: one.Value, isLink: true})
	}
	w.out.aside("Sources", []section{list})
}

// noteCut notes that a prompt or a reply is cut: it is longer than a line of a file may be.
func (w *walker) noteCut(isCut bool, size int) {
	if isCut {
		w.leave(textsCut, 1)
		w.out.line(&line{label: fmt.Sprintf("Cut here. The whole text has %s.", bytesText(size))})
	}
}

// leave counts what is left out.
func (w *walker) leave(name string, n int) {
	if n > 0 {
		w.leftOut[name] += n
	}
}

func (w *walker) thinking(l *rows.List, r *rows.Ref, row *protocol.ThinkingRow) {
	label := "Thinking"
	if took := row.Took; took > 0 {
		label = "Thinking, " + duration(&took)
	}
	if row.Flavor == "redacted" {
		w.out.line(&line{label: "Thinking redacted"})
		return
	}
	w.aside(label, w.sections(w.bodies.Whole(l, r, w.limits.text).Parts))
}

// output writes what a command printed, or a result without a call.
func (w *walker) output(l *rows.List, r *rows.Ref, row *protocol.OutputRow) {
	label := "Output"
	if row.Flavor == "orphan" {
		label = "Result without a call"
	}
	for _, chip := range row.Chips {
		label += " of " + chip.Label
	}
	w.aside(label, w.sections(w.bodies.Whole(l, r, w.limits.text).Parts))
}

// summary writes a mark where the conversation was compacted. Its text is among the details.
func (w *walker) summary(l *rows.List, r *rows.Ref, label, facts string) {
	w.out.line(&line{label: label, text: facts, isMark: true})
	if w.options.Level == All {
		w.aside("Summary", w.sections(w.bodies.Whole(l, r, w.limits.text).Parts))
	}
}

func (w *walker) aside(label string, sections []section) {
	if len(sections) > 0 {
		w.out.aside(label, sections)
	}
}
