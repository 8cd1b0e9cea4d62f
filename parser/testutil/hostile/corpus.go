package hostile

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// A Corpus generates sessions in which every text is a payload.
type Corpus struct {
	Payloads []Payload
	Fields   []string          // by number
	Unseen   map[string]string // fields that a conversation does not show, with the reason

	number   map[string]int // number of each field
	session  string         // the template that a session repeats
	sidecars []txtar.File   // files of agents and outputs
	facts    txtar.File     // a session for the list
}

// A File is a file of a project, named by its path in the project.
type File struct {
	Path string
	Data []byte
}

const (
	sessionName = "talk.jsonl"
	factsName   = "facts/"
	session     = "SESSION"
)

// place matches the places of payloads, and @, which stands for the number of the copy.
var place = regexp.MustCompile(`«([^«»]+)»|@`)

const (
	encoded    = "base64 "
	nameFamily = "keys" // its payloads are names as they are, and are used alone
)

// Read reads payloads and fields: dir is testdata/hostile.
func Read(dir fs.FS) (*Corpus, error) {
	families, err := fs.Sub(dir, "payloads")
	if err != nil {
		return nil, err
	}
	c := &Corpus{number: map[string]int{}}
	if c.Payloads, err = payloads(families); err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(dir, "fields.txt")
	if err != nil {
		return nil, fmt.Errorf("read fields: %w", err)
	}
	sections := txtar.Parse(data)
	c.Unseen = unseen(string(sections.Comment))
	for _, f := range sections.Files {
		text := c.write(strings.TrimSpace(string(f.Data)), f.Name == sessionName || strings.HasPrefix(f.Name, factsName))
		f.Data = []byte(text + "\n")
		c.learn(f.Name + text)
		switch {
		case f.Name == sessionName:
			c.session = text + "\n"
		case strings.HasPrefix(f.Name, factsName):
			c.facts = f
		default:
			c.sidecars = append(c.sidecars, f)
		}
	}
	if c.session == "" || len(c.facts.Data) == 0 || len(c.Payloads) == 0 {
		return nil, fmt.Errorf("read fields: no section %s or %s, or no payloads", sessionName, factsName)
	}
	return c, nil
}

// unseen parses the fields that are not shown: each line has the reason and the fields.
func unseen(comment string) map[string]string {
	list := map[string]string{}
	for line := range strings.Lines(comment) {
		why, fields, found := strings.Cut(strings.TrimSpace(line), ": ")
		if why, of := strings.CutPrefix(why, "unseen, "); found && of {
			for _, field := range strings.Split(fields, ", ") {
				list[field] = why
			}
		}
	}
	return list
}

// learn numbers the fields of a section.
func (c *Corpus) learn(text string) {
	for _, found := range place.FindAllStringSubmatch(text, -1) {
		name := found[1]
		if _, known := c.number[name]; name != "" && !known {
			c.number[name] = len(c.Fields)
			c.Fields = append(c.Fields, name)
		}
	}
}

