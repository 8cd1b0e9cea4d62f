package records

import (
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/transcript"
	"unspool/parser/view/source"
)

// usualLabels and usualTexts are used for types whose summary is not in the table of record types.
const (
	usualLabels = "hookName|hookEvent|status"
	usualTexts  = "displayPath|filename|planFilePath|path|stderr|stdout|content|text|message|summary|description|" +
		"command|url|name|title|prompt"
)

// maxSummary limits each value of a summary.
const maxSummary = 400

// Summary describes a record in a few words. It returns only values of the record; the
// page chooses their names.
func Summary(src *source.Reader, f *parser.File, index int32) (label, text string) {
	o := src.Payload(f, index)
	labels, texts := usualLabels, usualTexts
	known, isKnown := transcript.SummaryOf(f.Name(f.Records.At(index).Label))
	if isKnown {
		labels, texts = known.Label, known.Text
	}
	label, text = ValuesAt(&o, labels), ValuesAt(&o, texts)
	if !isKnown && text == "" { // any text is better than none
		for _, key := range WithoutEnvelope(&o).Keys {
			if text = ValuesAt(&o, key); text != "" {
				break
			}
		}
	}
	return label, text
}

// envelope lists the members that every record has: FORMAT.md, "Envelope".
const envelope = "parentUuid logicalParentUuid isSidechain type subtype uuid timestamp userType entrypoint cwd " +
	"sessionId session_id version gitBranch slug isMeta level content promptId agentId"

// WithoutEnvelope returns the members of a record that are not in its envelope.
func WithoutEnvelope(o *source.Object) source.Object { return o.Without(envelope) }

// ValuesAt joins the values at a list of paths separated by spaces.
func ValuesAt(o *source.Object, paths string) string {
	var values []string
	for _, alternatives := range strings.Fields(paths) {
		for _, path := range strings.Split(alternatives, "|") {
			if text := source.OneLine(valueAt(o.JSON, 0, path, 4*maxSummary), maxSummary); text != "" {
				values = append(values, text)
				break
			}
		}
	}
	return strings.Join(values, " · ")
}

// valueAt returns a value as text: strings and numbers as they are, the elements of an array
// joined, and for an object the most informative member, or else the names of its members.
func valueAt(b []byte, at int, path string, room int) string {
	if at >= len(b) || room <= 0 {
		return ""
	}
	switch b[at] {
	case '"':
		return string(record.AppendString(nil, b, at, room))
	case '[':
		var values strings.Builder
		jsonl.Array(b, at, func(at int) int {
			if one := valueAt(b, at, path, room-values.Len()); one != "" {
				if values.Len() > 0 {
					values.WriteString(", ")
				}
				values.WriteString(one)
			}
			return jsonl.Skip(b, at)
		})
		return values.String()
	case '{':
		end := jsonl.Skip(b, at)
		if end < 0 {
			return ""
		}
		o := source.Parse(b[at:end])
		name, remainder, _ := strings.Cut(path, ".")
		if name == "" {
			for _, name := range []string{"message", "text", "content", "command", "path", "file", "filePath", "name"} {
				if o.Has(name) {
					return valueAt(o.JSON, o.Offset(name), "", room)
				}
			}
			return strings.Join(o.Keys, ", ")
		}
		switch found := o.Offset(name); {
		case found < 0:
			return ""
		case o.JSON[found] == 't':
			return name // a flag that is true: "met"
		default:
			return valueAt(o.JSON, found, remainder, room)
		}
	case 'n', 't', 'f':
		return ""
	}
	end := jsonl.Skip(b, at)
	if end < 0 || path != "" {
		return ""
	}
	return string(b[at:end])
}
