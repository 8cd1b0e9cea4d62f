// Package view returns the data that a screen shows of a session. A [Viewer] answers all requests of a
// page: it joins the packages below it, one for rows and one for each pane, which do not know each
// other.
//
//	protocol   the structs that cross to JavaScript
//	source     reads parts of files again, through a cache: the index holds no contents
//	tool       one descriptor for each kind of tool; decodes calls
//	records    records without a row of their own: hooks, progress, metadata
//	content    parts of bodies
//	filter     which kinds of rows, turns and agents are kept
//	cost       sums of usage and prices
//	rows       the list of rows, some of them open; rows/body the expanded content of a row
//	story, outline, timeline, usage, changes, find, inspect    the panes
//
// Requests are valid at any time, even while files are still being written to the store.
package view
