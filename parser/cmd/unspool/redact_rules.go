package main

import (
	"flag"
	"regexp"

	"unspool/parser/redact"
)

// redactionRules are what is replaced and left out besides what the rules of package redact find.
type redactionRules struct {
	keep     []string
	words    []string
	patterns []*regexp.Regexp
	parts    redact.Parts
	flag     string // the first one that is given, or ""
}

// define defines the flags of rules. Their usage begins with a condition, if there is one.
func (r *redactionRules) define(flags *flag.FlagSet, condition string) {
	add := func(name, usage string, set func(string) error) {
		flags.Func(name, condition+usage, func(text string) error {
			if r.flag == "" {
				r.flag = name
			}
			return set(text)
		})
	}
	add("keep", "keep what this `rule`, kind or value names; can be repeated", func(s string) error {
		r.keep = append(r.keep, s)
		return nil
	})
	add("word", "also replace this `word`, in any case; can be repeated", func(s string) error {
		r.words = append(r.words, s)
		return nil
	})
	add("pattern", "also replace what this regular `expression` matches (RE2); can be repeated", func(s string) error {
		p, err := regexp.Compile(s)
		r.patterns = append(r.patterns, p)
		return err
	})
	add("drop", "leave out these `parts`, separated by commas: images, outputs, thinking, files, context", func(s string) error {
		parts, err := redact.ParseParts(s)
		r.parts |= parts
		return err
	})
}
