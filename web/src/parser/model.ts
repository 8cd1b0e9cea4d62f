// Code generated from parser/view/protocol by `go test ./parser/view/protocol -update`; DO NOT EDIT.

/** A ToolKind is a kind of tools that are shown in the same way. */
export type ToolKind = "read" | "write" | "edit" | "bash" | "grep" | "glob" | "list" | "fetch" | "search" | "todo" | "task" | "agent" | "skill" | "question" | "plan" | "toolsearch" | "workflow" | "message" | "notebook" | "shell" | "mcp" | "resource" | "lsp" | "schedule" | "other";

/** A ToolFamily is what the calls of a series have in common. */
export type ToolFamily = "look" | "edit" | "bash" | "web" | "task" | "toolsearch" | "mcp";

/** An EventKind is what sends an event: something other than the user that starts Claude. */
export type EventKind = "task" | "monitor" | "teammate" | "session" | "coordinator" | "channel" | "observer" | "schedule" | "continuation" | "system";

/** A DiagnosticCode identifies a kind of irregularity in a file. */
export type DiagnosticCode = "damaged-line" | "repaired-line" | "unfinished-line" | "invalid-json" | "invalid-utf8" | "nul-bytes" | "overlong-line" | "duplicate-uuid" | "too-deep" | "too-many-blocks" | "unread-counts" | "unlinked-agent" | "broken-links" | "too-many-records" | "more";

/** A Damage is why bytes are not a record. */
export type Damage = "not-an-object" | "incomplete" | "syntax";

/** A FilterErrorCode identifies what is wrong with the text of a filter. */
export type FilterErrorCode = "invalid-turns" | "unknown-kind" | "too-long";

/** A MatchErrorCode identifies what is wrong with the query of a search. */
export type MatchErrorCode = "unknown-option" | "unknown-kind" | "too-long" | "too-many-words";

/** A PriceErrorCode identifies what is wrong with a price table. */
export type PriceErrorCode = "too-few-columns" | "invalid-date" | "invalid-price" | "invalid-tier";

/** A Body is the expanded content of a row. */
export interface Body {
  readonly key: string;
  readonly parts: readonly Part[] | null;
  readonly records: readonly RecordLocation[] | null; // where the row is recorded in the files
}

/** A Part is one piece of a body, shown by its kind. */
export interface Part {
  readonly kind: PartKind;
  readonly role: PartRole;
  readonly name: string; // a file name or a label
  readonly text: string; // code, stdout, Markdown, or JSON as recorded
  readonly note: string; // a remark: a state, the meaning of an exit code, "binary"
  readonly cut: boolean; // the texts are cut
  readonly size: number; // bytes of the whole content
  readonly chip: number; // number of the row's chip that the part shows, from 1; 0 for none
  readonly start: number; // code: number of the first line
  readonly command: string; // terminal
  readonly stderr: string; // terminal
  readonly exit: number | null; // terminal: exit code
  readonly old: string; // diff with hunks: the file before the change, if recorded; without: the old side
  readonly new: string;
  readonly hunks: readonly Hunk[] | null;
  readonly fields: readonly Field[] | null; // fields, files (Value = number of matches), links (Name, Value), todos (Name, Value = status), matches (one field: Name = pattern, Value = path, Note = "i": case-insensitive)
  readonly questions: readonly Question[] | null;
  readonly media: Media | null;
  readonly items: readonly Item[] | null;
  readonly attempts: readonly Attempt[] | null;
}

/** A Piece is an excerpt of a long text. Positions are bytes of UTF-8. */
export interface Piece {
  readonly text: string;
  readonly next: number; // where the next piece begins
  readonly total: number;
}

/** A Hunk is a section of a diff; each line begins with ' ', '+', '-' or '\'. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number | null; // as recorded
  readonly newStart: number;
  readonly newLines: number | null;
  readonly lines: readonly string[] | null;
}

/** A Field is a name and a value. */
export interface Field {
  readonly name: string;
  readonly value: string;
  readonly note: string; // todos: the previous status, "new", or the owner
  readonly after: string; // todos: what must be done before
}

/** A Question is a question that the user was asked, with all options. */
export interface Question {
  readonly header: string; // the subject, in a word or two
  readonly text: string;
  readonly options: readonly Option[] | null;
  readonly several: boolean; // more than one option could be chosen
  readonly answered: boolean; // an answer is recorded
  readonly other: string; // what the user wrote besides the options
  readonly note: string; // what the user added to the answer
}

/** An Option is an answer that was offered. */
export interface Option {
  readonly label: string;
  readonly description: string;
  readonly preview: string; // a preview of the result
  readonly chosen: boolean;
}

/** An Item is one record inside a folded run of internal records. */
export interface Item {
  readonly name: string; // kind of the record, such as "hook_success" or "file-history-snapshot"
  readonly label: string;
  readonly text: string;
  readonly failed: boolean;
  readonly hooks: readonly HookRun[] | null; // instead of Text
  readonly more: number; // number of other hooks
  readonly location: RecordLocation;
}

/** A HookRun is one command that a hook ran. */
export interface HookRun {
  readonly command: string;
  readonly exit: number | null; // exit code
  readonly duration: number | null; // ms
  readonly output: string;
  readonly error: string;
}

/** A RecordLocation is the place of a record in a file, or a file that is not a transcript. */
export interface RecordLocation {
  readonly uuid: string;
  readonly file: number;
  readonly path: string;
  readonly line: number; // 0 for a whole file that is not a transcript
  readonly offset: number; // bytes from the start of the file
  readonly length: number;
}

/** RowFacts are the recorded facts about one row: when it was recorded, what it used and where it is stored. */
export interface RowFacts {
  readonly key: string;
  readonly uuid: string; // of the record, "" without one
  readonly time: number; // ms since 1970, 0 when unknown
  readonly duration: number | null; // ms of a call, an agent or a turn
  readonly scope: "" | "response" | "turn" | "agent"; // "" if no usage is recorded
  readonly responses: number;
  readonly model: string; // the most expensive one if there are several
  readonly usage: Usage;
  readonly context: number | null; // response: input tokens of the model
  readonly cost: Cost;
  readonly low: number; // share of responses whose output is recorded too low
  readonly duplicate: boolean; // the response is counted at its first occurrence
  readonly stop: string; // why the response ended, as recorded
  readonly message: string;
  readonly request: string;
  readonly records: readonly RecordLocation[] | null; // the records of the row, at most 20
  readonly more: number; // number of other records
}

/** A Finding is a diagnostic that is shown on the page. The last members have values for some codes only. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly severity: "info" | "warning" | "error";
  readonly file: number;
  readonly path: string;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly damage: Damage | ""; // damaged-line: why the bytes are not a record
  readonly position: number; // of the first byte of the record that is not valid, from 1; 0 for other findings
  readonly excerpt: string; // the beginning of what is not a record, or not valid
  readonly limit: number; // overlong-line, unread-counts: bytes; too-deep: levels; too-many-blocks: blocks
  readonly agent: string; // unlinked-agent: its id
  readonly of: DiagnosticCode | ""; // more: the code of the findings that are not listed
  readonly count: number; // more: their number
}

/** A Touched is a page of the files that a session touched, sorted by name. */
export interface Touched {
  readonly files: readonly TouchedFile[] | null;
  readonly total: number;
  readonly next: number | null; // the start of the next page, null at the end
  readonly read: number; // share of the calls that were examined; Files is empty until it is 1
  readonly early: readonly TouchedFile[] | null; // sometimes set before that: the first files by name, with what is known so far
  readonly counted: number; // share of the files whose net changes are counted; each request counts more
  readonly revision: number; // pages with different revisions belong to different lists
}

/** A TouchedFile is a file that calls read, wrote or edited. Failed calls and calls without a result are counted separately, and are not included in the sums of lines. */
export interface TouchedFile {
  readonly path: string; // with "/" between folders; queries about the file take this path
  readonly name: string; // relative to the session's folder; the same as Path if outside of it
  readonly inside: boolean;
  readonly reads: number;
  readonly edits: number; // including edits of notebooks
  readonly writes: number;
  readonly failed: number; // calls that failed, were rejected or were interrupted
  readonly open: number; // calls without a result
  readonly left: number; // changes in abandoned branches; included in Edits and Writes
  readonly added: number; // lines, summed over all changes
  readonly removed: number; // likewise
  readonly unsized: number; // changes with unknown numbers of lines
  readonly net: LineCount | null; // Net has the lines of the change from the first content to the last. It is null until it is counted, and if the changes cannot be put together.
  readonly created: boolean; // the first change created the file
  readonly agents: boolean; // agents touched the file, too
}

/** A LineCount counts the lines of a change. */
export interface LineCount {
  readonly added: number;
  readonly removed: number;
}

/** Touches is a page of the operations on one file, in the order in which they took effect. */
export interface Touches {
  readonly list: readonly Touch[] | null;
  readonly total: number;
  readonly next: number | null; // the start of the next page, null at the end
  readonly read: number; // like that of Touched: List is empty until it is 1
  readonly revision: number; // like that of Touched
}

