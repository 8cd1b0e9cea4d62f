package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"unspool/parser/redact"
)

// A listedValue is the printed form of a value.
type listedValue struct {
	Kind   redact.Kind `json:"kind"`
	Rule   string      `json:"rule"`
	Value  string      `json:"value"` // masked, unless values are shown
	Count  int         `json:"count"`
	File   string      `json:"file"`
	Offset int64       `json:"offset"`
	Before string      `json:"before"`
	After  string      `json:"after"`
}

// print prints the values with their context.
func (r *redaction) print(values *redact.Values) error {
	mask := r.masker(values)
	encoder := json.NewEncoder(r.out)
	encoder.SetEscapeHTML(false)
	table := tabwriter.NewWriter(r.out, 0, 0, 2, ' ', 0)
	if !r.json {
		fmt.Fprintln(table, "COUNT\tRULE\tVALUE\tCONTEXT")
	}
	for v := range values.All() {
		l := listedValue{v.Kind, v.Rule, v.Value, v.Count, v.File, v.Offset, v.Before, v.After}
		if !r.show {
			l.Value = redact.Mask(l.Value)
			l.Before, l.After = mask.Replace(wholeWords(l.Before, true)), mask.Replace(wholeWords(l.After, false))
		}
		if !r.json {
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\n", l.Count, l.Rule, printable(l.Value), printable(l.Before+"⟨…⟩"+l.After))
			continue
		}
		if err := encoder.Encode(l); err != nil {
			return err
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(r.progress, "unspool: %d values found\n", values.Len())
	return nil
}

// masker returns a replacer of all values in the context of others.
func (r *redaction) masker(values *redact.Values) *strings.Replacer {
	var pairs []string
	for v := range values.All() {
		pairs = append(pairs, v.Value, redact.Mask(v.Value))
	}
	return strings.NewReplacer(pairs...)
}

// wholeWords returns a context without the word that it is cut in: that may be a part of a value.
func wholeWords(context string, isBefore bool) string {
	if isBefore {
		if at := strings.IndexAny(context, " \"'"); at >= 0 {
			return context[at:]
		}
		return ""
	}
	return context[:max(0, strings.LastIndexAny(context, " \"'"))]
}

// printable returns a text on one line, without what a terminal obeys.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c >= 0x7f && c < 0xa0 || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069 {
			return ' '
		}
		return c
	}, text)
}
