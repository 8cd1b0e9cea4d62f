package redact

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
)

// A Value is a value to be replaced, with what was found of it.
type Value struct {
	Finding            // the first one
	File        string // of the first finding
	Count       int    // of findings
	Placeholder string // what the value is replaced by, once there is a [Replacer]

	derived bool // follows from another value; it was not found itself
}

// Values collects findings, and has one [Value] for each text. The zero value is empty.
type Values struct {
	list  []*Value
	index map[string]*Value
	taken map[string]bool // placeholders that the input has

	excluded   []*Value            // values that are not replaced
	exclusions []func(*Value) bool // see Delete
}

// Add adds a finding in a file.
func (v *Values) Add(f Finding, file string) {
	if v.index == nil {
		v.index, v.taken = map[string]*Value{}, map[string]bool{}
	}
	if f.Kind == Placeholder {
		v.taken[f.Value] = true
		return
	}
	if old := v.index[f.Value]; old != nil {
		old.Count++
		return
	}
	// The line of the finding is reused: only what is kept is copied.
	added := &Value{Finding: f, File: file, Count: 1}
	v.list, v.index[f.Value] = append(v.list, added), added
}

// AddCounted adds a value that was found count times; f is its first occurrence.
func (v *Values) AddCounted(f Finding, file string, count int) {
	v.Add(f, file)
	if x := v.index[f.Value]; x != nil {
		x.Count += count - 1
	}
}

// Merge adds the findings in other values, after the own ones.
func (v *Values) Merge(other *Values) {
	for _, x := range other.list {
		if !x.derived {
			v.AddCounted(x.Finding, x.File, x.Count)
		}
	}
	for text := range other.taken {
		v.Add(Finding{Kind: Placeholder, Value: text}, "")
	}
}

// Taken returns the texts in the input that look like placeholders, in order.
func (v *Values) Taken() []string { return slices.Sorted(maps.Keys(v.taken)) }

// All yields the values in the order of their first findings.
func (v *Values) All() iter.Seq[*Value] { return slices.Values(v.list) }

// Len returns the number of values.
func (v *Values) Len() int { return len(v.list) }

// Clone returns a copy, whose values have no placeholders yet.
func (v *Values) Clone() *Values {
	c := &Values{index: map[string]*Value{}, taken: maps.Clone(v.taken),
		excluded: slices.Clone(v.excluded), exclusions: slices.Clone(v.exclusions)}
	for _, x := range v.list {
		if x.derived {
			continue
		}
		copied := *x
		copied.Placeholder = ""
		c.list, c.index[x.Value] = append(c.list, &copied), &copied
	}
	return c
}

// Delete removes values: they stay in the output as a whole, also if another value is a part of one, unless that is a
// word or pattern of the caller. remove reports whether to remove one. It is also called for values that follow from
// others, once there is a [Replacer].
func (v *Values) Delete(remove func(*Value) bool) {
	v.exclusions = append(v.exclusions, remove)
	v.list = slices.DeleteFunc(v.list, func(x *Value) bool {
		if !remove(x) {
			return false
		}
		delete(v.index, x.Value)
		v.excluded = append(v.excluded, x)
		return true
	})
}

// derive adds the values that follow from others: of a home folder, the name of the user, and the
// beginning of the names of project folders.
func (v *Values) derive() {
	for _, home := range slices.Clone(v.list) {
		if home.Rule == "private-key" {
			v.deriveLines(home)
		}
		if home.Kind != Home || home.derived {
			continue
		}
		folder := strings.Map(func(r rune) rune {
			if r < 0x80 && (isLetter(byte(r)) || isDigit(byte(r))) {
				return r
			}
			return '-'
		}, home.Value)
		v.addDerived(Finding{Kind: Home, Rule: "home", Value: folder, Key: home.Key}, home)
		if len(home.Key) >= shortestUser && !isCommonWord(home.Key) {
			v.addDerived(Finding{Kind: User, Rule: "user", Value: home.Key, Key: home.Key}, home)
		}
	}
}