/** A Touch is one call that read, wrote or edited a file. */
export interface Touch {
  readonly key: string;
  readonly kind: "read" | "edit" | "write";
  readonly tool: string; // as recorded
  readonly prompt: number; // the prompt of the main conversation that it follows, 0 before the first
  readonly time: number; // ms since 1970, 0 when unknown
  readonly agent: string; // agent whose conversation contains the call: its name, type or id; "" for the main one
  readonly status: CallStatus;
  readonly added: number | null; // lines
  readonly removed: number | null; // lines
  readonly created: boolean; // the call created the file
  readonly left: boolean; // in an abandoned branch
}

/** A NetChange is the change of a file from its first known content to its last. */
export interface NetChange {
  readonly next: number | null; // the start of the next part, null when it is done
  readonly read: number; // share of the calls, and then of the changes, that were examined, 0 to 1
  readonly parts: readonly Part[] | null; // diffs; several if the changes between them are unknown
  readonly new: boolean; // the file did not exist before
  readonly notes: readonly Count[] | null; // what could not be determined, by the names of netNotes
}

/** A SessionPatch is a part of a patch of all files that git can apply. */
export interface SessionPatch {
  readonly next: number | null; // the start of the next page, null at the end
  readonly read: number; // share of the calls, and then of the files, that were examined, 0 to 1
  readonly parts: readonly PatchPart[] | null;
  readonly summary: PatchSummary | null; // at the end, unless the patch could not be completed
}

/** A PatchPart is a piece of a patch. Notes about a file precede its changes. */
export interface PatchPart {
  readonly name: string; // of the file that the notes are about, on one line
  readonly notes: readonly Count[] | null; // what could not be determined, by the names of netNotes, and why the changes are a comment
  readonly text: string;
}

/** A PatchSummary counts what a patch contains, and what it leaves out. */
export interface PatchSummary {
  readonly files: number; // number of changed files
  readonly missing: boolean; // records of agents that may have changed files are missing
  readonly counts: readonly Count[] | null; // numbers of files and of changes that are not 0, by the names of patchCounts
}

/** A FileLedger shows where the bytes of one file went. */
export interface FileLedger {
  readonly path: string;
  readonly role: "main" | "agent" | "meta" | "spilled" | "other";
  readonly size: number;
  readonly lines: number;
  readonly ledger: Ledger;
  readonly shared: boolean; // the file holds other sessions, too; only the part of this one is counted
}

/** Ledgers show where the bytes of a session's files went. */
export interface Ledgers {
  readonly size: number;
  readonly sum: Ledger;
  readonly files: readonly FileLedger[] | null; // the largest first, at most 200
  readonly more: number; // number of other files
  readonly pieces: number; // byte ranges that form no record
  readonly types: readonly Count[] | null; // record types, the most frequent first; at most 200
  readonly blocks: readonly Count[] | null; // unknown block types
  readonly moreTypes: number; // number of other types
  readonly moreBlocks: number;
  readonly found: readonly Count[] | null; // diagnostics by code, including those that are not listed
}

/** A Shape is one step of the report on the forms of a session's records. */
export interface Shape {
  readonly next: number | null; // the start of the next page, null at the end
  readonly read: number; // share of the bytes that were examined, 0 to 1
  readonly text: string; // the report, at the end
}

/** A BeginScanRequest begins a scan for secrets and personal data. */
export interface BeginScanRequest {
  readonly words: readonly string[] | null; // also found, in any case
  readonly patterns: readonly string[] | null; // regular expressions (RE2) of what is also found
  readonly parts: number; // how many parts there are, of all programs
}

/** A Scan is a scan that has begun. */
export interface Scan {
  readonly error: string; // what is wrong with a word or a pattern, or ""
}

/** A BeginPartRequest begins the scan of the lines of a file that begin in a range of its bytes. */
export interface BeginPartRequest {
  readonly part: number; // its number, in the order in which values are numbered
  readonly path: string;
  readonly size: number; // of the file
  readonly from: number;
  readonly to: number;
}

/** A WritePartRequest has the next bytes of the file. They begin one byte before the part, where a line may end, or with the file. */
export interface WritePartRequest {
  readonly bytes: Uint8Array;
}

/** PartWritten is the reply to a [WritePartRequest]. */
export interface PartWritten {
  readonly more: boolean; // more bytes are needed, possibly beyond the part
}

/** A ReadValuesRequest requests values that a program found, from an index. */
export interface ReadValuesRequest {
  readonly from: number;
}

/** PartValues are what a program found in the parts that it scanned. */
export interface PartValues {
  readonly values: readonly PartValue[] | null;
  readonly total: number;
}

/** A PartValue is a value, or a text that looks like a placeholder, with its first occurrence in a part. */
export interface PartValue {
  readonly part: number;
  readonly key: string; // what values with the same placeholder have in common, or ""
  readonly value: FoundValue;
}

/** An AddPartValuesRequest adds what another program found in parts, in which there may be nothing. */
export interface AddPartValuesRequest {
  readonly parts: readonly number[] | null;
  readonly values: readonly PartValue[] | null;
}

/** FoundValues are values that a scan found, in the order of their first occurrence. */
export interface FoundValues {
  readonly values: readonly FoundValue[] | null;
  readonly total: number;
}

/** A FoundValue is a value with its first occurrence. */
export interface FoundValue {
  readonly kind: string; // such as "secret" or "email"
  readonly rule: string; // such as "github-pat"
  readonly value: string;
  readonly count: number;
  readonly file: string;
  readonly before: string; // the text before it, a few words
  readonly after: string;
}

/** An ExportRequest begins an export of a session. */
export interface ExportRequest {
  readonly session: number;
  readonly format: string; // Format is "transcript", "messages", "markdown", "html", "traces", "chrome", "csv" or "ndjson".
  readonly agent: string; // Agent is the id of the agent whose conversation is exported instead of the main one, or its beginning; "" for the main one. First and Last then are prompts of that conversation.
  readonly withoutBranches: boolean; // WithoutBranches leaves out the abandoned branches of the conversation.
  readonly first: number; // First and Last are the numbers of the prompts to keep in a transcript, messages or a document, each with all that follows it; 0 for no limit.
  readonly last: number;
  readonly level: string; // Level is how much a document shows: "dialogue", "tools" or "all".
  readonly withoutTools: readonly string[] | null; // calls of these tools are left out; "all" for all
  readonly resultsOnly: boolean; // the calls are kept, without the text of their results
  readonly withoutThinking: boolean;
  readonly keepTurns: number; // calls of the last turns are kept
  readonly compress: number; // turns before the last ones become a summary; 0 for none
  readonly clone: boolean; // the session and its records get new ids
  readonly mainOnly: boolean; // without the files of agents
  readonly fromCompaction: boolean;
  readonly content: boolean; // traces have the texts of prompts, replies and calls
  readonly redact: boolean; // Redact is whether what the scan found is replaced, except for what Keep names: a kind, a rule or a value.
  readonly keep: readonly string[] | null;
  readonly drop: string; // parts that are left out, separated by commas: "images,outputs"
  readonly absent: readonly ReplacedValue[] | null; // Absent are values that must not occur in the output.
}

/** An ExportPiece is a piece of a file of an export. After the last one, Done is set. */
export interface ExportPiece {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly done: boolean;
  readonly left: string; // Left is where a value is left that was to be replaced, or "". Then the export is not to be used.
  readonly error: string; // Error is why the conversation has none of what the request selects, or "". Then nothing is exported.
}

/** A TitleRequest is a title in which the values of the last export are to be replaced. */
export interface TitleRequest {
  readonly session: number;
  readonly title: string;
}

/** A Title is a title in which values were replaced. */
export interface Title {
  readonly title: string;
  readonly id: string; // what an id with this text is after that
}

/** A ReplacedValue is a value that an export replaced. */
export interface ReplacedValue {
  readonly kind: string;
  readonly rule: string;
  readonly value: string;
  readonly placeholder: string;
}

/** A FilterError describes why a text is not a filter. */
export interface FilterError {
  readonly code: FilterErrorCode;
  readonly value: string; // invalid-turns, unknown-kind: at most 40 bytes of what is wrong
  readonly kinds: readonly string[] | null; // the kinds of rows
  readonly limit: number; // the maximum length of a list of kinds, in bytes
}

/** A Filtered is the result of filtering rows: either an error or a row. */
export interface Filtered {
  readonly row: number | null; // null if there are no rows
  readonly error: FilterError | null;
}

/** Choices describe how much of a session each filter option covers, including the rows of agents, and how much is shown. */
export interface Choices {
  readonly shown: number; // lines that the filter keeps, whatever is open, counted as for the kinds
  readonly lines: number; // lines without the reader's filter
  readonly kinds: readonly Count[] | null; // number of rows of each kind; for agents and branches, the number of agents and branches
  readonly tools: readonly ToolUses[] | null; // the most used first, at most 500
  readonly more: number; // number of other tools
  readonly agents: number; // agents with records of their own, including internal ones
  readonly agentName: string; // name of the selected agent, "" for none
}

/** ToolUses counts the calls of one tool. */
export interface ToolUses {
  readonly name: string; // as recorded
  readonly server: string; // MCP server
  readonly tool: string; // displayed name
  readonly calls: number;
  readonly failed: number;
}

/** An AgentChoice is an agent that the rows can be filtered by. */
export interface AgentChoice {
  readonly id: string;
  readonly name: string; // name in its team, or else its type
  readonly task: string;
  readonly rows: number;
}

