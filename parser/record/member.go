package record

import (
	"github.com/valyala/fastjson/fastfloat"

	"unspool/parser/jsonl"
)

const mostModels = 100 // maximum listed in a [RecordedCost]; all of them are counted

// Member finds a member of the object that begins at line[at]. It returns the index of its
// value, or -1 if there is none. It is for rare records: members that any record may have
// are in [Record].
func Member(line []byte, at int, name string) int {
	found := -1
	if at < 0 {
		return found
	}
	jsonl.Object(line, at, func(key []byte, at int) int {
		end := jsonl.Skip(line, at)
		if string(key) == name && end > 0 {
			found = at
		}
		return end
	})
	return found
}

// MemberText returns the text of a member that is a string, at most limit bytes of it; ok
// is false if it is not a string.
func MemberText(line []byte, at int, name string, limit int) (text string, ok bool) {
	if at = Member(line, at, name); at < 0 || line[at] != '"' {
		return "", false
	}
	return string(Prefix(AppendString(nil, line, at, limit+4), limit)), true
}

// dollars reads an amount of money at line[at], or 0 for anything else.
func dollars(line []byte, at int) float64 {
	const most = 1e9
	end := at
	for end < len(line) && end < at+40 && line[end] != ',' && line[end] != '}' && line[end] != ']' && line[end] > ' ' {
		end++
	}
	usd, err := fastfloat.Parse(string(line[at:end]))
	if err != nil || !(usd > 0 && usd < most) {
		return 0
	}
	return usd
}

// A RecordedCost is the cost that Claude Code recorded itself: FORMAT.md, "Ready-made
// totals".
type RecordedCost struct {
	USD        float64
	Incomplete bool // Claude Code had no price for a model (hasUnknownModelCost)
	Models     []ModelFigure
}

// A ModelFigure is the part of one model in a [RecordedCost].
type ModelFigure struct {
	Model                                string
	Input, Output, CacheRead, CacheWrite int64
	USD                                  float64
}

// ParseFigure parses the cost in a cost-state or result record; ok is false if there is
// none.
func ParseFigure(line []byte) (f RecordedCost, ok bool) {
	sum := 0.0
	jsonl.Object(line, 0, func(key []byte, at int) int {
		switch string(key) {
		case "totalCostUSD", "total_cost_usd", "total_cost":
			if line[at] >= '0' && line[at] <= '9' {
				f.USD, ok = dollars(line, at), true
			}
		case "hasUnknownModelCost":
			f.Incomplete = isTrue(line, at)
		case "modelUsage":
			f.Models = nil
			return object(line, at, func(name []byte, at int) int {
				m := ModelFigure{Model: string(Prefix(name, 200))}
				end := object(line, at, func(key []byte, at int) int {
					switch string(key) {
					case "inputTokens":
						m.Input = integer(line, at)
					case "outputTokens":
						m.Output = integer(line, at)
					case "cacheReadInputTokens":
						m.CacheRead = integer(line, at)
					case "cacheCreationInputTokens":
						m.CacheWrite = integer(line, at)
					case "costUSD":
						m.USD = dollars(line, at)
					}
					return jsonl.Skip(line, at)
				})
				sum += m.USD
				if len(f.Models) < mostModels {
					f.Models = append(f.Models, m)
				}
				return end
			})
		}
		return jsonl.Skip(line, at)
	})
	if !ok && sum > 0 {
		f.USD, ok = sum, true
	}
	return f, ok
}

// MemberInteger returns the whole number of a member, or 0 if it is not one.
func MemberInteger(line []byte, at int, name string) int64 {
	if at = Member(line, at, name); at < 0 {
		return 0
	}
	return integer(line, at)
}