// deriveLines adds the lines of a private key: patches have each line in a string of its own.
func (v *Values) deriveLines(key *Value) {
	const shortest = 40
	for line := range strings.FieldsFuncSeq(key.Value, func(r rune) bool { return r >= 0x80 || !isBase64(byte(r)) }) {
		if len(line) >= shortest {
			v.addDerived(Finding{Kind: Secret, Rule: key.Rule, Value: line, Key: key.Key}, key)
		}
	}
}

// shortestUser is the length of the shortest name of a user that is replaced outside of paths.
const shortestUser = 3

func (v *Values) addDerived(f Finding, from *Value) {
	if v.index[f.Value] != nil {
		return
	}
	f.Offset = from.Offset
	added := &Value{Finding: f, File: from.File, derived: true}
	if slices.ContainsFunc(v.exclusions, func(excludes func(*Value) bool) bool { return excludes(added) }) {
		return
	}
	v.list, v.index[f.Value] = append(v.list, added), added
}

// number gives each value its placeholder. Values with the same key share one.
func (v *Values) number() {
	next, shared := map[string]int{}, map[string]string{}
	for _, x := range v.list {
		name := label(x.Rule)
		key := name + " " + x.Key
		if x.Key != "" && shared[key] != "" {
			x.Placeholder = shared[key]
			continue
		}
		for {
			next[name]++
			if x.Placeholder = fmt.Sprintf("‹%s_%d›", name, next[name]); !v.taken[x.Placeholder] {
				break
			}
		}
		if x.Key != "" {
			shared[key] = x.Placeholder
		}
	}
}

// Placeholders returns the number of placeholders by the kind of what they replace. There are none before
// there is a [Replacer].
func (v *Values) Placeholders() map[string]int {
	counts, counted := map[string]int{}, map[string]bool{}
	for _, x := range v.list {
		if x.Placeholder != "" && !counted[x.Placeholder] {
			counted[x.Placeholder] = true
			counts[x.Kind.String()]++
		}
	}
	return counts
}

// isAt reports whether a range of a text with the bytes of the value is the value, and no part of a
// longer one.
func (x *Value) isAt(b []byte, from, to int) bool {
	before, after := byte(0), byte(0)
	if from > 0 {
		before = b[from-1]
	}
	if to < len(b) {
		after = b[to]
	}
	isAlnum := func(c byte) bool { return isLetter(c) || isDigit(c) }
	switch x.Kind {
	case User:
		return !isAlnum(before) && !isAlnum(after)
	case Home:
		return !isAlnum(after) && (x.Value[0] != '-' || !isAlnum(before))
	case Email:
		return !isAlnum(before) && before != '.' && before != '+' && !isAlnum(after)
	case IP:
		return !isAlnum(before) && before != '.' && !isAlnum(after) && !(after == '.' && to+1 < len(b) && isDigit(b[to+1]))
	case Host:
		return !isAlnum(before) && before != '-' && !isAlnum(after) && after != '-'
	case Phone:
		return !isAlnum(before) && !isDigit(after)
	case Secret:
		return len(x.Value) >= unboundedSecret || !isAlnum(before) && !isAlnum(after)
	}
	return true
}

// unboundedSecret is the length from which on a secret is replaced within longer words, too.
const unboundedSecret = 12

// A pattern is a text that stands for a value.
type pattern struct {
	text     string
	value    *Value
	encoded  bool // in Base64 or hexadecimal digits
	excluded bool // the value is not replaced
}

// A matcher finds values in texts.
type matcher struct {
	patterns []pattern
	first    [1 << 16 / 64]uint64 // bits of the hashes of the first three bytes of patterns
	buckets  map[uint16][]int32   // patterns by that hash, in the order of their texts
	prefix   []int32              // of a pattern: the longest other one that it begins with, or -1
}

