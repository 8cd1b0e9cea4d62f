// Package shell interprets command lines: what their exit status means, and whether they run tests or
// build a project.
package shell

import (
	"bytes"
	"slices"
	"strings"
)

// queries are programs whose exit status 1 is a result, such as no match or a difference: an error
// has another status. Programs with subcommands are listed with them.
var queries = []string{
	"grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "git grep", "pgrep", "pidof",
	"diff", "colordiff", "cmp", "git diff", "git merge-base", "git show-ref", "git check-ignore", "git check-attr",
	"test", "[", "[[", "which", "command -v", "type", "hash",
}

// neutral are programs that hardly ever fail. They may be next to a query.
var neutral = []string{"cd", "pushd", "popd", "echo", "printf", "true", ":", "export", "set", "pwd", "sleep", "date", "wait"}

// wrappers run the command that follows them.
var wrappers = []string{"sudo", "time", "nice", "nohup", "env", "builtin", "exec", "!"}

// A CommandLine is a command line whose commands are split into words.
type CommandLine struct {
	commands [][]string // those before a part whose form is not known
	deciding [][]string // those that the exit status can come from, none if there is such a part
}

// StatusIsResult reports whether exit status 1 of the command line is a result and no failure: the
// status can only come from a search, a comparison or a test. It is false where that is not clear,
// such as for loops and subshells.
func (l CommandLine) StatusIsResult() bool {
	queried := false
	for _, words := range l.deciding {
		program := programOf(words)
		switch {
		case slices.Contains(queries, program) || len(words) > 1 && slices.Contains(queries, firstTwo(words)):
			queried = true
		case !slices.Contains(neutral, program):
			return false
		}
	}
	return queried
}

// programOf returns the name of the program that words run, without its folder.
func programOf(words []string) string {
	words = withoutPrefix(words)
	if len(words) == 0 {
		return ":" // only assignments
	}
	return nameOf(words[0])
}

// firstTwo returns a program with its subcommand, without the options between them.
func firstTwo(words []string) string {
	words = withoutPrefix(words)
	if len(words) == 0 {
		return ""
	}
	program := programOf(words)
	for at := 1; at < len(words); at++ {
		switch word := words[at]; {
		case program == "git" && (word == "-C" || word == "-c"):
			at++ // and its value
		case program == "git" && strings.HasPrefix(word, "-"):
		default:
			return program + " " + word
		}
	}
	return program
}

// withoutPrefix removes assignments and wrappers.
func withoutPrefix(words []string) []string {
	for len(words) > 0 {
		name, _, assigns := strings.Cut(words[0], "=")
		switch {
		case assigns && name != "" && !strings.ContainsAny(name, "/[.-"), slices.Contains(wrappers, words[0]):
			words = words[1:]
		case words[0] == "timeout" && len(words) > 1:
			words = words[2:]
		default:
			return words
		}
	}
	return words
}

// Split splits a command line into the words of its commands. Its exit status can come from the last
// command of each pipeline in its last list, which is the pipelines that "&&" and "||" join.
func Split(commandLine string) CommandLine {
	s := splitter{command: commandLine}
	for s.at < len(commandLine) {
		if !s.next() {
			s.endWord()
			return CommandLine{commands: append(s.commands, s.words)}
		}
		s.at++
	}
	s.endWord()
	if len(s.words) > 0 {
		s.endCommand()
		s.pipelines = append(s.pipelines, s.commands[len(s.commands)-1])
	}
	return CommandLine{s.commands, s.pipelines}
}

// A splitter splits a command line into pipelines and words.
type splitter struct {
	command   string
	at        int // index into command
	commands  [][]string
	pipelines [][]string // the last commands of the pipelines in the last list
	words     []string   // of the current command
	word      []byte
	quoted    bool // the word has a quoted part, which may be empty
}

func (s *splitter) endWord() {
	if len(s.word) > 0 || s.quoted {
		s.words = append(s.words, string(s.word))
	}
	s.word, s.quoted = s.word[:0], false
}

func (s *splitter) endCommand() {
	s.commands, s.words = append(s.commands, s.words), nil
}

// next reads the character at s.at, and what belongs to it; s.at is the index of its last byte then.
// It reports whether the form of the command line is known so far.
func (s *splitter) next() bool {
	switch c := s.command[s.at]; c {
	case '\'', '"':
		end := endOfQuote(s.command, s.at)
		if end < 0 {
			return false
		}
		s.word = append(s.word, s.command[s.at+1:end]...)
		s.quoted, s.at = true, end
	case '\\':
		if s.at++; s.at < len(s.command) && s.command[s.at] != '\n' {
			s.word = append(s.word, s.command[s.at])
		}
	case '(', '{', '`':
		end := endOfNested(s.command, s.at)
		if end <= s.at || len(s.word) == 0 { // only "$(…)" and "${…}" are known
			return false
		}
		s.word = append(s.word, s.command[s.at:end+1]...)
		s.at = end
	case ' ', '\t', '\r':
		s.endWord()
	case '\n', ';', '|', '&':
		return s.operator(c)
	case '<':
		if strings.HasPrefix(s.command[s.at:], "<<") {
			return false // a here document has lines of its own
		}
		s.word = append(s.word, c)
	default:
		s.word = append(s.word, c)
	}
	return true
}

// operator ends a command at one of the characters that can do so. It reports whether the form of
// the command line is known so far.
func (s *splitter) operator(c byte) bool {
	next := byte(0)
	if s.at+1 < len(s.command) {
		next = s.command[s.at+1]
	}
	if c == '&' && (bytes.HasSuffix(s.word, []byte(">")) || next == '>') {
		s.word = append(s.word, c) // 2>&1, &>file
		return true
	}
	s.endWord()
	words := s.words
	s.endCommand()
	switch {
	case (c == '&' || c == '|') && next == c:
		s.pipelines = append(s.pipelines, words)
		s.at++
	case c == '|':
	case c == '&':
		return false // in the background
	case strings.Trim(s.command[s.at:], "; \t\r\n") != "":
		s.pipelines = nil
	default:
		s.words = words // nothing follows
		s.commands = s.commands[:len(s.commands)-1]
	}
	return true
}

// endOfQuote returns the index of the closing quote of the one at from, or -1.
func endOfQuote(command string, from int) int {
	for at := from + 1; at < len(command); at++ {
		switch {
		case command[at] == command[from]:
			return at
		case command[at] == '\\' && command[from] == '"':
			at++
		}
	}
	return -1
}

// endOfNested returns the index of the bracket that closes the one at from, or -1.
func endOfNested(command string, from int) int {
	var closing byte
	switch command[from] {
	case '(':
		closing = ')'
	case '{':
		closing = '}'
	default:
		return -1
	}
	depth := 0
	for at := from; at < len(command); at++ {
		switch command[at] {
		case command[from]:
			depth++
		case closing:
			if depth--; depth == 0 {
				return at
			}
		case '\'', '"':
			if at = endOfQuote(command, at); at < 0 {
				return -1
			}
		}
	}
	return -1
}
