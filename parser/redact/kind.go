package redact

import (
	"fmt"
	"slices"
	"strings"
)

// A Kind is a kind of finding.
type Kind uint8

// The kinds of findings.
const (
	Secret      Kind = iota // a key, token, password or private key
	Email                   // an e-mail address
	Home                    // a home folder, with the name of its user
	User                    // the name of a user, from a home folder or a prompt
	Host                    // the name of a host in a private network
	IP                      // an address of a host
	Phone                   // an international phone number
	Word                    // a word of the caller
	Pattern                 // a match of a pattern of the caller
	Placeholder             // text that looks like a placeholder: it stays, and no value gets its number
	kinds
)

func kindNames() [kinds]string {
	return [...]string{"secret", "email", "home", "user", "host", "ip", "phone", "word", "pattern", "placeholder"}
}

// String returns the name of a kind in lower case.
func (k Kind) String() string {
	if k >= kinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames()[k]
}

// ParseKind returns the kind with a name.
func ParseKind(name string) (Kind, error) {
	names := kindNames()
	if i := slices.Index(names[:], name); i >= 0 {
		return Kind(i), nil
	}
	return 0, fmt.Errorf("there is no kind %q", name)
}

// MarshalText implements [encoding.TextMarshaler].
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// A Finding is a value at a place.
type Finding struct {
	Kind   Kind
	Rule   string // the rule that found it, such as "github-pat"; for most personal data the name of the kind
	Value  string
	Offset int64  // of the text with the value in the file
	Before string // the text before the value, a few words
	After  string // likewise

	// Key is what findings with the same placeholder have in common, or "".
	Key string
}

// label returns the name in the placeholders of a rule.
func label(rule string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, rule)
}

// Mask returns a value with its middle hidden, for a report that others may see.
func Mask(value string) string {
	runes := []rune(value)
	shown := min(4, len(runes)/4)
	hidden := min(len(runes)-2*shown, 12)
	return string(runes[:shown]) + strings.Repeat("•", hidden) + string(runes[len(runes)-shown:])
}
