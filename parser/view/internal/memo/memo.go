// Package memo keeps values that are derived from a session: the entries of an outline, the
// sums of a table. A [Memo] has one value and knows when it must be derived again; [PerSession]
// has the values of the sessions that were requested last, and [EverySession] those of all.
//
// A value is derived on request only. While the files of a session are being read, each part
// that arrives outdates it. To derive it again every time would cost time that grows with the
// square of the size of the files. Therefore an outdated value is returned until the session
// has grown by a share: all derivations together then cost a small multiple of the last one.
package memo

// A Version identifies the state of the input that a value is derived from.
type Version[K comparable] struct {
	Key     K    // a value of another key must not be used
	Size    int  // how much input there is; more of it is added at the end
	Growing bool // the input is still being read, so that an outdated value will do
}

// A Memo keeps the latest version of a derived value. The zero Memo has none.
type Memo[K comparable, T any] struct {
	value   T
	version Version[K]
	epoch   int
}

// Get returns the value for a version of the input, which build derives if the kept one must
// not be used. While the input is growing, that is when it grew by more than 1/slack since the
// value was derived. If slack is 0, it is when the size changed.
func (m *Memo[K, T]) Get(now Version[K], slack int, build func() T) T {
	before := m.version
	grown := now.Size - before.Size
	continues := m.epoch > 0 && before.Key == now.Key && before.Growing == now.Growing && grown >= 0
	if continues && (grown == 0 || now.Growing && slack > 0 && grown <= before.Size/slack) {
		return m.value
	}
	if !continues {
		m.epoch++
	}
	m.value, m.version = build(), now
	return m.value
}

// Peek returns the value without bringing it up to date. If there is none, it returns the zero
// value.
func (m *Memo[K, T]) Peek() T { return m.value }

// Epoch returns a number that changes when the value was derived again for another reason than
// that the input grew: what is known about the beginning of the value may be wrong then.
func (m *Memo[K, T]) Epoch() int { return m.epoch }