/** AgentChoices is a page of the agents of a session. */
export interface AgentChoices {
  readonly agents: readonly AgentChoice[] | null;
  readonly next: number | null; // the start of the next page, null at the end
  readonly revision: number; // pages with another revision may be in another order
}

/** Matches are the search results from one part of a session. */
export interface Matches {
  readonly matches: readonly Match[] | null;
  readonly prompts: readonly FoundPrompt[] | null; // the prompts that the matches follow
  readonly places: number; // number of matches, even if only the counts were requested
  readonly count: number; // number of occurrences of the words in the matches
  readonly kinds: readonly Count[] | null; // matches by kind, regardless of the requested kinds
  readonly tools: readonly Count[] | null; // matches by tool, regardless of the requested tools
  readonly done: number; // share of the session that was searched, 0 to 1
  readonly next: number | null; // where the search continues, null at its end
  readonly error: MatchError | null; // null unless the query is invalid; the rest is empty then
}

/** A MatchError describes why a query cannot be searched for. */
export interface MatchError {
  readonly code: MatchErrorCode;
  readonly value: string; // unknown-option, unknown-kind: at most 40 bytes of what is wrong
  readonly kinds: readonly string[] | null; // the kinds of matches
  readonly limit: number; // too-long: the maximum number of characters; too-many-words: of words
}

/** A Match is a place that contains the words of a search: the text of a row, the input of a tool, or its output. */
export interface Match {
  readonly key: string; // key of the row, or an address that leads to it
  readonly kind: "prompts" | "replies" | "thinking" | "input" | "output" | "other";
  readonly tool: string; // name, "" for none; for an MCP tool, the name on its server
  readonly toolKind: ToolKind;
  readonly failed: boolean;
  readonly turn: number; // number of the turn of the main conversation, 0 before the first
  readonly prompt: number; // number of the prompt that it follows, 0 before the first
  readonly agent: string; // title or type of the agent whose conversation contains the match, "" in the main conversation
  readonly time: number; // ms since 1970, 0 when unknown
  readonly before: string;
  readonly words: string; // the first occurrence as written; Before and After are its context, on one line
  readonly after: string;
  readonly count: number; // number of occurrences
  readonly file: number; // with Offset: where the text of the first occurrence begins, the opening quote of a string of the record
  readonly offset: number;
  readonly from: number; // with To: the range of the first occurrence in that text, in UTF-16 units, as JavaScript counts
  readonly to: number;
}

/** A FoundPrompt names a prompt that matches follow. */
export interface FoundPrompt {
  readonly prompt: number;
  readonly title: string; // its first words, see [TurnLine]
  readonly time: number;
}

/** An Inspection describes a row in full, with links to related rows. */
export interface Inspection {
  readonly row: Row | null; // null if no row has that address
  readonly about: RowFacts;
  readonly end: number; // ms since 1970, 0 when unknown
  readonly inSession: number | null; // ms since the session began; times can run backward
  readonly inTurn: number | null; // ms since the prompt that it follows
  readonly window: number | null; // context window of the model in tokens
  readonly prompt: number; // Prompt is the number of the prompt of the main conversation that it follows; for an agent's row, that of its call; 0 for none.
  readonly session: string; // id
  readonly agent: string; // id of the agent that contains the row, or that the row stands for
  readonly call: string; // id of the tool call
  readonly links: readonly RecordLink[] | null;
}

/** RecordFacts describe what is stored at a place of a file, and how it is shown. */
export interface RecordFacts {
  readonly location: RecordLocation; // Length can be less than Bytes
  readonly bytes: number;
  readonly number: number; // number among the records of the file, from 1
  readonly count: number;
  readonly label: string; // type, and kind if any: "attachment/hook_success"; "" if the file is no transcript
  readonly class: string; // role of the record in its conversation: the parser's name of its class
  readonly time: number; // ms since 1970, 0 when unknown; a record without a time has that of the previous record
  readonly disposition: "shown" | "merged" | "hidden" | "damaged";
  readonly reason: string; // why it is hidden, by the name in the ledger
  readonly row: Row | null; // the row that shows the record or folds it; null if there is none
  readonly message: string;
  readonly request: string;
  readonly calls: readonly Field[] | null; // ids of the tool calls that the record makes or answers, with the names of the tools
  readonly moreCalls: number; // number of calls that are not listed
  readonly before: RecordLocation | null; // the neighbors in the file
  readonly after: RecordLocation | null;
  readonly links: readonly RecordLink[] | null;
}

/** A RecordLink is a link from a row or a record to another one. */
export interface RecordLink {
  readonly to: RecordLinkKind;
  readonly row: Row | null; // null if no row shows the record
  readonly location: RecordLocation | null; // location of the record, null if the link leads only to a row
  readonly label: string; // of the record
  readonly count: number; // more: number of links left out
}

/** An Outline is a page of the outline of a session. */
export interface Outline {
  readonly from: number;
  readonly total: number; // entries in the whole outline
  readonly revision: number; // changes if entries before the last turn may have changed
  readonly prompts: number; // prompts in the outline, without those of attempts
  readonly events: number; // events, too
  readonly agents: number; // agents in the outline; a resumed agent has several entries, but counts once
  readonly missing: number; // agents whose records are not among the files
  readonly maxCost: number; // USD of the most expensive turn
  readonly entries: readonly Entry[] | null;
}

/** An Entry is one line of an outline. The costs of the entries with depth 0 and of attempts add up to the cost of the session. */
export interface Entry {
  readonly kind: "turn" | "event" | "events" | "attempt" | "agent" | "workflow" | "compaction" | "rest";
  readonly key: string; // address of the row that the entry links to, "" for none
  readonly depth: number; // 0 turn, compaction, rest; 1 below a turn; more: below an event or an agent
  readonly turn: number; // number of the turn, or of the turn that contains the entry; 0 before the first
  readonly prompt: number; // number of its prompt, 0 before the first
  readonly event: "" | EventKind; // event, events: what kind it is
  readonly events: number; // turn, events: number of event entries below it
  readonly nth: number; // attempt: number among several at one place, from 1; 0 for a single one
  readonly flavor: PromptRow["flavor"] | "" | "unrecorded"; // turn: what started it
  readonly name: string; // agent: its name or its type
  readonly text: string; // the first words, or the task, on one line
  readonly color: AgentRun["color"]; // agent: its color
  readonly agent: string; // agent: its id
  readonly copied: boolean; // turn: copied from another session
  readonly model: string; // turn: the model that answered last, if it differs from that of the previous turn
  readonly state: "" | "interrupted" | "none" | AgentRun["state"]; // The state at the end. turn: "interrupted", "none" without a reply, "running"; agent: see AgentRun.
  readonly start: number; // ms since 1970, 0 when unknown
  readonly duration: number | null; // ms
  readonly usd: number; // turn, event, attempt: including the agents that were started in it, and the events below it; agent: without other agents.
  readonly incomplete: boolean; // not all models have a known price
  readonly low: number; // share of responses whose output is recorded too low
  readonly byAgents: number; // the part of USD spent by agents
  readonly output: number; // tokens
  readonly tokens: number; // tokens of all kinds
  readonly responses: number;
  readonly calls: number | null; // own tool calls; for an agent without records, the number that its call records
  readonly errors: number;
  readonly agents: number; // turn, attempt: number of agent entries below it
  readonly failed: number; // agent entries that failed
  readonly turns: number; // attempt: number of prompts
  readonly before: number | null; // compaction: tokens
  readonly after: number | null;
}

/** An Alternative is one of the continuations of a conversation from one place: an abandoned attempt, or the current one. */
export interface Alternative {
  readonly key: string; // attempt: opens its rows; current: address of its first row, "" if nothing follows
  readonly current: boolean;
  readonly open: boolean; // its rows follow
  readonly text: string; // the first words, on one line
  readonly time: number; // ms since 1970, 0 when unknown
  readonly turns: number;
  readonly calls: number;
  readonly output: number; // tokens
  readonly tokens: number; // tokens of all kinds
  readonly cost: Cost; // without models that have no price
  readonly low: number; // share of responses whose output is recorded too low
}

/** A PriceError describes why a text is not a price table. */
export interface PriceError {
  readonly code: PriceErrorCode;
  readonly line: number; // from 1
  readonly column: number; // from 1; too-few-columns: the number of columns
  readonly value: string; // at most 40 bytes of the column; too-few-columns: empty
  readonly want: number; // the number of columns that each row needs
}

/** A SessionRequest is a request of a query about a session as a whole. */
export interface SessionRequest {
  readonly session: number;
}

/** A PageRequest requests the part of a long list, or the step of a long calculation, that begins at From. */
export interface PageRequest {
  readonly session: number;
  readonly from: number; // 0, then the next of the previous reply
}

/** A RowsRequest requests rows from the index From, at most 200. */
export interface RowsRequest {
  readonly session: number;
  readonly from: number;
  readonly count: number;
}

/** A RowRequest is a request of a query about one row. */
export interface RowRequest {
  readonly session: number;
  readonly key: string;
}

/** An AddressRequest requests the row that has a key or shows a record. The queries find and nearest open the rows that contain it; inspect does not. */
export interface AddressRequest {
  readonly session: number;
  readonly address: string; // key of a row, or uuid or address of a record
}

