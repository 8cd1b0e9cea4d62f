package schema

import (
	"fmt"
	"io"
	"sort"
	"strings"

	"unspool/parser"
)

// WriteTo prints the report: the totals of the files, then every kind of record with the
// paths of its values and their forms.
func (r *Report) WriteTo(out io.Writer) (int64, error) {
	var b strings.Builder
	b.WriteString("unspool shape report 1\nOnly words of the format, types and counts: nothing of what was said or done.\n\n")
	b.WriteString(fmt.Sprintf("files     %s\n", formatCounts(r.roles)))
	b.WriteString(fmt.Sprintf("bytes     %d, largest file %d, longest record %d\n", r.ledger.Size, r.largest, r.longest))
	b.WriteString(fmt.Sprintf("lines     %d with %d records\n", r.lines, r.records))
	b.WriteString(fmt.Sprintf("versions  %s\n", r.span()))
	b.WriteString(fmt.Sprintf("ledger    shown %d, merged %d, damaged %d", r.ledger.Shown, r.ledger.Merged, r.ledger.Damaged))
	for reason, n := range r.ledger.Hidden {
		if n > 0 {
			b.WriteString(fmt.Sprintf(", %s %d", parser.Reason(reason), n))
		}
	}
	b.WriteString("\n")
	if len(r.diagnostics) > 0 {
		b.WriteString(fmt.Sprintf("oddities  %s\n", formatCounts(r.diagnostics)))
	}
	if r.unread > 0 {
		b.WriteString(fmt.Sprintf("unread    %d records\n", r.unread))
	}
	if r.full {
		b.WriteString(fmt.Sprintf("full      more kinds or values than fit are counted at %s\n", others))
	}
	for _, name := range sorted(r.kinds) {
		k := r.kinds[name]
		b.WriteString(fmt.Sprintf("\n%s %d\n", name, k.count))
		for _, path := range sorted(k.paths) {
			b.WriteString(fmt.Sprintf("  %s: %s\n", path, formatCounts(k.paths[path])))
		}
		if k.more > 0 {
			b.WriteString(fmt.Sprintf("  %s: %d\n", others, k.more))
		}
	}
	n, err := io.WriteString(out, b.String())
	return int64(n), err
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return keys
}

// formatCounts lists words with their counts, most frequent first.
func formatCounts(counts map[string]int) string {
	names := sorted(counts)
	sort.SliceStable(names, func(i, j int) bool { return counts[names[i]] > counts[names[j]] })
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}

// span returns the range of versions that wrote the records.
func (r *Report) span() string {
	var all []version
	for v := range r.versions {
		all = append(all, v)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].before(all[j]) })
	switch len(all) {
	case 0:
		return "not recorded"
	case 1:
		return all[0].String()
	}
	return fmt.Sprintf("%s to %s, %d of them", all[0], all[len(all)-1], len(all))
}

// before reports whether v is older than w.
func (v version) before(w version) bool {
	for i := range v {
		if v[i] != w[i] {
			return v[i] < w[i]
		}
	}
	return false
}

// String returns the version in the form "1.2.3".
func (v version) String() string { return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]) }
