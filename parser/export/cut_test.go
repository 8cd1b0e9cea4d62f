package export_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/testutil"
	"unspool/parser/view/filter"
)

// cuts are options that leave out turns or branches.
func cuts(last int) []export.TranscriptOptions {
	selection := func(first, last int) export.TranscriptOptions {
		return export.TranscriptOptions{Selection: export.Selection{Prompts: filter.Range{First: first, Last: last}}}
	}
	list := []export.TranscriptOptions{{Selection: export.Selection{WithoutBranches: true}}, {Compress: 1}}
	if last > 1 {
		list = append(list, selection(1, 1), selection(2, max(2, last-1)), selection(last, last))
	}
	return list
}

// promptsOf returns the number of the last prompt of a conversation.
func promptsOf(c *parser.Conversation) (last int) {
	for i := range c.Turns {
		last = max(last, int(c.Turns[i].Prompt))
	}
	return last
}

// promptText returns the text of a record of a prompt.
func promptText(line []byte) string {
	var plain struct{ Message struct{ Content string } }
	if json.Unmarshal(line, &plain) == nil {
		return plain.Message.Content
	}
	var blocks struct {
		Message struct{ Content []struct{ Type, Text string } }
	}
	if json.Unmarshal(line, &blocks) != nil {
		return ""
	}
	for _, b := range blocks.Message.Content {
		if b.Type == "text" && !strings.HasPrefix(b.Text, "<") {
			return b.Text
		}
	}
	return ""
}

// words returns a text in the form in which it can be compared: in JSON, with single blanks, and not longer than
// records repeat it.
func words(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 150 {
		text = string(runes[:150])
	}
	return text
}

// texts returns all strings in a record.
func texts(line []byte) string {
	var value any
	if json.Unmarshal(line, &value) != nil {
		return ""
	}
	var all []string
	var visit func(value any)
	visit = func(value any) {
		switch value := value.(type) {
		case string:
			all = append(all, strings.Join(strings.Fields(value), " "))
		case []any:
			for _, v := range value {
				visit(v)
			}
		case map[string]any:
			for _, v := range value {
				visit(v)
			}
		}
	}
	visit(value)
	return strings.Join(all, "\n")
}

// dividedPrompts returns the prompts that options leave out, and all texts in the records of the other turns.
func dividedPrompts(files []testutil.File, s *parser.Session, o *export.TranscriptOptions) (gone []string, kept string) {
	c := s.Main
	var others strings.Builder
	for i := range c.Items {
		item := &c.Items[i]
		r := c.File.Records.At(item.Record)
		line := files[0].Data[r.Offset:][:r.Length]
		isGone := false
		if item.Turn >= 0 {
			isInBranch := c.Turns[item.Turn].Branch != 0
			isGone = !o.Prompts.Has(int(c.Turns[item.Turn].Prompt)) || o.WithoutBranches && isInBranch ||
				o.Compress > 0 && isInBranch && int(item.Turn) < len(c.Turns)-1 // other turns are in the summary
		}
		switch text := words(promptText(line)); {
		case !isGone && c.File.UUID(item.Record) != "":
			others.WriteString(texts(line) + "\n")
		case isGone && item.Kind == parser.ItemPrompt && len(text) >= 16:
			gone = append(gone, text)
		}
	}
	return gone, others.String()
}

// TestCutPrompts checks that no record has the text of a prompt that was left out, unless a record of a turn
// that stays had it.
func TestCutPrompts(t *testing.T) {
	checked := 0
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		for _, o := range cuts(promptsOf(s.Main)) {
			gone, kept := dividedPrompts(files, s, &o)
			out, _ := written(t, files, s, o)
			for _, f := range out {
				if !strings.HasSuffix(f.Name, ".jsonl") {
					continue
				}
				for line := range bytes.Lines(f.Data) {
					found := texts(line)
					for _, text := range gone {
						checked++
						if strings.Contains(found, text) && !strings.Contains(kept, text) {
							t.Errorf("%s %+v: %s has the prompt %q: %.400s", name, o.Selection, f.Name, text, line)
						}
					}
				}
			}
		}
	})
	if checked == 0 {
		t.Error("no prompt was left out")
	}
}
