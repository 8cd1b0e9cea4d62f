package follow

import "context"

// Look looks at all files once, as [Follower.Run] does in each interval.
func Look(f *Follower, ctx context.Context) error { return f.pass(ctx, ctx, false) }