// write expands the short form of a section to JSON lines.
func (c *Corpus) write(text string, chain bool) string {
	if !chain {
		return text
	}
	var lines []string
	parent := "null"
	link := func(uuid, record string) {
		lines = append(lines, fmt.Sprintf(`{"uuid":"%s","parentUuid":%s,"timestamp":"2026-05-01T10:00:%02d.000Z",%s`,
			uuid, parent, len(lines)%60, record[1:]))
		parent = `"` + uuid + `"`
	}
	for number, line := range strings.Split(text, "\n") {
		uuid := fmt.Sprintf("r%d-@", number)
		switch {
		case strings.HasPrefix(line, "+"):
			link(uuid, line[1:])
		case strings.HasPrefix(line, "*"):
			link("«uuid»"+uuid, line[1:])
		case strings.HasPrefix(line, "call "):
			name, remainder, _ := strings.Cut(line[len("call "):], " {")
			parts := strings.Split("{"+remainder, " => ")
			id := fmt.Sprintf("t%d-@", number)
			link(uuid, fmt.Sprintf(`{"type":"assistant","sessionId":"%s","message":{"id":"m%d-@","role":"assistant",`+
				`"model":"claude-opus-4-7","content":[{"type":"tool_use","id":"%s","name":"%s","input":%s}]}}`,
				session, number, id, name, parts[0]))
			if len(parts) == 1 {
				continue
			}
			content, failed := strings.CutPrefix(parts[1], "!")
			structured := ""
			if len(parts) > 2 {
				structured = `,"toolUseResult":` + parts[2]
			}
			link(uuid+"b", fmt.Sprintf(`{"type":"user","sessionId":"%s","message":{"role":"user",`+
				`"content":[{"type":"tool_result","tool_use_id":"%s","is_error":%t,"content":%s}]}%s}`,
				session, id, failed, content, structured))
		default:
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// stacked is how many payloads are put into a field, one after the other, in most copies.
// Every third copy has a single one, because some payloads work only alone.
const stacked = 6

// payloadsOf returns the payloads in a field of a copy. Each copy has different payloads in
// its fields.
func (c *Corpus) payloadsOf(field, copy int) []int {
	count := len(c.Payloads)
	first := (field*7 + copy) % count
	if copy%3 == 0 || c.Payloads[first].Family == nameFamily {
		return []int{first}
	}
	list := make([]int, 0, stacked)
	for i := range stacked {
		list = append(list, (first+i*(count/stacked))%count)
	}
	return list
}

// value returns the value of a field of a copy.
func (c *Corpus) value(field, copy int) string {
	var parts []string
	for _, payload := range c.payloadsOf(field, copy) {
		parts = append(parts, c.Payloads[payload].Text(Mark(field, payload)))
	}
	return strings.Join(parts, "\n\n")
}

// fill inserts the payloads of a copy into a text.
func (c *Corpus) fill(text string, copy int, name string, escape func(string) string) string {
	return place.ReplaceAllStringFunc(strings.ReplaceAll(text, session, name), func(found string) string {
		if found == "@" {
			return fmt.Sprint(copy)
		}
		field := found[len("«") : len(found)-len("»")]
		number := c.number[field]
		value := c.value(number, copy)
		if strings.HasPrefix(field, encoded) {
			return base64.StdEncoding.EncodeToString([]byte(value))
		}
		return escape(value)
	})
}

// Marks returns the marks of the combinations in a range of copies that can be found again,
// with their fields.
func (c *Corpus) Marks(from, to int) map[string]string {
	marks := map[string]string{}
	for copy := from; copy < to; copy++ {
		for number, field := range c.Fields {
			for _, payload := range c.payloadsOf(number, copy) {
				if c.Payloads[payload].Marked() && !strings.HasPrefix(field, encoded) {
					marks[Mark(number, payload)] = field
				}
			}
		}
	}
	return marks
}

// Session returns the files of a session with copies of all fields except those of
// [Corpus.Facts].
func (c *Corpus) Session(name string, from, to int) []File {
	var session strings.Builder
	var files []File
	for copy := from; copy < to; copy++ {
		session.WriteString(c.fill(c.session, copy, name, quoted))
		for _, f := range c.sidecars {
			escape := quoted
			if strings.HasSuffix(f.Name, ".txt") {
				escape = func(text string) string { return text }
			}
			files = append(files, File{path.Join(name, c.fill(f.Name, copy, name, FileName)),
				[]byte(c.fill(string(f.Data), copy, name, escape))})
		}
	}
	return append(files, File{name + ".jsonl", []byte(session.String())})
}

// Facts returns sessions for a list of sessions, each in a folder of its own.
func (c *Corpus) Facts(from, to int) []File {
	var files []File
	for copy := from; copy < to; copy++ {
		name := c.fill(strings.TrimPrefix(c.facts.Name, factsName), copy, "", FileName)
		files = append(files, File{name, []byte(c.fill(string(c.facts.Data), copy, "s", quoted))})
	}
	return files
}

// Write writes files below a folder.
func Write(dir string, files []File) error {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return fmt.Errorf("write a hostile session: %w", err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			return fmt.Errorf("write a hostile session: %w", err)
		}
	}
	return nil
}

// quoted returns the content of a JSON string, without the quotes.
func quoted(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		panic(err) // a string can always be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")[1 : b.Len()-2]
}

const longestName = 120 // bytes

// FileName returns the part of a text that a file system accepts as a name.
func FileName(text string) string {
	name := strings.NewReplacer("/", "_", "\x00", "_", "\n", "_").Replace(text)
	for len(name) > longestName || !utf8.ValidString(name) {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name == "" || name == "." || name == ".." {
		return "_"
	}
	return name
}
