package follow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"unspool/parser"
	"unspool/parser/trace"
	"unspool/parser/trace/otlphttp"
)

// A Root is a folder of transcripts.
type Root struct {
	Name string // of the folder, which state and messages have before the names of files
	FS   fs.FS
	// Only is the name of one main file in FS: then only its session is sent, with those that it
	// continues or was copied from. It is "" for all sessions.
	Only string
}

// Options choose what is sent, and when.
type Options struct {
	Roots []Root
	State *State
	// Send sends the trace of a turn, and returns nil once the receiver has taken it.
	Send  func(context.Context, *trace.Trace) error
	Trace trace.Options

	// Interval is the time between two looks at the files. Quiet is how long a session must be
	// unchanged before its last turn counts as complete, and Stale the same for a turn without an
	// end. Grace limits how long [Follower.Run] goes on to send after its context ended. Zero values stand
	// for 2 s, 10 s, 24 hours and 10 s.
	Interval, Quiet, Stale, Grace time.Duration

	Warn func(error)      // is called with errors after which the work goes on; it may be nil
	Now  func() time.Time // nil for time.Now
}

// A Report counts what was sent.
type Report struct {
	trace.Report
	Refused int // turns that the receiver does not want
	Waiting int // turns that are not complete
}

// A Follower sends turns.
type Follower struct {
	options Options
	scanner scanner
	units   unitCache
	// waiting holds when to look again at groups with turns that are not complete.
	waiting map[string]waiting
	report  Report
}

// A waiting group of files has turns that are not complete.
type waiting struct {
	signature string    // of the files
	until     time.Time // unless the files change
	turns     int
}

// New returns a follower.
func New(o Options) *Follower {
	o.Interval = cmp.Or(o.Interval, 2*time.Second)
	o.Quiet = cmp.Or(o.Quiet, 10*time.Second)
	o.Stale = cmp.Or(o.Stale, 24*time.Hour)
	o.Grace = cmp.Or(o.Grace, 10*time.Second)
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Follower{options: o, scanner: newScanner(), waiting: map[string]waiting{}}
}

// Report returns what was sent so far.
func (f *Follower) Report() Report {
	r := f.report
	for _, w := range f.waiting {
		r.Waiting += w.turns
	}
	return r
}

// Run sends turns until the context ends, and then those that are complete by then. It returns an error if the
// receiver refuses all requests, or if the state cannot be saved.
func (f *Follower) Run(ctx context.Context) error {
	// A request under way is not broken off when the context ends: it would not be known whether it arrived.
	sending, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	context.AfterFunc(ctx, func() { time.AfterFunc(f.options.Grace, stop) })
	for ctx.Err() == nil {
		err := f.pass(ctx, sending, false)
		var gaveUp *sendError
		switch {
		case ctx.Err() != nil:
		case errors.As(err, &gaveUp) && !isRefusal(err):
			f.options.Warn(fmt.Errorf("%w; trying again", err))
		case err != nil:
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(f.options.Interval):
		}
	}
	err := f.pass(sending, sending, true)
	if sending.Err() != nil {
		err = fmt.Errorf("not all complete turns were sent in time; the next run sends the others: %w", err)
	}
	return err
}

// Once sends the turns that are complete now, without waiting for more of them. The last turn of a session counts
// as complete if its response ended.
func (f *Follower) Once(ctx context.Context) error { return f.pass(ctx, ctx, true) }

// A sendError is an error of [Options.Send].
type sendError struct{ error }

// Unwrap returns the cause.
func (e *sendError) Unwrap() error { return e.error }

func isRefusal(err error) bool {
	var refused *otlphttp.RefusedError
	return errors.As(err, &refused)
}

