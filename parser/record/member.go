package record

import (
	"github.com/valyala/fastjson/fastfloat"

	"unspool/parser/jsonl"
)

const mostModels = 100 // that a [RecordedCost] lists; it counts all of them

// Member finds a member of the object that begins at line[at]: it gives where
// its value begins, -1 where there is none. It is for records that are rare:
// what every record may have is in [Record].
func Member(line []byte, at int, name string) int {
	found := -1
	if at < 0 {
		return found
	}
	jsonl.Members(line, at, func(key []byte, at, end int) int {
		if string(key) == name {
			found = at
		}
		return skipTo(line, at, end)
	})
	return found
}

// MemberText gives the words of a member that is a string, at most so many
// bytes of them; ok is false where it is none.
func MemberText(line []byte, at int, name string, limit int) (text string, ok bool) {
	if at = Member(line, at, name); at < 0 || line[at] != '"' {
		return "", false
	}
	return string(Prefix(AppendString(nil, line, at, limit+4), limit)), true
}

// dollars reads an amount of money at line[at], 0 for anything that is none.
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

// A RecordedCost is the cost that Claude Code wrote down itself: FORMAT.md,
// "Ready-made totals".
type RecordedCost struct {
	USD        float64
	Incomplete bool // Claude Code had no price for a model (hasUnknownModelCost)
	Models     []ModelFigure
}

// A ModelFigure is the part of one model in it.
type ModelFigure struct {
	Model                                string
	Input, Output, CacheRead, CacheWrite int64
	USD                                  float64
}

// ParseFigure reads the cost in a cost-state or a result record; ok is false
// where it holds none.
func ParseFigure(line []byte) (f RecordedCost, ok bool) {
	sum := 0.0
	jsonl.Members(line, 0, func(key []byte, at, end int) int {
		switch string(key) {
		case "totalCostUSD", "total_cost_usd", "total_cost":
			if line[at] >= '0' && line[at] <= '9' {
				f.USD, ok = dollars(line, at), true
			}
		case "hasUnknownModelCost":
			f.Incomplete = isTrue(line, at)
		case "modelUsage":
			f.Models = nil
			return object(line, at, end, func(name []byte, at, end int) int {
				m := ModelFigure{Model: string(Prefix(name, 200))}
				end = object(line, at, end, func(key []byte, at, end int) int {
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
					return skipTo(line, at, end)
				})
				sum += m.USD
				if len(f.Models) < mostModels {
					f.Models = append(f.Models, m)
				}
				return end
			})
		}
		return skipTo(line, at, end)
	})
	if !ok && sum > 0 {
		f.USD, ok = sum, true
	}
	return f, ok
}

// MemberInteger gives the whole number of a member, 0 where it is none.
func MemberInteger(line []byte, at int, name string) int64 {
	if at = Member(line, at, name); at < 0 {
		return 0
	}
	return integer(line, at)
}
