package document

import (
	"bufio"
	"fmt"
	"io"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view/filter"
)

// A Level is how much of a session a document shows.
type Level int

const (
	// Dialogue shows prompts and replies.
	Dialogue Level = iota
	// Tools also shows each tool call on a line.
	Tools
	// All also shows thinking, inputs and results of calls, the work of agents, notes and summaries.
	All
)

// levelNames are the names of the levels, in the order of the constants.
var levelNames = [...]string{"dialogue", "tools", "all"}

// String returns the name of the level.
func (l Level) String() string { return levelNames[l] }

// ParseLevel returns the level with a name.
func ParseLevel(name string) (Level, error) {
	for i, known := range levelNames {
		if name == known {
			return Level(i), nil
		}
	}
	return 0, fmt.Errorf("there is no level of detail %q: the levels are dialogue, tools and all", name)
}

// Options choose what a document shows.
type Options struct {
	Level Level
	// Agent is the id of the agent whose conversation is shown instead of the main one, or the beginning
	// of its id.
	Agent   string
	Prompts filter.Range // the prompts to show, with what follows each; the zero Range has all
	Prices  *price.Table // nil for the list prices
}

// A Report counts what is in a document, and what is not.
type Report struct {
	Turns   int
	Prompts int            // of the turns, those that the user began
	LeftOut map[string]int // by kind, such as "images"
}

// These are the limits of a text in bytes: of each input, result and summary, and of all of them
// together in one turn. When a turn has used up its room, its other texts have fullTurnText bytes.
const (
	maxMarkdownText = 64 << 10
	maxMarkdownTurn = 1 << 20
	maxHTMLText     = 6 << 10
	maxHTMLTurn     = 48 << 10
	fullTurnText    = 600
)

// maxImage limits the images in HTML, in bytes. They count for the room of their turn.
const maxImage = 24 << 10

// Markdown writes a session as Markdown in the form of CommonMark with tables. open returns a reader of
// a file by its number in the store of the session.
func Markdown(store *parser.Store, s *parser.Session, open func(file int) io.ReaderAt, out io.Writer, o Options) (Report, error) {
	limits := limits{text: maxMarkdownText, turn: maxMarkdownTurn}
	return write(store, s, open, o, limits, out, func(out *bufio.Writer) writer { return &markdownWriter{out: out} })
}

// HTML writes a session as a page that needs no other file, has no scripts and loads nothing. Its
// policy forbids both.
func HTML(store *parser.Store, s *parser.Session, open func(file int) io.ReaderAt, out io.Writer, o Options) (Report, error) {
	limits := limits{text: maxHTMLText, turn: maxHTMLTurn, image: maxImage}
	return write(store, s, open, o, limits, out, func(out *bufio.Writer) writer { return newHTMLWriter(out) })
}

// write visits the rows of a session twice: to count what the head reports, and to write them.
func write(store *parser.Store, s *parser.Session, open func(file int) io.ReaderAt, o Options, limits limits,
	out io.Writer, newWriter func(*bufio.Writer) writer) (Report, error) {
	if o.Prices == nil {
		o.Prices = price.Default()
	}
	w, err := newWalker(store, s, open, o, limits)
	if err != nil {
		return Report{}, err
	}
	count := &counter{}
	if err = w.visit(count); err != nil {
		return Report{}, err
	}
	redacted, err := w.countEarlier(open)
	if err != nil {
		return Report{}, err
	}
	head := w.head(count, redacted)
	buffered := bufio.NewWriterSize(out, 1<<16)
	to := newWriter(buffered)
	to.head(head)
	if err := w.visit(&checked{writer: to, out: buffered}); err != nil {
		return Report{}, err
	}
	to.end()
	return Report{Turns: count.turns, Prompts: count.prompts, LeftOut: w.leftOut}, buffered.Flush()
}