/** A TextRequest requests a piece of a long text of a body. */
export interface TextRequest {
  readonly session: number;
  readonly key: string;
  readonly part: number; // index in the parts of the body
  readonly name: "command" | "text" | "stderr" | "old" | "new";
  readonly from: number; // byte at which the piece begins
}

/** An ExpandRequest shows or hides the rows of an agent or of a fold. The reply is the index of the row with that key. */
export interface ExpandRequest {
  readonly session: number;
  readonly key: string;
  readonly open: boolean;
}

/** An ExpandAllRequest shows or hides the rows of all series and of all folds of background records. */
export interface ExpandAllRequest {
  readonly session: number;
  readonly open: boolean;
}

/** A ShowBackgroundRequest shows all background records at their places, or folds those of each turn. */
export interface ShowBackgroundRequest {
  readonly session: number;
  readonly shown: boolean;
}

/** A StepRequest moves from a row over rows that begin with a prompt or show a failure. The reply is the index of the row that it reaches. */
export interface StepRequest {
  readonly session: number;
  readonly from: number; // index of a row
  readonly steps: number; // number of such rows; negative: back
  readonly failures: boolean;
}

/** A PromptRequest requests the index of the row of a prompt. */
export interface PromptRequest {
  readonly session: number;
  readonly number: number;
}

/** A NarrowRequest keeps a part of the rows of a session, for all queries about rows. Usage and diagnostics remain those of the whole session. If the reply is an error, nothing changed. */
export interface NarrowRequest {
  readonly session: number;
  readonly turns: string; // "12-18", "12", "12-" or "-5", including both ends, from 1; "" for all turns
  readonly prompts: string; // the same for prompts, each with what follows it
  readonly show: string; // The kinds of rows to keep, separated by spaces: prompts, events, replies, thinking, tools, errors, agents, background, results, changes, branches; and tools as "tool:Bash". "" for all.
  readonly hide: string; // the kinds of rows to remove
}

/** A FilterRequest keeps a part of the rows that [NarrowRequest] kept, for the reader. The reply has the new index of the row with that key, or of the nearest remaining row. */
export interface FilterRequest {
  readonly session: number;
  readonly show: string;
  readonly hide: string;
  readonly agent: string; // id of the only agent whose rows are kept; "" for all
  readonly key: string; // key of the row that is being read
}

/** A MatchesRequest searches a part of a session for words. */
export interface MatchesRequest {
  readonly session: number;
  readonly text: string;
  readonly options: string; // Options, separated by spaces: "case" (case-sensitive), "phrase" (the words follow each other; otherwise they are in one place, in any order), "whole" (whole words), "errors" (only what failed), "count" (only the number of matches).
  readonly kinds: string; // kinds of [Match], separated by spaces; "" for all
  readonly tools: string; // names of tools, one per line; "" for all
  readonly agent: string; // "main" for the main conversation, "agents" for all others, or the id of an agent
  readonly from: number; // 0, then the next of the previous reply
}

/** An OutlineRequest requests entries of the outline from the index From, at most 200. */
export interface OutlineRequest {
  readonly session: number;
  readonly from: number;
  readonly count: number;
}

/** A TimelineRequest requests entries of a timeline, or the agents in it, from the index From. */
export interface TimelineRequest {
  readonly session: number;
  readonly built: number; // identifies the timeline; 0 for the current one
  readonly from: number;
}

/** A MomentsRequest requests the descriptions of entries of a timeline. */
export interface MomentsRequest {
  readonly session: number;
  readonly built: number;
  readonly from: number;
  readonly count: number;
}

/** A TimelineRangeRequest requests the entries of a timeline that a range of rows shows. */
export interface TimelineRangeRequest {
  readonly session: number;
  readonly built: number;
  readonly first: number; // index of a row
  readonly last: number;
}

/** A TimelineRowRequest requests the index of the row that shows or folds an entry of a timeline. */
export interface TimelineRowRequest {
  readonly session: number;
  readonly built: number;
  readonly entry: number;
}

/** A UsageLinesRequest requests lines of a usage table, at most 200. */
export interface UsageLinesRequest {
  readonly session: number;
  readonly column: string; // to sort by; an unknown name means session order
  readonly down: boolean; // the largest value first
  readonly from: number;
  readonly count: number;
}

/** A UsageMessageRequest is a request of a query about a response. */
export interface UsageMessageRequest {
  readonly session: number;
  readonly message: number; // of a [ContextSeries]
}

/** A FileRequest is a request of a query about a file that the session changed. */
export interface FileRequest {
  readonly session: number;
  readonly path: string; // of a [TouchedFile]
  readonly from: number; // 0, then the next of the previous reply
}

/** A RecordRequest requests the facts about the data at an offset of a file. */
export interface RecordRequest {
  readonly session: number;
  readonly file: number;
  readonly offset: number;
}

/** A Page is a range of rows. */
export interface Page {
  readonly from: number;
  readonly total: number; // rows in the list now
  readonly revision: number; // changes when rows that were already returned may have changed
  readonly rows: readonly Row[] | null;
  readonly missed: boolean; // Missed is set by the worker if bytes of a file could not be read: some rows are without their text.
}

/** A Row is one line item of the viewer. Each kind of row is a struct of its own, which embeds [RowBase]; in JavaScript they are a union, discriminated by the member kind. */
export type Row =
  | PromptRow
  | TextRow
  | ThinkingRow
  | ToolRow
  | SeriesRow
  | ImageRow
  | OutputRow
  | SummaryRow
  | CompactionRow
  | InterruptRow
  | ErrorRow
  | NoteRow
  | BackgroundRow
  | BackgroundFoldRow
  | AttemptsRow
  | BranchRow
  | CopiedRow
  | LinkRow
  | DamagedRow
  | RestartRow
  | BrokenRow
  | PhaseRow
  | InternalRow
  | EndRow
  | UnknownRow;

/** A RowBase holds the fields that all rows have. */
export interface RowBase {
  readonly key: string; // address: the record's uuid, and "#n" for its n-th block
  readonly depth: number; // 0 main conversation, 1 an agent's, 2 a nested agent's …
  readonly agent: string; // agent whose conversation contains this row; "" is the main one
  readonly branch: boolean; // it is on an abandoned branch
  readonly ends: boolean; // the last row of a branch
  readonly turn: number; // number of the turn, 0 before the first prompt
  readonly prompt: number; // number of the prompt that it follows, 0 before the first
  readonly opens: boolean; // what follows a prompt begins with this row: mostly that prompt
  readonly time: number; // ms since 1970, 0 when unknown
  readonly by: "" | "you" | "claude" | "agent"; // set if a different speaker begins here
  readonly copied: boolean; // the record was copied from another session
  readonly inside: boolean; // inside an open series, or an open fold of background records
  readonly threads: readonly string[] | null; // Threads are the colors of the agents that contain the row, the outermost first; "" is a group of agents.
  readonly speaker: string; // with By "agent": the agent's name or type
  readonly reply: Reply | null; // with By "claude" or "agent": the reply that begins here
  readonly before: number; // with By "you": when the previous turn began, ms since 1970; 0 unknown
}

/** A RowText is the text of a row. */
export interface RowText {
  readonly text: string; // only the beginning if Cut
  readonly cut: boolean; // the body has more than Text
  readonly size: number; // bytes of the whole text as recorded
}

/** A PromptRow is a message of the user, or what takes the place of one. */
export interface PromptRow extends RowBase, RowText {
  readonly kind: "prompt";
  readonly flavor: PromptFlavor;
  readonly event: "" | EventKind; // not "": it is an event, not a prompt
  readonly chips: readonly Chip[] | null;
  readonly from: readonly Sender[] | null; // for messages from other agents or sessions: the messages that Text joins
  readonly media: readonly Media[] | null;
  readonly more: number; // number of images and files that Media does not list
  readonly unanswered: "" | "none" | "interrupted"; // it got no reply
  readonly typed: number; // a queued prompt: when it was typed, ms since 1970, or 0
}

/** A TextRow is a text of a reply, in Markdown. */
export interface TextRow extends RowBase, RowText {
  readonly kind: "text";
  readonly cites: readonly Field[] | null; // citations: title, address, the cited words
}

/** A ThinkingRow is a block of thinking. */
export interface ThinkingRow extends RowBase, RowText {
  readonly kind: "thinking";
  readonly flavor: "" | "hidden" | "redacted";
  readonly took: number; // duration in ms, 0 unknown
}

/** A ToolRow is a tool call, or an agent that no call is known to have started. */
export interface ToolRow extends RowBase {
  readonly kind: "tool";
  readonly tool: Tool;
  readonly run: AgentRun | null; // the agents that it started
}

/** A SeriesRow is a fold of similar calls. */
export interface SeriesRow extends RowBase {
  readonly kind: "series";
  readonly series: Series;
}

/** An ImageRow is an image of a reply. */
export interface ImageRow extends RowBase {
  readonly kind: "image";
  readonly media: readonly Media[] | null;
}

/** An OutputRow is the output of a local command, or the result of a call that is not recorded. */
export interface OutputRow extends RowBase, RowText {
  readonly kind: "output";
  readonly flavor: "" | "orphan";
  readonly chips: readonly Chip[] | null; // the command, if no row before shows it
}

