// Package cost sums up what parts of a session took: tokens, money, calls and time.
//
// It reads the index of a session ([parser.Session]) and a price table only, no content and no
// filter. A [parser.UsageCost] has the sums of any responses by model; a [Total] has those of
// one of many parts, such as a turn or an agent. [Responses] finds the part that each response
// of a session belongs to, and its price.
//
// Each response counts once: the totals of all parts are the usage of the session.
package cost