// pass looks at all files once. It stops between two turns when ctx ends, and within one when sending ends.
func (f *Follower) pass(ctx, sending context.Context, isLast bool) error {
	present := map[string]bool{}
	var failed error
	for i := 0; i < len(f.options.Roots) && failed == nil; i++ {
		root := &f.options.Roots[i]
		groups, err := f.scanner.groups(root, f.isSettled)
		if err != nil {
			f.options.Warn(err)
		}
		for _, g := range groups {
			present[g.key()] = true
			if failed = f.visit(ctx, sending, g, isLast); failed != nil {
				break
			}
		}
	}
	for key := range f.waiting {
		if failed == nil && !present[key] {
			delete(f.waiting, key)
		}
	}
	return errors.Join(failed, f.options.State.Save())
}

func (f *Follower) isSettled(e *entry) bool { return f.options.State.isSettled(e.full(), e.mark) }

// visit sends the complete turns of a group of files.
func (f *Follower) visit(ctx, sending context.Context, g *group, isLast bool) error {
	now, key, signature := f.options.Now(), g.key(), g.signature()
	w, isWaiting := f.waiting[key]
	if isWaiting && !isLast && w.signature == signature && now.Before(w.until) {
		return nil
	}
	u, err := f.units.open(g, now)
	if err != nil {
		f.units.drop(key)
		if !errors.Is(err, fs.ErrNotExist) { // else the next look does not find it
			f.options.Warn(err)
		}
		return nil
	}
	d := delivery{Follower: f, unit: u, now: now, isLast: isLast}
	if err := d.sessions(ctx, sending); err != nil {
		return err
	}
	switch {
	case d.waiting > 0:
		f.waiting[key] = waiting{signature, d.until, d.waiting}
	case d.failed || d.skipped: // tried again; or not settled, as another run may want the other sessions
		const pause = time.Minute
		f.waiting[key] = waiting{signature, now.Add(pause), 0}
	default:
		delete(f.waiting, key)
		for _, e := range g.entries {
			f.options.State.settle(e.full(), u.marks[e.name])
		}
	}
	return nil
}

// A delivery sends the complete turns of a unit.
type delivery struct {
	*Follower
	unit   *unit
	now    time.Time
	isLast bool // nothing is waited for

	waiting int       // turns that are not complete
	until   time.Time // when the first of them can be, unless files change
	failed  bool      // a file could not be read
	skipped bool      // sessions were skipped that the root does not want
}

func (d *delivery) sessions(ctx, sending context.Context) error {
	var sessions []*parser.Session
	for s := range d.unit.store.Sessions() {
		if s.Main.File.Role != parser.RoleMain {
			continue
		}
		if !d.unit.group.wants(s) {
			d.skipped = true
			continue
		}
		sessions = append(sessions, s)
	}
	slices.SortStableFunc(sessions, func(a, b *parser.Session) int { // those that are continued first
		from, _ := a.Times()
		other, _ := b.Times()
		return cmp.Compare(from, other)
	})
	for _, s := range sessions {
		if err := d.session(ctx, sending, s); err != nil {
			return err
		}
	}
	return nil
}

func (d *delivery) session(ctx, sending context.Context, s *parser.Session) error {
	turns, _ := trace.Select(s)
	for _, t := range turns {
		if d.options.State.isSent(t) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if at := d.completeAt(t); at.After(d.now) {
			if d.waiting++; d.waiting == 1 || at.Before(d.until) {
				d.until = at
			}
			continue
		}
		one, err := t.Trace(d.unit.readerAt, d.options.Trace)
		if err != nil {
			d.failed = true
			d.options.Warn(err)
			return nil // the rest when the file can be read
		}
		if err := d.send(sending, t, one); err != nil {
			return err
		}
	}
	return nil
}

// send sends a turn, and records that it was sent.
func (d *delivery) send(ctx context.Context, t trace.Turn, one *trace.Trace) error {
	err := d.options.Send(ctx, one)
	var refused *otlphttp.RefusedError
	isRefused := errors.As(err, &refused) && !refused.IsForAll()
	if err != nil {
		err = &sendError{fmt.Errorf("session %s: turn %d: %w", t.Session.ID, t.Number, err)}
		if !isRefused {
			return err
		}
		d.options.Warn(err)
		d.report.Refused++
	} else {
		d.report.Turns++
		d.report.Spans += len(one.Spans)
	}
	return d.options.State.add(t, isRefused, d.options.Now())
}