/** A SummaryRow is the summary of a conversation that another one continues. */
export interface SummaryRow extends RowBase, RowText {
  readonly kind: "summary";
}

/** A CompactionRow marks where a conversation was compacted; its text is the summary. */
export interface CompactionRow extends RowBase, RowText {
  readonly kind: "compaction";
  readonly took: number; // duration in ms, 0 unknown
  readonly compacted: Compacted;
}

/** An InterruptRow marks where the user interrupted a turn. */
export interface InterruptRow extends RowBase {
  readonly kind: "interrupt";
  readonly flavor: "" | "shutdown";
}

/** An ErrorRow is a failed request; its text is the error message. */
export interface ErrorRow extends RowBase, RowText {
  readonly kind: "error";
  readonly retry: Retry;
}

/** A NoteRow is a message of Claude Code, or a change of mode or model. */
export interface NoteRow extends RowBase, RowText {
  readonly kind: "note";
  readonly flavor: "" | "warning" | "fallback";
  readonly name: string; // the kind of its record; "" for a change of the model
}

/** A BackgroundRow shows consecutive internal records of Claude Code. */
export interface BackgroundRow extends RowBase {
  readonly kind: "background";
  readonly fold: Fold;
}

/** A BackgroundFoldRow is a fold of the background records of a turn, at its end. */
export interface BackgroundFoldRow extends RowBase {
  readonly kind: "background-fold";
  readonly fold: Fold;
}

/** An AttemptsRow is a fold of the attempts at a place, of which one was kept; its text is the first prompt. */
export interface AttemptsRow extends RowBase, RowText {
  readonly kind: "attempts";
  readonly fold: Fold;
}

/** A BranchRow is a fold of a branch that was abandoned; its text is the first prompt. */
export interface BranchRow extends RowBase, RowText {
  readonly kind: "branch";
  readonly fold: Fold;
}

/** A CopiedRow is a fold of records that were copied from another session, or marks their beginning if that session is not among the files. Its text is the first prompt. */
export interface CopiedRow extends RowBase, RowText {
  readonly kind: "copied";
  readonly fold: Fold | null; // null for a mark
  readonly link: Link; // the other session
}

/** A LinkRow leads to a related session. */
export interface LinkRow extends RowBase {
  readonly kind: "link";
  readonly link: Link;
}

/** A DamagedRow shows what cannot be read, or marks records that could be read although they are not valid. */
export interface DamagedRow extends RowBase {
  readonly kind: "damaged";
  readonly code: "damaged-line" | "nul-bytes" | "unfinished-line" | "invalid-json" | "invalid-utf8";
  readonly fold: Fold;
  readonly size: number; // bytes of the lines
}

/** A RestartRow marks where the conversation restarts, with a prompt without a parent. */
export interface RestartRow extends RowBase {
  readonly kind: "restart";
}

/** A BrokenRow reports that the links between the records of the main file are broken. */
export interface BrokenRow extends RowBase {
  readonly kind: "broken";
}

/** A PhaseRow is a phase of a workflow run; its text is the title. */
export interface PhaseRow extends RowBase, RowText {
  readonly kind: "phase";
  readonly fold: Fold;
}

/** An InternalRow contains the agents that Claude Code ran for itself. */
export interface InternalRow extends RowBase {
  readonly kind: "internal";
  readonly run: AgentRun;
}

/** An EndRow marks where the conversation of an agent ends; its text is what the agent was to do. */
export interface EndRow extends RowBase, RowText {
  readonly kind: "end";
  readonly of: string; // key of the row whose agent ends here
  readonly name: string; // name or type of the agent
}

/** An UnknownRow is a block of an unknown kind, as it is recorded. */
export interface UnknownRow extends RowBase, RowText {
  readonly kind: "unknown";
}

/** A Sender is another agent or session with its message, or background work with the way it ended. */
export interface Sender {
  readonly name: string;
  readonly color: string; // as recorded: "blue"; "" if it is not one of Hues
  readonly summary: string; // summary that the sender wrote
  readonly event: string; // for a JSON message: its type, such as "idle_notification"; for a notification: its status
  readonly text: string;
}

/** A Chip is an attachment of a prompt. */
export interface Chip {
  readonly kind: ChipKind;
  readonly label: string; // for the kind "more": the number of further attachments
  readonly opens: boolean; // the body has parts that show it
}

/** A Media is an image or a document inside a record. Offset and Length locate its base64 text in the file. */
export interface Media {
  readonly file: number;
  readonly offset: number;
  readonly length: number; // of the base64 text
  readonly type: string; // media type as recorded, not to be trusted
  readonly name: string; // file name, "" when unknown
  readonly host: string; // host of an image that is only linked; never loaded
}

/** A Reply describes the answer to a turn, as far as it is known. If the answer continues after a message in its middle, only the model is repeated there, and the thinking is that of each part. */
export interface Reply {
  readonly model: string;
  readonly output: number | null; // output tokens of the turn
  readonly context: number | null; // tokens in the context at its last response
  readonly duration: number | null; // ms
  readonly cost: Cost;
  readonly low: number; // share of its responses whose output is recorded too low
  readonly headless: boolean; // the prompt of the turn is not recorded
  readonly thought: number | null; // ms of thinking that is not recorded, 0 unknown; null for none
}

/** A Tool is the one-line form of a tool call. */
export interface Tool {
  readonly name: string; // as recorded
  readonly kind: ToolKind; // kind of tool
  readonly server: string; // MCP server
  readonly target: string; // the main argument: a path, a command, a query
  readonly note: string; // the call's own description, if any
  readonly status: CallStatus; // background: the result only reports the start
  readonly answer: string; // a word or two of the tool about its result: "create", "No matches found", the user's answer
  readonly exit: number | null; // exit code
  readonly lines: number | null; // lines of a file read or written, or of output
  readonly from: number; // first line read, 0 unknown
  readonly added: number | null; // lines added in a diff
  readonly removed: number | null;
  readonly count: number | null; // files, matches or results
  readonly unit: "" | "file" | "match"; // unit of Count, if the tool can count several things
  readonly more: boolean; // the tool left out some of them
  readonly done: number | null; // completed to-do items
  readonly duration: number | null; // ms from call to result
  readonly tokens: number; // what it added to the context, estimated; 0 unknown
  readonly error: string; // the first words of a failure
}

/** An AgentRun describes an agent's conversation, or the part of it that one call started. It can also describe all agents of a workflow, or all internal agents. */
export interface AgentRun {
  readonly id: string;
  readonly kind: "agent" | "workflow" | "internal";
  readonly type: string;
  readonly title: string;
  readonly name: string; // name in its team
  readonly color: "" | "red" | "orange" | "yellow" | "green" | "cyan" | "blue" | "purple" | "pink"; // color of the agent; "" for a group
  readonly model: string; // for a group, all models, separated by ", "
  readonly turns: number;
  readonly calls: number | null;
  readonly rows: number; // 0: its records are not among the files; the values come from the result of its call
  readonly tokens: number;
  readonly usage: Usage;
  readonly duration: number | null; // ms
  readonly cost: Cost;
  readonly low: number; // share of Responses whose output is recorded too low
  readonly responses: number;
  readonly open: boolean;
  readonly internal: boolean; // Claude Code's own agent: compaction, warm-up …
  readonly resumed: boolean; // it had already worked before this call
  readonly session: string; // title of the session that a teammate wrote itself
  readonly unlinked: boolean; // no call is known to have started it
  readonly state: "" | "running" | "open" | "completed" | "failed" | "stopped" | "cut"; // How it ended, if the call did not wait for it; "open" if its end is unknown.
  readonly background: boolean;
  readonly after: number | null; // ms from the call to the end
  readonly ended: number; // ms since 1970: when a notification reported the end, 0 unknown
  readonly notice: string; // address of that notification, "" if no row shows it
  readonly agents: number; // workflow, internal: number of agents
  readonly failed: number; // workflow: number of agents that failed
  readonly cut: number; // workflow: number of agents without a result
}

/** A Fold counts the contents of one row. */
export interface Fold {
  readonly count: number;
  readonly kinds: readonly Count[] | null; // the most frequent first
  readonly failed: number;
  readonly turns: number; // attempts, branch, copied: number of prompts in it
  readonly alternatives: readonly Alternative[] | null; // Alternatives are the attempts at this place, in their order: the abandoned ones, then the one that was kept.
  readonly what: string; // for failures: what failed first, such as a hook
  readonly why: string; // its error message
  readonly open: boolean; // attempts, branch, copied, background-fold: its rows follow
}

/** A Series summarizes similar calls that share one row. */
export interface Series {
  readonly family: ToolFamily; // what its calls have in common
  readonly server: string; // MCP server
  readonly calls: number;
  readonly tools: readonly ToolCount[] | null; // in the order of their first calls
  readonly about: readonly About[] | null; // the first few of the files, patterns, commands …, each once
  readonly more: number; // number of targets that About leaves out
  readonly added: number | null; // lines
  readonly removed: number | null;
  readonly duration: number; // ms during which any of them ran
  readonly tokens: number; // what they added to the context, estimated
  readonly open: boolean; // its rows follow
}

