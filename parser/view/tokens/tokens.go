// Package tokens estimates how much of the context of the model each piece of a conversation takes.
//
// In: the index of a conversation, and the size of the context that each response records. Out: the
// pieces that came before each response, in tokens. The size of a piece follows from its bytes;
// since the recorded size grows from response to response by what came between them, it is scaled to
// that growth. Invariants: at each response, the pieces and what none of them explains add up to the
// recorded size; only records of one branch count; the files are not read.
package tokens

import (
	"iter"

	"unspool/parser"
)

// A Step is what changed in the context between two responses: of what was there, only the shares
// LeftThinking and LeftOthers are left; Pieces and Unexplained came in.
type Step struct {
	Message                  int32   // the second response
	Size                     float64 // tokens of the context, as the response records them
	Restarts                 bool    // nothing is left: it is the first response, or the first after a compaction
	LeftThinking, LeftOthers float64 // shares of the thinking, and of all other pieces
	Pieces                   []Piece // valid until the next step
	// Unexplained is the number of tokens of no piece: mostly the system prompt and the descriptions
	// of tools. It is negative if more is gone than the pieces were.
	Unexplained float64
}

// Steps iterates over the responses on the current branch of a conversation that record the size of
// their context. A step is valid until the next.
func Steps(c *parser.Conversation) iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		restarts := c.Restarts()
		r := reader{file: c.File, conv: c.Index}
		step := Step{Restarts: true}
		var before *parser.Message // the previous response
		var all struct{ thinking, others, unexplained float64 }
		for i := range c.File.Records.Len() {
			if len(restarts) > 0 && restarts[0] == i {
				restarts, step.Restarts, step.Pieces = restarts[1:], true, step.Pieces[:0]
			}
			if m := r.response(i); m != nil {
				if step.Restarts {
					before = nil
					all.thinking, all.others, all.unexplained = 0, 0, 0
				}
				fit(step.Pieces, before, m)
				step.Message, step.Size = r.file.Records.At(i).Message, float64(m.Usage.Context())
				thinking, others := sums(step.Pieces)
				missing := step.Size - (all.thinking + all.others + all.unexplained + thinking + others)
				step.Unexplained, step.LeftThinking, step.LeftOthers = max(missing, 0), 1, 1
				if missing < 0 {
					// The API drops the thinking of earlier turns. What else was cleared is not recorded.
					step.LeftThinking, missing = reduce(all.thinking, missing)
					step.LeftOthers, missing = reduce(all.others, missing)
					var left float64
					left, missing = reduce(thinking+others, missing)
					scale(step.Pieces, left)
					thinking, others = thinking*left, others*left
					step.Unexplained = missing
				}
				all.thinking = all.thinking*step.LeftThinking + thinking
				all.others = all.others*step.LeftOthers + others
				all.unexplained += step.Unexplained
				if !yield(&step) {
					return
				}
				before, step = m, Step{Pieces: step.Pieces[:0]}
			}
			step.Pieces = r.appendPieces(step.Pieces, i)
		}
	}
}

// reduce takes a missing number of tokens, which is negative, from a sum. It returns the share of the
// sum that is left, and what is still missing.
func reduce(sum, missing float64) (left, remaining float64) {
	gone := min(sum, -missing)
	if gone <= 0 {
		return 1, missing
	}
	return 1 - gone/sum, missing + gone
}

// maxScan is the number of records that [OfCall] looks at in each direction: parallel calls and
// their results take a few dozen.
const maxScan = 400

// OfCall returns about how many tokens a call and its result added to the context, as in [Steps]. It
// looks only at the records near them. The second result is false if the call is not recorded.
func OfCall(f *parser.File, index int32) (tokens float64, ok bool) {
	call := f.Calls.At(index)
	if call.Use < 0 || call.Conv < 0 {
		return 0, false
	}
	r := reader{file: f, conv: call.Conv, branch: f.Records.At(call.Use).Branch}
	next, pieces := r.stepAfter(call.Use)
	tokens = ofCall(pieces, index)
	if call.Result >= 0 && call.Result >= next {
		_, pieces = r.stepAfter(call.Result)
		tokens += ofCall(pieces, index)
	}
	return tokens, true
}

func ofCall(pieces []Piece, call int32) (tokens float64) {
	for i := range pieces {
		if pieces[i].Call == call {
			tokens += pieces[i].Tokens
		}
	}
	return tokens
}

// stepAfter returns the first record of the response after a record, and the pieces that came between
// it and the response before. Without such a response, these are the pieces near the record.
func (r *reader) stepAfter(record int32) (next int32, pieces []Piece) {
	records := &r.file.Records
	var before, after *parser.Message
	end := min(record+maxScan, records.Len())
	for next = record + 1; next < end && after == nil; next++ {
		after = r.response(next)
	}
	if after != nil {
		next--
	}
	from := next - 1
	for ; from > max(0, record-maxScan); from-- {
		if before = r.response(from); before != nil {
			break
		}
	}
	for i := max(from, 0); i < next; i++ {
		if class := records.At(i).Class; class == parser.ClassBoundary || class == parser.ClassSummary {
			before = nil
		}
		pieces = r.appendPieces(pieces, i)
	}
	if before != nil && after != nil {
		fit(pieces, before, after)
	}
	return next, pieces
}
