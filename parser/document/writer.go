package document

import (
	"bufio"

	"unspool/parser/view/protocol"
)

// A writer writes the parts of a document in their order, in one format. Texts are as recorded: the
// writer escapes them. A bufio.Writer keeps the first error.
type writer interface {
	head(h *head)
	turn(t *turn)
	// speaker begins the words of somebody in a turn. detail is the model, or "".
	speaker(name, detail string)
	// prose writes Markdown. isTyped is set for words of the user, whose line breaks count.
	prose(text string, isTyped bool)
	// aside writes texts that most readers skip: thinking, a summary, attachments.
	aside(label string, sections []section)
	call(c *call)
	// line writes a remark of a few words: a note, an interruption, a compaction.
	line(l *line)
	// enter begins the work of an agent, inside of what comes before, and leave ends it.
	enter(name string)
	leave()
	end()
}

// A turn is a prompt or an event with what follows it.
type turn struct {
	number int    // among all turns
	prompt int    // number of its prompt, 0 for none
	label  string // "Prompt 12", "Task notification"
	kind   string // of a prompt that was not simply typed: "Slash command"
	time   string
	words  string // the first words of the prompt
}

// A call is a tool call on one line, with its input and result.
type call struct {
	name, target string
	isPhrase     bool // the target is words, and not code
	outcome      string
	isBad        bool // the outcome is a failure
	facts        []string
	sections     []section
}

// A line is a remark between the texts.
type line struct {
	label, text string
	isBad       bool
	isMark      bool // it divides the conversation
}

// A sectionKind is the form of a section.
type sectionKind int

const (
	sectionCode sectionKind = iota
	sectionProse
	sectionList
	sectionImage
	sectionNote
)

// A section is a piece of an input, a result or another long text.
type section struct {
	kind     sectionKind
	label    string
	language string // of code
	text     string
	list     []entry
	image    *picture
	size     int // bytes of the whole text if it is cut, 0 otherwise
}

// An entry is one of a list of names and values.
type entry struct {
	name, value string
	isLink      bool // the value is an address
	isTask      bool
	isDone      bool
	isCode      bool // the value is code
}

// A picture is an image to show.
type picture struct {
	kind  string // "image/png"
	bytes []byte
}

// maxListed limits the turns that the contents of a page list.
const maxListed = 300

// A counter counts what a document has, and keeps the first words of its turns.
type counter struct {
	turns, prompts int
	listed         []turn
}

func (c *counter) turn(t *turn) {
	c.turns++
	if t.prompt > 0 {
		c.prompts++
	}
	if len(c.listed) < maxListed {
		c.listed = append(c.listed, *t)
	}
}

func (*counter) head(*head)              {}
func (*counter) speaker(string, string)  {}
func (*counter) prose(string, bool)      {}
func (*counter) aside(string, []section) {}
func (*counter) call(*call)              {}
func (*counter) line(*line)              {}
func (*counter) enter(string)            {}
func (*counter) leave()                  {}
func (*counter) end()                    {}

// A checked writer reports whether its output still takes what is written.
type checked struct {
	writer
	out *bufio.Writer
}

// failed returns the error of the output.
func (c *checked) failed() error {
	_, err := c.out.Write(nil)
	return err
}

// A head is what a document says about its session.
type head struct {
	title   string
	facts   []protocol.Field // names and values; those with a Note "code" are code
	leftOut []string         // "3 images"
	level   Level
	turns   []turn // the first ones
	more    int    // turns that are not among these
}