/** An About is the target of a call in a series. */
export interface About {
  readonly kind: ToolKind;
  readonly target: string;
}

/** A ToolCount counts the calls of one kind of tool in a series. */
export interface ToolCount {
  readonly kind: string; // kind of tool, see Tool
  readonly name: string; // mcp, task: name of the tool; else the kind of tool
  readonly calls: number;
  readonly distinct: number; // number of different files, patterns, commands …
}

/** A Count is a name and how often it occurs. */
export interface Count {
  readonly name: string;
  readonly count: number;
}

/** A Compacted describes the effect of a compaction. */
export interface Compacted {
  readonly trigger: string;
  readonly before: number | null; // tokens
  readonly after: number | null;
}

/** A Retry summarizes the attempts of a failed request. */
export interface Retry {
  readonly status: number; // HTTP status, 0 unknown
  readonly attempts: number; // number of recorded attempts
  readonly ended: "" | "on" | "up" | "stopped"; // the request was answered later, given up, or interrupted
}

/** An Attempt is one try of a request that failed. */
export interface Attempt {
  readonly number: number; // from 1, 0 unknown
  readonly most: number; // maximum number of tries
  readonly status: number; // HTTP status, 0 unknown
  readonly wait: number; // ms until the next try
  readonly time: number; // ms since 1970, 0 when unknown
  readonly text: string; // error message
  readonly request: string; // request id
}

/** SessionChanges is what has changed in the list of sessions since it was last requested. */
export interface SessionChanges {
  readonly order: Uint32Array; // the indexes of all sessions, in the order of the list
  readonly changed: readonly SessionInfo[] | null; // those of them that are new or have changed
}

/** A SessionInfo is one line of the list of loaded sessions. */
export interface SessionInfo {
  readonly index: number;
  readonly file: number; // number of its main file
  readonly state: "waiting" | "reading" | "read" | "lost"; // How much of the session was read. While it is waiting, or if the worker that read it was lost or its file could not be read, only the facts from the beginning and the end of its file are known.
  readonly id: string;
  readonly title: string;
  readonly prompt: string; // the first prompt, on one line
  readonly project: string; // working folder, as first recorded
  readonly branch: string; // git branch, as last recorded
  readonly model: string; // the most used model
  readonly start: number; // ms since 1970, 0 when unknown
  readonly end: number;
  readonly work: number; // total duration of its turns in ms, 0 when unknown
  readonly bytes: number;
  readonly turns: number;
  readonly typedPrompts: number; // turns that the user began
  readonly events: number; // turns that something else began: notifications, teammates …
  readonly agents: number;
  readonly calls: number;
  readonly tokens: number; // all kinds of tokens that the responses add up to
  readonly cost: Cost; // of the responses
  readonly totals: Totals; // the figures to show
  readonly models: readonly string[] | null; // Models are all models that responded, including those of agents, the most expensive first.
  readonly underReported: number; // UnderReported is the share of responses whose output is recorded too low.
  readonly damaged: number; // diagnostics of severity warning or worse
  readonly silent: boolean; // it has no turns that are not also shown in another session
  readonly lone: boolean; // a conversation of an agent whose session is not among the files
  readonly links: readonly Link[] | null; // related sessions, the earlier ones first
  readonly sketch: Sketch | null; // null if nothing in it took time, or its times are not known yet
}

/** A Sketch is a small timeline of a session: 32 columns of equal length, without the periods in which nothing was active. */
export interface Sketch {
  readonly model: readonly number[]; // Model and Tools are the times of the model and of tools in each column, in percent of the largest sum of a column.
  readonly tools: readonly number[];
  readonly failures: readonly number[]; // failed calls and requests that ended in each column
  readonly prompts: readonly number[]; // the user's prompts in each column
}

/** A FilePreview is a preview of a session, from the beginning and the end of its file. */
export interface FilePreview {
  readonly info: SessionInfo; // without index, file and usage figures
  readonly listed: boolean; // the file is a session
  readonly relationKeys: string; // one per line: files that share a key can be related
}

/** A Link leads to another session. */
export interface Link {
  readonly kind: "continues" | "continued-in" | "forked-from" | "copied-from" | "compacted-from";
  readonly id: string;
  readonly index: number | null; // in the list of sessions, null if the session is not among the files
  readonly title: string;
  readonly at: string; // uuid of the record where the two sessions meet, "" when unknown
}

/** A SessionFile is a file that belongs to a session, or may belong to it. */
export interface SessionFile {
  readonly number: number; // in the order in which the files were opened
  readonly shared: boolean; // it also holds other sessions
  readonly notTranscript: boolean; // it was read to its end as a session, but is not one
}

/** A Cost is what the tokens would have cost at the public price of their day. */
export interface Cost {
  readonly usd: number;
  readonly incomplete: boolean; // some models have no known price
  readonly unpriced: readonly Unpriced[] | null; // models without a known price, the most tokens first; they are not in USD
}

/** An Unpriced is a model without a known price. */
export interface Unpriced {
  readonly model: string;
  readonly responses: number;
  readonly tokens: number;
}

/** A Story is a session in a few facts: what was asked, how it ended, and what happened in between. It counts the main conversation and its agents, without abandoned branches. */
export interface Story {
  readonly asked: Quote; // the first prompt that the user typed
  readonly ended: Quote; // the last reply; the error if Ending is "failed", the question if it is "asking"
  readonly ending: "replied" | "interrupted" | "failed" | "asking" | "unfinished" | "empty";
  readonly errors: number; // failed calls and requests, as the outline counts them
  readonly agentErrors: number; // those of them that happened in agents
  readonly testErrors: number; // those of them that are test runs in which tests failed
  readonly failed: readonly FailedCall[] | null; // the most frequent ones of the last 1,000, without those test runs; at most 3
  readonly tests: TestRuns;
  readonly changes: ChangeSum;
  readonly compactions: Occurrences;
  readonly agents: Occurrences; // calls that started agents
  readonly cause: "" | "input" | "cacheRead" | "cacheWrite" | "output" | "searches"; // Cause is what most of the cost of the responses is for, and Share its part, from 0 to 1.
  readonly share: number;
}

/** A Quote is the first sentence of a text, without formatting. */
export interface Quote {
  readonly text: string; // at most 300 characters; "" for none
  readonly key: string; // address of its row, "" for none
}

/** A FailedCall is a kind of failure: calls with the same tool and subject count together. */
export interface FailedCall {
  readonly key: string; // address of the last one
  readonly tool: Tool | null; // null for a failed request
  readonly text: string; // what the output names as the cause, or the message of a failed request; "" for none
  readonly count: number;
}

/** TestRuns are the calls that ran tests, by their results. If no result is clear, all are zero. */
export interface TestRuns {
  readonly succeeded: number;
  readonly failed: number;
  readonly unclear: number;
  readonly last: "" | "succeeded" | "failed" | "unclear";
  readonly lastKey: string; // address of the last run
  readonly firstFailed: string; // address of the first failed run
}

/** A ChangeSum sums up what a session changed in files: the net changes, and where a net change is not known, all edits of the file. Until Read is 1, the rest is empty. */
export interface ChangeSum {
  readonly read: number; // share that is done, first of the calls, then of the files; ask again until it is 1
  readonly files: number;
  readonly added: number; // lines
  readonly removed: number; // lines
  readonly largest: readonly TouchedFile[] | null; // the largest changes first, at most 12
}

/** Occurrences counts something that has a row. */
export interface Occurrences {
  readonly count: number;
  readonly first: string; // address of the first one, "" for none
}

/** A Summary is the interface for scripts: what `unspool inspect` prints for a session, and what the element's summary() resolves to. The figures count over all files that were opened for the session. Each API response and each tool call counts once, even if it is repeated. */
export interface Summary {
  readonly file: string; // name of the main file, as passed by the user
  readonly session: string; // its id
  readonly title: string;
  readonly files: number;
  readonly bytes: number;
  readonly lines: number; // lines that are not blank
  readonly records: number;
  readonly copied: number; // records that another session shows
  readonly duplicates: number; // records whose uuid came before
  readonly damaged: number; // byte ranges that are not a JSON object
  readonly types: Readonly<Record<string, number>> | null; // records by type
  readonly prompts: number; // records of prompts, also abandoned ones, without commands
  readonly messages: number; // API responses
  readonly toolCalls: number;
  readonly toolResults: number;
  readonly paired: number;
  readonly unanswered: number;
  readonly orphanResults: number;
  readonly compactions: number;
  readonly segments: number; // of the main conversation, between compactions
  readonly turns: number; // those of prompts and of events
  readonly typedPrompts: number; // turns that the user began, by a prompt or a command
  readonly events: Readonly<Record<string, number>> | null; // turns that something else began, by its kind
  readonly agents: number;
  readonly internalAgents: number; // agents that Claude Code ran for itself, also in Agents
  readonly branches: number;
  readonly diagnostics: number;
  readonly responses: number; // API responses whose usage is recorded and counts here
  readonly usage: Usage;
  readonly cost: Cost;
  readonly ledger: Ledger;
  readonly links: readonly Link[] | null; // related sessions
  readonly underReported: number; // UnderReported is the share of responses, from 0 to 1, for which no record has the stop reason: their output is mostly the number from the start of the stream.
  readonly models: readonly ModelUse[] | null; // the most expensive first, then those without a price
  readonly recorded: readonly Recorded[] | null; // totals that Claude Code itself recorded
  readonly totals: Totals; // the larger ones of what is counted and recorded
  readonly facts: Facts;
}

