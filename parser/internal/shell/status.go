// Package shell tells what the exit status of a shell command says.
package shell

import (
	"slices"
	"strings"
)

// askers are programs whose exit status 1 is an answer, such as no match or a difference: an error
// has another status. Programs with subcommands are listed with them.
var askers = []string{
	"grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "git grep", "pgrep", "pidof",
	"diff", "colordiff", "cmp", "git diff", "git merge-base", "git show-ref", "git check-ignore", "git check-attr",
	"test", "[", "[[", "which", "command -v", "type", "hash",
}

// neutral are programs that hardly ever fail. They may stand beside an asker.
var neutral = []string{"cd", "pushd", "popd", "echo", "printf", "true", ":", "export", "set", "pwd", "sleep", "date", "wait"}

// wrappers run the command that follows them.
var wrappers = []string{"sudo", "time", "nice", "nohup", "env", "builtin", "exec", "!"}

// AnswersByStatus reports whether exit status 1 of a command line is an answer and no failure: the
// status can only come from a search, a comparison or a test. It is false where that is not clear,
// such as for loops and subshells.
func AnswersByStatus(command string) bool {
	pipelines, ok := lastList(command)
	asks := false
	for _, words := range pipelines {
		program := programOf(words)
		switch {
		case slices.Contains(askers, program) || len(words) > 1 && slices.Contains(askers, firstTwo(words)):
			asks = true
		case !slices.Contains(neutral, program):
			return false
		}
	}
	return ok && asks
}

// programOf returns the name of the program that words run, without its folder.
func programOf(words []string) string {
	words = withoutPrefix(words)
	if len(words) == 0 {
		return ":" // only assignments
	}
	return words[0][strings.LastIndexByte(words[0], '/')+1:]
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

// lastList splits a command line into words, and returns the last command of each pipeline in its
// last list: the pipelines that "&&" and "||" join. The result ok is false if its form is not known.
func lastList(command string) (pipelines [][]string, ok bool) {
	var words []string
	var word strings.Builder
	quoted := false // the word has a quoted part, which may be empty
	endWord := func() {
		if word.Len() > 0 || quoted {
			words = append(words, word.String())
		}
		word.Reset()
		quoted = false
	}
	for at := 0; at < len(command); at++ {
		switch c := command[at]; c {
		case '\'', '"':
			end := endOfQuote(command, at)
			if end < 0 {
				return nil, false
			}
			word.WriteString(command[at+1 : end])
			quoted, at = true, end
		case '\\':
			if at++; at < len(command) && command[at] != '\n' {
				word.WriteByte(command[at])
			}
		case '(', '{', '`':
			if end := endOfNested(command, at); end > at && word.Len() > 0 { // "$(…)", "${…}"
				word.WriteString(command[at : end+1])
				at = end
			} else {
				return nil, false
			}
		case ' ', '\t', '\r':
			endWord()
		case '\n', ';', '|', '&':
			if c == '&' && (strings.HasSuffix(word.String(), ">") || at+1 < len(command) && command[at+1] == '>') {
				word.WriteByte(c) // 2>&1, &>file
				continue
			}
			endWord()
			double := at+1 < len(command) && command[at+1] == c
			switch {
			case (c == '&' || c == '|') && double:
				pipelines, words = append(pipelines, words), nil
				at++
			case c == '|':
				words = nil
			case c == '&':
				return nil, false // in the background
			default:
				if strings.Trim(command[at:], "; \t\r\n") != "" {
					pipelines, words = nil, nil
				}
			}
		case '<':
			if strings.HasPrefix(command[at:], "<<") {
				return nil, false // a here document has lines of its own
			}
			word.WriteByte(c)
		default:
			word.WriteByte(c)
		}
	}
	endWord()
	if len(words) > 0 {
		pipelines = append(pipelines, words)
	}
	return pipelines, len(pipelines) > 0
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
	closing := map[byte]byte{'(': ')', '{': '}'}[command[from]]
	if closing == 0 {
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
