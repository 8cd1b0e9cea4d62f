// Package rows makes the rows of sessions: the list that a reader scrolls through.
//
// In: the index of a session, a filter of the page and one of the reader, and the rows that
// the reader has opened. Out: a [List] with a [Ref] for each row to show; it is made from
// the index alone, and grows while files are being read. A [Reader] makes the row of a ref,
// a [protocol.Row], for which it reads the records that the row shows.
//
//	session.Conversation.Items   a [Visibility] leaves out items that the filters do not keep,
//	        |                    the builder folds those that belong together
//	        v
//	List.rows   Ref Ref Ref ...  in the order of the screen
//	        |
//	        v
//	Reader.Row  protocol.Row     package body builds the expanded content of a row
//
// A Ref identifies one of these:
//
//   - items of one conversation, from From to To: one item, or several that share a row;
//   - a fold (Fold) of such items, whose rows follow if it is open;
//   - an agent, a run, a phase or the end of an agent invocation (AgentRow);
//   - a link to another session, or a notice, which are not in the conversation.
//
// For example:
//
//	Conv.Items   0      1   2   3     4      5   6   7   8     9
//	             |      |       |     |      |           |     |
//	             text   internal      tool   calls             text
//	                    records       |
//	Ref          0..1                 4..5   5..9 series:       9..10   1..10 background:
//	                                  |
//	                                  rows of the agent that the call started, if it is open
//
// Invariants:
//
//   - Refs of one conversation are in the order of its items, and do not overlap, except that
//     a fold comes before the rows that it holds, and that the background records of a turn come
//     after the turn.
//   - A row is inside another one if it follows it with a greater depth.
//   - The rows of a list depend only on the session, the filters and the open rows: a list that
//     grew has the same rows as one that is made at once.
//   - A List never reads a file. The readers of this package read, and only the contents that
//     an answer shows.
//   - Each row has a key, which stays the same as long as the files do.
//
// A row's key is the address of its content:
//
//	UUID            a record of the main file
//	UUID#2          its third block
//	@3/UUID         a record of another file: agents' files can contain copies of records
//	@3:4711         a record without a uuid, by its offset in a file
//	branch:KEY      the fold of an abandoned branch that begins there
//	attempts:KEY    the fold of several branches; the first begins there; branch:KEY opens one
//	series:KEY      the fold of similar calls that begin there
//	background:KEY  the fold of the background records of a turn; the first is there
//	model:KEY       the mark that another model answers from there on
//	mode:KEY        the mark that the permission mode changed with that prompt
//	restart:KEY     the mark that the conversation restarts there
//	broken          the notice that the links of the main file are broken
//	copy:KEY        the fold of records from another session that begin there
//	link:KIND:ID    the link to another session
//	agent:ID@3      an agent with a row of its own, in that file
//	run:ID          a workflow run that no call started
//	phase:ID/2      the third phase of a run
//	end:5:ID@3      the end of an agent invocation that begins with its sixth item
//	internal        the agents that Claude Code ran for itself
package rows