/** A Ledger accounts for the bytes of a session: shown + merged + all of hidden + damaged are the session's bytes. */
export interface Ledger {
  readonly shown: number; // in rows and their bodies
  readonly merged: number; // repetitions of what is shown
  readonly hidden: Readonly<Record<string, number>> | null; // by reason
  readonly damaged: number; // not readable as records
}

/** A ModelUse is the part of one model in a session's usage. */
export interface ModelUse {
  readonly model: string;
  readonly responses: number;
  readonly usage: Usage;
  readonly usd: number;
  readonly priced: boolean;
}

/** A Recorded holds the totals that Claude Code itself recorded. */
export interface Recorded {
  readonly source: "cost-state" | "result" | "costUSD";
  readonly usd: number; // 0 if no cost is recorded
  readonly incomplete: boolean; // it had no price for a model
  readonly usage: Usage; // zero if no tokens are recorded; cache writes count as 5 minutes
  readonly models: readonly RecordedModel[] | null;
  readonly turns: number; // num_turns of all results, 0 unknown
  readonly duration: number; // ms that the turns took, 0 unknown
}

/** A RecordedModel is the part of one model in recorded totals. */
export interface RecordedModel {
  readonly model: string;
  readonly usage: Usage;
  readonly usd: number;
}

/** Totals are the figures to show for a session as a whole. They are what its responses add up to or, where that is larger, what Claude Code recorded. */
export interface Totals {
  readonly usage: Usage;
  readonly cost: Cost;
  readonly low: number; // Low is the share of responses whose output is recorded too low, if they are counted.
  readonly lowCost: number; // the same for the cost
  readonly usageFrom: Recorded["source"] | ""; // "" for the responses
  readonly costFrom: Recorded["source"] | "";
}

/** Facts describe a session, as its main file records them. */
export interface Facts {
  readonly firstPrompt: string; // at most 200 characters
  readonly lastPrompt: string;
  readonly start: number; // ms since 1970, 0 when unknown
  readonly end: number;
  readonly versions: readonly Change[] | null; // of Claude Code, in the order of their first use
  readonly branches: readonly Change[] | null;
  readonly folders: readonly Change[] | null;
  readonly models: readonly Change[] | null; // models that responded in the main conversation
  readonly permissions: readonly Change[] | null;
  readonly modes: readonly Change[] | null;
  readonly tag: string;
  readonly worktree: string; // name or path of the git worktree
  readonly relocated: string;
  readonly artifact: string; // address of the page that was published last
  readonly agentName: string;
  readonly agentColor: string;
  readonly agentSetting: string;
  readonly continuedIn: string; // id of a session
  readonly pullRequests: readonly PullRequest[] | null;
}

/** A Change is a value that applies from a record on. */
export interface Change {
  readonly value: string;
  readonly key: string; // address of the record
  readonly line: number;
  readonly time: number; // ms since 1970, 0 when unknown
}

/** A PullRequest is a pull request that the session was linked to. */
export interface PullRequest {
  readonly url: string;
  readonly repository: string;
  readonly number: number;
}

/** A Usage counts tokens, and requests of the API's own tools. */
export interface Usage {
  readonly input: number; // uncached only
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly thinking: number; // part of Output
  readonly webSearches: number;
  readonly webFetches: number;
}

/** A Timeline shows a session over time, as columns of the same length: one entry for each span of model time, tool call, wait and mark. Entries are ordered by lane, and in each lane by their start. */
export interface Timeline {
  readonly built: number; // identifies this timeline in requests about its entries
  readonly total: number; // number of all entries
  readonly start: Float64Array; // ms since 1970, or counted from 0 if they are not [TimesRecorded]
  readonly end: Float64Array;
  readonly kind: Uint8Array; // one of the Span constants of package timeline
  readonly flags: Uint8Array; // flag constants of package timeline
  readonly place: Uint8Array; // for calls side by side: the index, and the number of them less one << 4
  readonly agent: Uint32Array; // 0 for the main conversation, else the index in Agents plus one
  readonly prompt: Uint32Array; // number of the prompt in the main conversation; 0 before the first, and in agents
  readonly lanes: Uint32Array; // first entry of each lane; the main conversation is the first lane
  readonly agents: Uint32Array; // lane of each agent
  readonly hues: Uint8Array; // color of each agent: its index in Hues plus one, 0 for none
  readonly gaps: Float64Array; // pairs of start and end: periods in which nothing was active
  readonly internal: boolean; // the last lane has the agents that Claude Code ran for itself
  readonly times: TimeUse;
  readonly inAll: number; // number of agents, without those that Claude Code ran for itself
  readonly missing: number; // number of these agents whose records are not among the files: they have no entries
  readonly backward: number; // records with an earlier time than the records above them: they are placed at the end of those
  readonly joined: boolean; // there were too many entries: adjacent ones were joined, or some agents have none
}

/** A TimelineRange is a range of the entries of a timeline, given by their indexes. */
export interface TimelineRange {
  readonly first: number;
  readonly last: number;
}

/** A Moment describes an entry of the timeline in words. */
export interface Moment {
  readonly key: string; // key of its row
  readonly tool: Tool | null; // set for a tool call
  readonly text: string; // the text of the entry, on one line
  readonly by: string; // the agent's name, "" in the main conversation
  readonly task: string; // the agent's task
}

/** An Actor is an agent that has a lane in the timeline. */
export interface Actor {
  readonly key: string; // key of its first row, "" for none
  readonly name: string; // name in its team, or its type
  readonly task: string;
}

/** UsageFigures are the usage of a session as a whole. They equal those of a [Summary], and the lines of the usage view add up to them. */
export interface UsageFigures {
  readonly responses: number;
  readonly usage: Usage;
  readonly cost: Cost;
  readonly split: CostSplit;
  readonly underReported: number;
  readonly models: readonly ModelLine[] | null; // the most expensive first, then those without a price
  readonly recorded: readonly Recorded[] | null;
  readonly totals: Totals;
  readonly facts: Facts;
  readonly work: number; // total duration of the turns in ms
  readonly untimed: number; // turns with a reply whose duration is unknown
  readonly turns: number; // number of turn lines, including turns abandoned by a rewind
  readonly agents: number; // number of agent lines, including that of the main conversation
  readonly calls: number; // number of tool calls
  readonly reported: number; // number of further calls that agents without a file report
  readonly unreported: number; // number of agents whose calls are unknown
  readonly compactions: number; // number of compactions of the main conversation
  readonly unlinked: CostOf; // usage of agents whose turn is unknown
}

/** A CostSplit is a cost in USD by the kind of usage. */
export interface CostSplit {
  readonly input: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
  readonly searches: number;
}

/** A CostOf is the usage and cost of a part of a session. */
export interface CostOf {
  readonly responses: number;
  readonly usage: Usage;
  readonly usd: number;
  readonly unpriced: number; // responses without a known price; they are not in USD
  readonly low: number; // responses whose output is recorded too low
}

/** A ModelLine is the usage of one model. */
export interface ModelLine {
  readonly use: ModelUse;
  readonly low: number; // responses whose output is recorded too low
  readonly window: number | null; // size of the context window in tokens
  readonly key: string; // address of its first response, "" unknown
}

/** A TurnPage is a range of the turns in the requested order. */
export interface TurnPage {
  readonly total: number;
  readonly lines: readonly TurnLine[] | null;
  readonly revision: number; // pages with different revisions have different orders
}

/** A TurnLine is the usage of one turn, including the agents that were started in it. */
export interface TurnLine {
  readonly number: number; // of its prompt, 0 before the first
  readonly event: boolean; // begun by an event below that prompt
  readonly branch: boolean; // abandoned by a rewind
  readonly words: string; // the first words of its prompt, or else of the first reply, at most 160 bytes; "" if there are none
  readonly flavor: PromptRow["flavor"] | "" | "unrecorded"; // flavor of its prompt
  readonly key: string;
  readonly time: number; // ms since 1970, 0 unknown
  readonly duration: number | null; // ms
  readonly calls: number; // number of tool calls, without those of its agents
  readonly used: CostOf;
  readonly agents: number; // USD: the part of the cost that its agents caused
}

/** An AgentPage is a range of the agents in the requested order. */
export interface AgentPage {
  readonly total: number;
  readonly lines: readonly AgentLine[] | null;
  readonly revision: number; // as in TurnPage
}

/** An AgentLine is the usage of one agent, or of the main conversation. */
export interface AgentLine {
  readonly kind: "main" | "agent" | "internal";
  readonly name: string; // name in its team, or else its type
  readonly task: string;
  readonly key: string; // address of the call that started it, or of its first record; "" if there is neither
  readonly prompt: number; // number of the prompt after which it was started, 0 unknown
  readonly time: number; // ms since 1970, 0 unknown
  readonly duration: number | null; // ms
  readonly calls: number | null; // number of tool calls
  readonly used: CostOf; // no responses if Missing: unknown
  readonly missing: boolean; // it has no file: Calls and Duration come from its call, and count in no sum
}

