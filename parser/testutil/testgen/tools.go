package testgen

import (
	"fmt"
	"strings"
)

// A tool is one call: its input and its result, the latter in two forms.
type tool struct {
	name   string
	input  func()
	result string
	copied func()
}

func (m *maker) tool() tool {
	path := m.workDir + "/src/" + m.pick(things) + "/" + m.pick(things) + ".ts"
	huge := m.chance(0.003)
	size := func(median, most int) int {
		if huge {
			return 25000 + m.rand.IntN(300000)
		}
		return m.size(median, most)
	}
	switch n := m.rand.IntN(100); {
	case n < 36:
		command := m.pick(verbs) + " --" + m.pick(things) + " \"src/" + m.pick(things) + "\" 2>&1 | tail -40"
		out := m.cut(m.source, size(350, 30000))
		return tool{"Bash", func() {
			m.raw(`"command":`)
			m.str(command)
			m.rawf(`,"description":"%s the %s"`, m.pick(verbs), m.pick(things))
		}, out, func() {
			m.raw(`"stdout":`)
			m.str(out)
			m.raw(`,"stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false`)
		}}
	case n < 63:
		text := m.cut(m.source, size(2200, 60000))
		return tool{"Read", func() { m.rawf(`"file_path":"%s"`, path) }, numbered(text), func() {
			count := strings.Count(text, "\n") + 1
			m.rawf(`"type":"text","file":{"filePath":"%s","content":`, path)
			m.str(text)
			m.rawf(`,"numLines":%d,"startLine":1,"totalLines":%d}`, count, count)
		}}
	case n < 88:
		return m.edit(path, m.cut(m.source, size(4600, 90000)))
	}
	found := m.cut(m.source, size(1600, 30000))
	return tool{"Grep", func() {
		m.rawf(`"pattern":"%s","path":"%s","output_mode":"content","-i":true`, m.pick(things), path)
	}, found, func() {
		m.raw(`"mode":"content","numFiles":0,"filenames":[],"content":`)
		m.str(found)
		m.rawf(`,"numLines":%d`, strings.Count(found, "\n")+1)
	}}
}

func (m *maker) edit(path, whole string) tool {
	before, after := m.cut(m.source, m.size(250, 4000)), m.cut(m.source, m.size(300, 4000))
	pair := func(from, to string) {
		m.rawf(`"%s":`, from)
		m.str(before)
		m.rawf(`,"%s":`, to)
		m.str(after)
	}
	return tool{"Edit", func() {
		m.rawf(`"replace_all":false,"file_path":"%s",`, path)
		pair("old_string", "new_string")
	}, "The file " + path + " has been updated successfully.", func() {
		m.rawf(`"filePath":"%s",`, path)
		pair("oldString", "newString")
		m.raw(`,"originalFile":`)
		m.str(whole)
		old, made := strings.Split(before, "\n"), strings.Split(after, "\n")
		m.rawf(`,"structuredPatch":[{"oldStart":9,"oldLines":%d,"newStart":9,"newLines":%d,"lines":["   first",`, len(old)+2, len(made)+2)
		m.patch("-", old)
		m.patch("+", made)
		m.raw(`"   last"]}],"userModified":false,"replaceAll":false`)
	}}
}

func (m *maker) patch(sign string, list []string) {
	for _, line := range list {
		m.str(sign + line)
		m.raw(",")
	}
}

// numbered returns a file in the form in which Read shows it to Claude.
func numbered(text string) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		fmt.Fprintf(&b, "%6d→%s\n", i+1, line)
	}
	return b.String()
}