func newMatcher(values *Values) *matcher {
	m := &matcher{buckets: map[uint16][]int32{}}
	for _, x := range values.list {
		m.addValue(x, false)
	}
	if len(m.patterns) > 0 {
		for _, x := range values.excluded {
			m.addValue(x, true)
		}
	}
	m.prefix = make([]int32, len(m.patterns))
	for _, b := range m.buckets {
		slices.SortFunc(b, func(i, j int32) int { return cmp.Or(strings.Compare(m.patterns[i].text, m.patterns[j].text), int(j-i)) })
		last := int32(-1)
		for _, id := range b {
			for last >= 0 && !strings.HasPrefix(m.patterns[id].text, m.patterns[last].text) {
				last = m.prefix[last]
			}
			m.prefix[id], last = last, id
		}
	}
	return m
}

// longest returns the longest pattern of a bucket that a text begins with, or -1. All others that it begins with are
// prefixes of that one.
func (m *matcher) longest(bucket []int32, b []byte) int32 {
	n := sort.Search(len(bucket), func(i int) bool { return m.patterns[bucket[i]].text > string(b) })
	if n == 0 {
		return -1
	}
	// A pattern that the text begins with is a prefix of all that are between it and the text.
	id := bucket[n-1]
	text := m.patterns[id].text
	same := commonPrefix(text, b)
	for id >= 0 && len(m.patterns[id].text) > same {
		id = m.prefix[id]
	}
	return id
}

// commonPrefix returns the length of the longest text that both begin with. It compares long ones in blocks: in
// repetitive texts, each byte is the beginning of most of a long value.
func commonPrefix(text string, b []byte) int {
	const block = 256
	most, same := min(len(text), len(b)), 0
	for same+block <= most && text[same:same+block] == string(b[same:same+block]) {
		same += block
	}
	for same < most && text[same] == b[same] {
		same++
	}
	return same
}

func (m *matcher) addValue(x *Value, excluded bool) {
	m.add(pattern{text: x.Value, value: x, excluded: excluded})
	for _, text := range slices.Concat(inBase64(x.Value), inHex(x.Value)) {
		m.add(pattern{text: text, value: x, encoded: true, excluded: excluded})
	}
}

func (m *matcher) add(p pattern) {
	if len(p.text) < shortestWord {
		return
	}
	h := hash3(p.text[0], p.text[1], p.text[2])
	m.first[h/64] |= 1 << (h % 64)
	m.buckets[h] = append(m.buckets[h], int32(len(m.patterns)))
	m.patterns = append(m.patterns, p)
}

// encoded returns a value in a code in Base64, or nil.
func (m *matcher) encoded(code []byte) (found *Value) {
	m.find(code, func(_, _ int, p *pattern) bool {
		if p.encoded {
			found = p.value
		}
		return found == nil
	})
	return found
}

func hash3(a, b, c byte) uint16 {
	return uint16((uint32(a)<<16 | uint32(b)<<8 | uint32(c)) * 2654435761 >> 16)
}

// find calls visit for each value in a text, except for parts of values that stay. visit reports whether to go on.
func (m *matcher) find(b []byte, visit func(from, to int, p *pattern) bool) {
	excludedEnd := 0 // where the last excluded value ends
	for i := 0; i+2 < len(b); i++ {
		h := hash3(b[i], b[i+1], b[i+2])
		if m.first[h/64]&(1<<(h%64)) == 0 {
			continue
		}
		for id := m.longest(m.buckets[h], b[i:]); id >= 0; id = m.prefix[id] {
			p := &m.patterns[id]
			end := i + len(p.text)
			if !p.encoded && !p.value.isAt(b, i, end) {
				continue
			}
			if p.excluded {
				excludedEnd = max(excludedEnd, end)
				continue
			}
			if end <= excludedEnd && p.value.Kind < Word {
				continue
			}
			if !visit(i, end, p) {
				return
			}
		}
	}
}