/** A ToolLine counts the calls of one tool, in the main conversation and by agents. */
export interface ToolLine {
  readonly name: string; // as recorded; "" for all tools beyond the maximum number of lines
  readonly calls: number;
  readonly answered: number; // calls with a result
  readonly failed: number; // calls that failed or were interrupted; not those that the user rejected
  readonly timed: number; // calls whose duration is known
  readonly median: number | null; // ms
  readonly longest: number | null; // ms
  readonly total: number; // ms
  readonly key: string; // address of the first call
  readonly slowest: string; // address of the longest call
}

/** A ContextSeries is the context size of the main conversation over time: columns of the same length, with a point for each response in file order. If there are too many, it keeps the largest and the smallest point of each segment, and the first one after a compaction. */
export interface ContextSeries {
  readonly number: Float64Array; // number of the response, from 1
  readonly time: Float64Array; // ms since 1970, 0 unknown
  readonly context: Float64Array; // input tokens of the model
  readonly output: Float64Array; // output tokens
  readonly low: Float64Array; // 1 if the output is recorded too low
  readonly prompt: Float64Array; // number of the prompt, see [TurnLine]
  readonly window: Float64Array; // context window of the model, 0 unknown
  readonly compacted: Float64Array; // 1 for the first after a compaction
  readonly message: Float64Array; // identifies the response in a [UsageMessageRequest]
  readonly parts: Float64Array; // What filled the context, estimated: all values of the first of Sources, in tokens, then those of the second, and so on. They are 0 for a response on an abandoned branch.
  readonly sources: readonly ContextSource[] | null;
}

/** A ContextSource is where a part of the context is from. */
export type ContextSource = "system" | "memory" | "summary" | "prompts" | "files" | "edits" | "commands" | "mcp" | "agents" | "tools" | "thinking" | "replies";

/** ContextContents are the parts of the context at a response, estimated. Read is the share of the files whose names are known: with less than 1, the next request knows more. */
export interface ContextContents {
  readonly size: number; // tokens, as recorded
  readonly system: number; // tokens that no record explains
  readonly groups: readonly ContextGroup[] | null; // the largest first, at most 200
  readonly read: number;
}

/** A ContextGroup is the part of the context that is from one source: one file, one MCP server, one tool, one kind of reminder. */
export interface ContextGroup {
  readonly source: ContextSource;
  readonly detail: string; // path, server, tool or kind; "" for all of the source
  readonly tokens: number;
  readonly pieces: number;
  readonly largest: readonly ContextPiece[] | null; // the three largest
}

/** A ContextPiece is the part of the context that is shown by one row. */
export interface ContextPiece {
  readonly key: string;
  readonly tokens: number;
}

/** A RateSeries is the number of tokens used over time by all responses of the session: columns of the same length, with a point for each interval that has any responses. Width is the length of the intervals in minutes. */
export interface RateSeries {
  readonly width: number; // minutes
  readonly time: Float64Array; // ms since 1970, of the start of the interval
  readonly responses: Float64Array; // number of responses
  readonly low: Float64Array; // responses whose output is recorded too low
  readonly output: Float64Array; // tokens
  readonly fresh: Float64Array; // input tokens and tokens written to the cache
  readonly read: Float64Array; // tokens read from the cache
}

/** A PartKind selects how a part of a body is shown. */
export type PartKind = "markdown" | "text" | "code" | "diff" | "terminal" | "fields" | "files" | "links" | "todos" | "questions" | "matches" | "media" | "items" | "attempts" | "json" | "spilled";

/** A PartRole is what a part of a body contributes to its row. */
export type PartRole = "" | "input" | "output" | "error" | "prompt" | "structured" | "wire" | "instructions" | "reminder" | "script" | "feedback" | "plan";

/** A RecordLinkKind is the relation of the target of a link to its source. */
export type RecordLinkKind = "turn" | "agent" | "started" | "ended" | "compaction" | "before" | "after" | "more" | "call" | "result" | "with" | "message" | "counts";

/** A PromptFlavor is how a prompt came about. */
export type PromptFlavor = "typed" | "command" | "shell" | "notification" | "peer" | "auto" | "queued" | "feedback" | "plan" | "agent";

/** A ChipKind is the kind of an attachment. */
export type ChipKind = "selection" | "file" | "memory" | "diagnostics" | "reminder" | "command" | "instructions" | "image" | "document" | "pasted" | "unknown" | "more";

/** A TimeUse says whether a timeline uses the recorded times, or why it does not. */
export type TimeUse = "recorded" | "none" | "few" | "disordered";

/** A CallStatus is the outcome of a tool call. */
export type CallStatus = "ok" | "error" | "rejected" | "interrupted" | "denied" | "background" | "running" | "none";

/** The queries by name. Those of exports, at the end, are answered by the larger parser only. */
export interface Queries {
  readonly summary: { readonly request: SessionRequest; readonly reply: Summary };
  readonly diagnostics: { readonly request: SessionRequest; readonly reply: readonly Finding[] };
  readonly story: { readonly request: SessionRequest; readonly reply: Story };
  readonly rows: { readonly request: RowsRequest; readonly reply: Page };
  readonly body: { readonly request: RowRequest; readonly reply: Body };
  readonly text: { readonly request: TextRequest; readonly reply: Piece };
  readonly about: { readonly request: RowRequest; readonly reply: RowFacts };
  readonly expand: { readonly request: ExpandRequest; readonly reply: number | null };
  readonly expandAll: { readonly request: ExpandAllRequest; readonly reply: null };
  readonly showBackground: { readonly request: ShowBackgroundRequest; readonly reply: null };
  readonly find: { readonly request: AddressRequest; readonly reply: number | null };
  readonly nearest: { readonly request: AddressRequest; readonly reply: number | null };
  readonly step: { readonly request: StepRequest; readonly reply: number | null };
  readonly prompt: { readonly request: PromptRequest; readonly reply: number | null };
  readonly narrow: { readonly request: NarrowRequest; readonly reply: FilterError | null };
  readonly filter: { readonly request: FilterRequest; readonly reply: Filtered };
  readonly filterOptions: { readonly request: SessionRequest; readonly reply: Choices };
  readonly agents: { readonly request: PageRequest; readonly reply: AgentChoices };
  readonly matches: { readonly request: MatchesRequest; readonly reply: Matches };
  readonly outline: { readonly request: OutlineRequest; readonly reply: Outline };
  readonly timeline: { readonly request: TimelineRequest; readonly reply: Timeline | null };
  readonly timelineMoments: { readonly request: MomentsRequest; readonly reply: readonly Moment[] };
  readonly timelineActors: { readonly request: TimelineRequest; readonly reply: readonly Actor[] };
  readonly timelineRange: { readonly request: TimelineRangeRequest; readonly reply: TimelineRange | null };
  readonly timelineRow: { readonly request: TimelineRowRequest; readonly reply: number | null };
  readonly usage: { readonly request: SessionRequest; readonly reply: UsageFigures };
  readonly usageTurns: { readonly request: UsageLinesRequest; readonly reply: TurnPage };
  readonly usageAgents: { readonly request: UsageLinesRequest; readonly reply: AgentPage };
  readonly usageTools: { readonly request: SessionRequest; readonly reply: readonly ToolLine[] };
  readonly usageContext: { readonly request: SessionRequest; readonly reply: ContextSeries };
  readonly usageRate: { readonly request: SessionRequest; readonly reply: RateSeries };
  readonly usageAddress: { readonly request: UsageMessageRequest; readonly reply: string | null };
  readonly usageContents: { readonly request: UsageMessageRequest; readonly reply: ContextContents | null };
  readonly changedFiles: { readonly request: PageRequest; readonly reply: Touched };
  readonly fileOps: { readonly request: FileRequest; readonly reply: Touches };
  readonly fileOf: { readonly request: RowRequest; readonly reply: string | null };
  readonly netChange: { readonly request: FileRequest; readonly reply: NetChange };
  readonly patch: { readonly request: PageRequest; readonly reply: SessionPatch };
  readonly inspect: { readonly request: AddressRequest; readonly reply: Inspection };
  readonly record: { readonly request: RecordRequest; readonly reply: RecordFacts | null };
  readonly ledgers: { readonly request: SessionRequest; readonly reply: Ledgers };
  readonly shape: { readonly request: PageRequest; readonly reply: Shape };
  readonly beginScan: { readonly request: BeginScanRequest; readonly reply: Scan };
  readonly beginPart: { readonly request: BeginPartRequest; readonly reply: null };
  readonly writePart: { readonly request: WritePartRequest; readonly reply: PartWritten };
  readonly readPartValues: { readonly request: ReadValuesRequest; readonly reply: PartValues };
  readonly addPartValues: { readonly request: AddPartValuesRequest; readonly reply: null };
  readonly readFoundValues: { readonly request: ReadValuesRequest; readonly reply: FoundValues };
  readonly export: { readonly request: ExportRequest; readonly reply: null };
  readonly exportStep: { readonly request: SessionRequest; readonly reply: ExportPiece };
  readonly replaced: { readonly request: SessionRequest; readonly reply: readonly ReplacedValue[] };
  readonly redactTitle: { readonly request: TitleRequest; readonly reply: Title };
}
