// Code generated from parser/view by `go test ./parser/view -run TypeScript -update`; DO NOT EDIT.

/** A SessionInfo is one line of the list of sessions that were loaded. */
export interface SessionInfo {
  readonly index: number;
  readonly file: number; // number of its main file
  readonly state: "waiting" | "reading" | "read" | "lost"; // How far it was read. While it waits for its turn, or was lost with the worker that read it, all that is known is what the ends of its file tell.
  readonly id: string;
  readonly title: string;
  readonly prompt: string; // the first one, in one line
  readonly project: string; // working folder, as first recorded
  readonly branch: string; // git branch, as last recorded
  readonly model: string; // the most used model
  readonly start: number; // ms since 1970, 0 when unknown
  readonly end: number;
  readonly work: number; // ms that its turns took together, 0 when unknown
  readonly bytes: number;
  readonly turns: number;
  readonly agents: number;
  readonly calls: number;
  readonly tokens: number; // all kinds together
  readonly cost: Cost;
  readonly models: readonly string[] | null; // Models are all that answered, those of agents too, the most expensive first.
  readonly underReported: number; // UnderReported is the share of responses whose output is recorded too low.
  readonly rows: number;
  readonly damaged: number; // diagnostics of severity warning or worse
  readonly silent: boolean; // nothing was said in it that another session does not show
  readonly lone: boolean; // an agent's conversation, whose session is not among the files
  readonly links: readonly Link[] | null; // sessions that it hangs together with, those before it first
}

/** A Glimpse is what the ends of a file tell. */
export interface Glimpse {
  readonly info: SessionInfo; // without index, file and figures
  readonly listed: boolean; // it is a session
  readonly ties: string; // in lines: files that share one can hang together
}

/** A Link leads to another session. */
export interface Link {
  readonly kind: "continues" | "continued-in" | "forked-from" | "copied-from" | "compacted-from";
  readonly id: string;
  readonly index: number; // in the list of sessions, -1 where it is not among the files
  readonly title: string;
  readonly at: string; // uuid of its record where the two meet, "" unknown
}

/** A SessionFile is a file that belongs to a session, or may. */
export interface SessionFile {
  readonly number: number; // in the order in which files were opened
  readonly shared: boolean; // it holds other sessions, too
  readonly stray: boolean; // it was read as a session, to its end, and is none
}

/** A Cost is what the tokens would have cost at the public price of their day. */
export interface Cost {
  readonly usd: number;
  readonly incomplete: boolean; // not all models have a known price
  readonly unpriced: readonly Unpriced[] | null; // those that have none, the most tokens first; they are not in USD
}

/** An Unpriced is a model without a known price. */
export interface Unpriced {
  readonly model: string;
  readonly responses: number;
  readonly tokens: number;
}

/** A Page is a stretch of rows. */
export interface Page {
  readonly from: number;
  readonly total: number; // rows in the list now
  readonly revision: number; // changes when rows that were given out may have changed
  readonly rows: readonly Row[] | null;
}

/** A Row is one line item of the viewer. */
export interface Row {
  readonly key: string; // address: the record's uuid, and "#n" for its n-th block
  readonly kind: "prompt" | "text" | "thinking" | "tool" | "compaction" | "summary" | "output" | "interrupt" | "error" | "note" | "machinery" | "series" | "attempts" | "branch" | "copied" | "link" | "image" | "damaged" | "gap" | "restart" | "broken" | "phase" | "internal" | "end" | "unknown";
  readonly flavor: "" | "typed" | "command" | "shell" | "notification" | "peer" | "auto" | "queued" | "feedback" | "plan" | "agent" | "hidden" | "redacted" | "orphan" | "warning" | "shutdown" | "fallback";
  readonly name: string; // note: the kind of its record; end: the name or type of the agent
  readonly depth: number; // 0 main conversation, 1 an agent's, 2 a nested agent's …
  readonly agent: string; // whose conversation this row stands in; "" is the main one
  readonly branch: boolean;
  readonly ends: boolean; // the last of a branch
  readonly turn: number; // number of the turn, 0 before the first prompt
  readonly opens: boolean; // the turn begins with this row
  readonly time: number; // ms since 1970, 0 when unknown
  readonly by: "" | "you" | "claude" | "agent"; // set when another speaker begins here
  readonly copied: boolean; // the record came from another session
  readonly inside: boolean; // stands in an open series
  readonly took: number; // thinking, compaction: ms, 0 unknown
  readonly threads: readonly string[] | null; // Threads are the colours of what the row stands in, the outermost first: an agent's, "" of a group of agents.
  readonly of: string; // end: key of the row whose agent ends here
  readonly speaker: string; // with By "agent": its name or its type
  readonly text: string; // Markdown of a reply, words of a prompt; the head of it when Cut
  readonly cut: boolean; // the body holds more than Text
  readonly size: number; // bytes of the whole text as recorded
  readonly chips: readonly Chip[] | null;
  readonly from: readonly Sender[] | null; // of words from other agents or sessions: the messages that Text joins
  readonly media: readonly Media[] | null;
  readonly more: number; // images and files of a prompt that Media does not list
  readonly cites: readonly Field[] | null; // what a text cites: title, address, the cited words
  readonly reply: Reply | null; // on rows with By "claude" or "agent": the answer that begins here
  readonly tool: Tool | null;
  readonly run: AgentRun | null; // on a tool row that started agents, and on a row that stands for agents itself
  readonly fold: Fold | null; // machinery, attempts, branch, copied, phase: what is folded in here
  readonly series: Series | null;
  readonly link: Link | null; // link, copied: the other session
  readonly retry: Retry | null; // error: of a request
  readonly compacted: Compacted | null;
  readonly unanswered: "" | "none" | "interrupted"; // prompt: no reply came to it
  readonly typed: number; // prompt that waited for its turn: when it was typed, ms since 1970; 0 unknown
  readonly before: number; // with By "you": when the turn before began, ms since 1970; 0 unknown
}

/** A Sender is another agent or session with what it says, or background work with how it ended. */
export interface Sender {
  readonly name: string;
  readonly colour: string; // as recorded: "blue"; "" where it is none of Hues
  readonly summary: string; // its own
  readonly event: string; // of a message that is JSON: its type, "idle_notification"; of a notification: its status
  readonly text: string;
}

/** A Chip is something that stood beside the words of a prompt. */
export interface Chip {
  readonly kind: "selection" | "file" | "memory" | "diagnostics" | "reminder" | "command" | "instructions" | "image" | "document" | "pasted" | "unknown" | "more";
  readonly label: string; // more: how many there are
  readonly opens: boolean; // the body has parts that show it
}

/** A Media is an image or a document inside a record: its base64 text stands at these bytes of the file. */
export interface Media {
  readonly file: number;
  readonly offset: number;
  readonly length: number; // of the base64 text
  readonly type: string; // media type as recorded, not to be trusted
  readonly name: string; // of its file, "" unknown
  readonly host: string; // of an image that is only linked; never loaded
}

/** A Reply tells about the answer to a turn, as far as it is known. Where the answer goes on after words in its middle, only the model is told again. */
export interface Reply {
  readonly model: string;
  readonly output: number; // output tokens of the turn, -1 unknown
  readonly context: number; // tokens in the context at its last response
  readonly duration: number; // ms, -1 when unknown
  readonly cost: Cost;
  readonly low: number; // share of its responses whose output is recorded too low
  readonly headless: boolean; // the prompt of the turn is not recorded
}

/** A Tool is the one-line form of a tool call. */
export interface Tool {
  readonly name: string; // as recorded
  readonly face: "read" | "write" | "edit" | "bash" | "grep" | "glob" | "list" | "fetch" | "search" | "todo" | "task" | "agent" | "skill" | "question" | "plan" | "toolsearch" | "workflow" | "message" | "notebook" | "shell" | "mcp" | "resource" | "lsp" | "other";
  readonly server: string; // MCP server
  readonly target: string; // the main argument: a path, a command, a query
  readonly note: string; // the call's own description, if it has one
  readonly status: "ok" | "error" | "rejected" | "interrupted" | "denied" | "background" | "running" | "none"; // background: the result only says that it began
  readonly answer: string; // what the tool says of its result in a word or two: "create", "No matches found", the answer of the person
  readonly exit: number; // exit code, -1 when none is recorded
  readonly lines: number; // of a file read or written, of an output; -1 unknown
  readonly from: number; // first line read, 0 unknown
  readonly added: number; // lines of a diff, -1 unknown
  readonly removed: number;
  readonly count: number; // files, matches or results; -1 unknown
  readonly unit: "" | "file" | "match"; // of Count, where the tool can count several things
  readonly more: boolean; // the tool left out some of them
  readonly done: number; // todo items completed, -1 unknown
  readonly duration: number; // ms from call to result, -1 unknown
  readonly error: string; // first words of a failure
}

/** An AgentRun tells about an agent's own conversation, or the part of it that one call led to; or about all agents of a workflow, or all internal ones. */
export interface AgentRun {
  readonly id: string;
  readonly kind: "agent" | "workflow" | "internal";
  readonly type: string;
  readonly title: string;
  readonly name: string; // in its team
  readonly hue: "" | "red" | "orange" | "yellow" | "green" | "cyan" | "blue" | "purple" | "pink"; // its colour; "" for a group
  readonly model: string; // of a group all of them, with ", " between them
  readonly turns: number;
  readonly calls: number; // -1 unknown
  readonly rows: number; // 0: its records were not among the files; what the result of its call says is told of it
  readonly tokens: number;
  readonly usage: Usage;
  readonly duration: number; // ms, -1 unknown
  readonly cost: Cost;
  readonly low: number; // share of Responses whose output is recorded too low
  readonly responses: number;
  readonly open: boolean;
  readonly internal: boolean; // Claude Code's own: compaction, warm-up …
  readonly resumed: boolean; // it had been at work before this call
  readonly session: string; // title of the session that a teammate wrote itself
  readonly loose: boolean; // no call is known to have started it
  readonly state: "" | "running" | "open" | "completed" | "failed" | "stopped" | "cut"; // How it ended, where the call did not wait for it: "open" without a known end.
  readonly background: boolean;
  readonly after: number; // ms from the call to the end, -1 unknown
  readonly ended: number; // ms since 1970: when a notification told of the end, 0 unknown
  readonly notice: string; // address of that notification, "" where no row shows it
  readonly agents: number; // workflow, internal: how many there are
  readonly failed: number; // workflow: agents that failed
  readonly cut: number; // workflow: agents without a result
}

/** A Fold counts what one row stands for. */
export interface Fold {
  readonly count: number;
  readonly kinds: readonly Tally[] | null; // most first
  readonly failed: number;
  readonly turns: number; // attempts, branch, copied: prompts in it
  readonly alternatives: readonly Alternative[] | null; // Alternatives are the ways from here, in their order: attempts that were left behind, and at last the one that was kept.
  readonly what: string; // failed: what did so first, a hook …
  readonly why: string; // … and what it said
  readonly open: boolean; // attempts, branch, copied: its rows follow
}

/** A Series sums up similar calls that stand on one row. */
export interface Series {
  readonly family: "look" | "web" | "bash" | "edit" | "task" | "toolsearch" | "mcp";
  readonly server: string; // MCP server
  readonly calls: number;
  readonly deeds: readonly Deed[] | null; // in the order they began
  readonly about: readonly About[] | null; // the first few of the files, patterns, commands …, each once
  readonly more: number; // how many of these are left out
  readonly added: number; // lines, -1 unknown
  readonly removed: number; // -1 unknown
  readonly duration: number; // ms that passed while they ran
  readonly open: boolean; // its rows follow
}

/** An About is what a call in a series was about: its target. */
export interface About {
  readonly face: Tool["face"];
  readonly target: string;
}

/** A Deed counts the calls of one face in a series. */
export interface Deed {
  readonly face: string; // see Tool
  readonly name: string; // mcp, task: of the tool; else the face
  readonly calls: number;
  readonly distinct: number; // files, patterns, commands … that differ
}

/** A Tally is a name and how often it occurs. */
export interface Tally {
  readonly name: string;
  readonly count: number;
}

/** A Compacted tells what a compaction did. */
export interface Compacted {
  readonly trigger: string;
  readonly before: number; // tokens, -1 unknown
  readonly after: number;
}

/** A Retry tells about a failed request as a whole. */
export interface Retry {
  readonly status: number; // HTTP status, 0 unknown
  readonly attempts: number; // that are recorded
  readonly ended: "" | "on" | "up" | "stopped"; // it went on, gave up, or was interrupted
}

/** An Attempt is one try of a request that failed. */
export interface Attempt {
  readonly number: number; // from 1, 0 unknown
  readonly most: number; // tries that were to be made
  readonly status: number; // HTTP status, 0 unknown
  readonly wait: number; // ms until the next one
  readonly time: number; // ms since 1970, 0 when unknown
  readonly text: string; // what went wrong
  readonly request: string; // id
}

/** A Body is what a row opens to. */
export interface Body {
  readonly key: string;
  readonly parts: readonly Part[] | null;
  readonly records: readonly Origin[] | null; // where it stands in the files
}

/** A Part is one piece of a body, shown by its kind. */
export interface Part {
  readonly kind: "markdown" | "text" | "code" | "diff" | "terminal" | "fields" | "files" | "links" | "todos" | "questions" | "matches" | "media" | "items" | "attempts" | "json" | "spilled";
  readonly role: "" | "input" | "output" | "error" | "prompt" | "structured" | "wire" | "instructions" | "reminder" | "script" | "feedback" | "plan";
  readonly name: string; // a file name, a label
  readonly text: string; // code, stdout, Markdown, JSON as recorded …
  readonly note: string; // what is said beside it: a state, how an exit code is meant, "binary"
  readonly cut: boolean; // only the heads of its texts crossed
  readonly size: number; // bytes of the whole
  readonly chip: number; // number of the row's chip that it shows, from 1; 0 for none
  readonly start: number; // code: number of the first line
  readonly command: string; // terminal
  readonly stderr: string; // terminal
  readonly exit: number; // terminal, -1 when none
  readonly old: string; // diff with hunks: the file before, if recorded; without: the two sides
  readonly new: string;
  readonly hunks: readonly Hunk[] | null;
  readonly fields: readonly Field[] | null; // fields, files (Value = matches), links (Name, Value), todos (Name, Value = status), matches (one: Name = pattern, Value = where, Note = "i": in any case)
  readonly questions: readonly Question[] | null;
  readonly media: Media | null;
  readonly items: readonly Item[] | null;
  readonly attempts: readonly Attempt[] | null;
}

/** A Piece is a stretch of a long text. Places are bytes of UTF-8. */
export interface Piece {
  readonly text: string;
  readonly next: number; // where the next one begins
  readonly total: number;
}

/** A Found is what one stretch of a search found. */
export interface Found {
  readonly hits: readonly Hit[] | null;
  readonly next: number; // where the search goes on, -1 at its end
}

/** A Hit is a record that holds the words that were looked for. */
export interface Hit {
  readonly uuid: string; // of the record, or its address where it has none of its own
  readonly turn: number; // of the main conversation, 0 before the first
  readonly text: string; // the words around the first place, at most 160 characters on one line
}

/** A Hunk is a stretch of a diff; each line begins with ' ', '+', '-' or '\'. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number; // as recorded, -1 when it is not
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[] | null;
}

/** A Field is a name and a value. */
export interface Field {
  readonly name: string;
  readonly value: string;
  readonly note: string; // todos: the state before, "new", or the owner
  readonly after: string; // todos: what must be done first
}

/** A Question is what the person was asked, with all that was offered. */
export interface Question {
  readonly header: string; // its subject, in a word or two
  readonly text: string;
  readonly options: readonly Option[] | null;
  readonly several: boolean; // more than one could be chosen
  readonly answered: boolean; // an answer is recorded
  readonly other: string; // what the person wrote beside the options
  readonly note: string; // what the person added to the answer
}

/** An Option is an answer that was offered. */
export interface Option {
  readonly label: string;
  readonly description: string;
  readonly preview: string; // what it would look like
  readonly chosen: boolean;
}

/** An Item is one record inside a folded run of machinery. */
export interface Item {
  readonly name: string; // kind of the record: "hook_success", "file-history-snapshot" …
  readonly label: string;
  readonly text: string;
  readonly failed: boolean;
  readonly hooks: readonly HookRun[] | null; // in place of Text
  readonly more: number; // hooks beside these
  readonly origin: Origin;
}

/** A HookRun is one command that a hook ran. */
export interface HookRun {
  readonly command: string;
  readonly exit: number; // -1 unknown
  readonly duration: number; // ms, -1 unknown
  readonly output: string;
  readonly error: string;
}

/** An Origin is where a record stands. */
export interface Origin {
  readonly uuid: string;
  readonly file: number;
  readonly path: string;
  readonly line: number; // 0 for a whole file that is no transcript
  readonly offset: number; // bytes from the start of the file
  readonly length: number;
}

/** RowFacts tell what is recorded about one row: when it was, what it took and where it stands. */
export interface RowFacts {
  readonly key: string;
  readonly uuid: string; // of its record, "" without one
  readonly time: number; // ms since 1970, 0 when unknown
  readonly duration: number; // ms: of a call, an agent, a turn; -1 unknown
  readonly scope: "" | "response" | "turn" | "agent"; // "" where no usage is recorded
  readonly responses: number;
  readonly model: string; // the most costly, where there are several
  readonly usage: Usage;
  readonly context: number; // response: tokens that the model was given, -1 unknown
  readonly cost: Cost;
  readonly low: number; // share of responses whose output is recorded too low
  readonly elsewhere: boolean; // the response is counted where it stands first
  readonly stop: string; // why the response ended, as recorded
  readonly message: string;
  readonly request: string;
  readonly records: readonly Origin[] | null; // where it stands, at most 20
  readonly more: number; // records beside these
}

/** A Finding is a diagnostic for the page. */
export interface Finding {
  readonly code: string;
  readonly severity: "info" | "warning" | "error";
  readonly file: number;
  readonly path: string;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Choices tell how much of a session there is of what it can be filtered by, its agents' rows included, and how much of it is shown. */
export interface Choices {
  readonly shown: number; // lines that are left, whatever is open, as the kinds count them
  readonly lines: number; // that there are without a filter
  readonly kinds: readonly Tally[] | null; // how many rows there are of each kind; of agents and branches, how many these are themselves
  readonly tools: readonly ToolUses[] | null; // most used first, at most 500
  readonly more: number; // tools beside these
  readonly agents: number; // with records of their own, internal ones too
  readonly agentName: string; // of the agent of which alone there are rows, "" for none
}

/** ToolUses count the calls of one tool. */
export interface ToolUses {
  readonly name: string; // as recorded
  readonly server: string; // MCP server
  readonly tool: string; // name that is shown
  readonly calls: number;
  readonly failed: number;
}

/** An AgentChoice is an agent of which alone rows can be shown. */
export interface AgentChoice {
  readonly id: string;
  readonly name: string; // in its team, else its type
  readonly task: string;
  readonly rows: number;
}

/** AgentChoices are some of the agents of a session. */
export interface AgentChoices {
  readonly agents: readonly AgentChoice[] | null;
  readonly next: number; // from where to go on, -1 at the end
  readonly revision: number; // those of another one may stand in another order
}

/** An Outline is a stretch of the outline of a session. */
export interface Outline {
  readonly from: number;
  readonly total: number; // entries in the outline now
  readonly revision: number; // changes when entries before the last turn may have changed
  readonly turns: number; // in it, those of attempts aside
  readonly agents: number; // in it: an agent that went on has several entries, and counts once
  readonly missing: number; // agents, of these, whose records are not among the files
  readonly dearest: number; // USD of the turn that cost most
  readonly entries: readonly Entry[] | null;
}

/** An Entry is one line of an outline. The costs of entries without a depth, and of attempts, add up to that of the session. */
export interface Entry {
  readonly kind: "turn" | "attempt" | "agent" | "workflow" | "compaction" | "rest";
  readonly key: string; // address of the row it leads to; "" leads nowhere
  readonly depth: number; // 0 turn, compaction, rest; 1 below a turn; more: below an agent
  readonly turn: number; // number of the turn it is, or stands in; 0 before the first
  readonly nth: number; // attempt: which of several at one place, from 1; 0 where it is alone
  readonly flavor: Row["flavor"] | "unrecorded"; // turn: what drives it
  readonly name: string; // agent: its name or its type
  readonly text: string; // the first words, or the task, in one line
  readonly hue: AgentRun["hue"]; // agent: its colour
  readonly agent: string; // agent: its id
  readonly copied: boolean; // turn: it came from another session
  readonly model: string; // turn: what answered last, where that is another one than in the turn before
  readonly state: "" | "interrupted" | "none" | AgentRun["state"]; // How it ended. turn: "interrupted", "none" without a reply, "running"; agent: see AgentRun.
  readonly start: number; // ms since 1970, 0 when unknown
  readonly duration: number; // ms, -1 when unknown
  readonly usd: number; // turn, attempt: with the agents that were started in it; agent: of itself alone.
  readonly incomplete: boolean; // not all models have a known price
  readonly low: number; // share of responses whose output is recorded too low
  readonly byAgents: number; // USD: part of it
  readonly output: number; // tokens
  readonly tokens: number; // of all kinds
  readonly responses: number;
  readonly calls: number; // own ones; of an agent without records what its call says, -1 unknown
  readonly errors: number;
  readonly agents: number; // turn, attempt: entries of agents below it
  readonly failed: number; // of these, those that failed
  readonly turns: number; // attempt: prompts in it
  readonly before: number; // compaction: tokens, -1 unknown
  readonly after: number;
}

/** An Alternative is one of the ways that a conversation took from one place: an attempt that was left behind, or the one that was kept. */
export interface Alternative {
  readonly key: string; // of an attempt: opens its rows; of the one that was kept the address of its first row, "" where nothing follows
  readonly kept: boolean;
  readonly open: boolean; // its rows follow
  readonly text: string; // its first words, in one line
  readonly time: number; // ms since 1970, 0 when unknown
  readonly turns: number;
  readonly calls: number;
  readonly output: number; // tokens
  readonly tokens: number; // of all kinds
  readonly cost: Cost; // without the models that have no price
  readonly low: number; // share of responses whose output is recorded too low
}

/** A Touched is a stretch of the files that a session touched, by name. */
export interface Touched {
  readonly files: readonly TouchedFile[] | null;
  readonly total: number;
  readonly next: number; // what to ask for next, -1 at the end
  readonly read: number; // share of the calls that were looked at, to 1; there are no files before
  readonly early: readonly TouchedFile[] | null; // now and then before that: the first files by name, with what is known of them
  readonly revision: number; // stretches with another one are of another list
}

/** A TouchedFile is a file that calls read, wrote or edited. What failed and what has no result is counted apart, and neither is in the sums of lines. */
export interface TouchedFile {
  readonly path: string; // with "/" between folders; what questions about the file are asked with
  readonly name: string; // as seen from the session's folder; Path outside of it
  readonly inside: boolean;
  readonly reads: number;
  readonly edits: number; // of notebooks, too
  readonly writes: number;
  readonly failed: number; // calls that failed, or were refused or stopped
  readonly open: number; // calls without a result
  readonly left: number; // changes in abandoned branches, which are among Edits and Writes
  readonly added: number; // lines
  readonly removed: number; // lines
  readonly unsized: number; // changes of which no lines are known
  readonly created: boolean; // the first change made it
  readonly agents: boolean; // agents touched it, too
}

/** Touches are a stretch of what was done to one file, in the order in which it took effect. */
export interface Touches {
  readonly list: readonly Touch[] | null;
  readonly total: number;
  readonly next: number; // what to ask for next, -1 at the end
  readonly read: number; // as that of Touched: there is nothing in the list before it is 1
  readonly revision: number; // as that of Touched
}

/** A Touch is one call that read, wrote or edited a file. */
export interface Touch {
  readonly key: string;
  readonly kind: "read" | "edit" | "write";
  readonly tool: string; // as recorded
  readonly turn: number; // of the main conversation, 0 before the first
  readonly time: number; // ms since 1970, 0 when unknown
  readonly agent: string; // whose conversation it stands in: its name or type, or its id; "" for the main one
  readonly status: "ok" | "error" | "rejected" | "interrupted" | "denied" | "background" | "running" | "none";
  readonly added: number; // lines, -1 unknown
  readonly removed: number; // -1 unknown
  readonly created: boolean; // the call made the file
  readonly left: boolean; // in an abandoned branch
}

/** A NetChange is what became of a file from its first known content to its last. */
export interface NetChange {
  readonly next: number; // what to ask for next, -1 when it is done
  readonly read: number; // share of the calls, and then of the changes, that were looked at, to 1
  readonly parts: readonly Part[] | null; // diffs; several where it is not known what lies between them
  readonly new: boolean; // there was no such file
  readonly notes: readonly Tally[] | null; // what could not be told, by the names of netNotes
}

/** A SessionPatch is a stretch of the change of all files, as git takes it. */
export interface SessionPatch {
  readonly next: number; // what to ask for next, -1 at the end
  readonly read: number; // share of the calls, and then of the files, that were looked at, to 1
  readonly text: string;
  readonly head: string; // at the end: what comes before all of it
}

/** A FileLedger says where the bytes of one file went. */
export interface FileLedger {
  readonly path: string;
  readonly role: "main" | "agent" | "meta" | "spilled" | "other";
  readonly size: number;
  readonly lines: number;
  readonly ledger: Ledger;
  readonly shared: boolean; // other sessions stand in it, too: the part of this one is counted
}

/** Ledgers say where the bytes of a session's files went. */
export interface Ledgers {
  readonly size: number;
  readonly sum: Ledger;
  readonly files: readonly FileLedger[] | null; // the largest first, at most 200
  readonly more: number; // files beside these
  readonly pieces: number; // stretches of bytes that make no record
  readonly types: readonly Tally[] | null; // records, the most frequent first; at most 200
  readonly blocks: readonly Tally[] | null; // blocks of unknown types
  readonly moreTypes: number; // beside these
  readonly moreBlocks: number;
  readonly found: readonly Tally[] | null; // diagnostics by code, those that are not listed, too
}

/** A Shape is a stretch of the report of what forms a session's records have. */
export interface Shape {
  readonly next: number; // what to ask for next, -1 at the end
  readonly read: number; // share of the bytes that were looked at, to 1
  readonly text: string; // the report, at the end
}

/** An Inspection is what is known of a row, and where it leads. */
export interface Inspection {
  readonly row: Row | null; // nil where there is none with that address
  readonly about: RowFacts;
  readonly end: number; // ms since 1970, 0 when unknown
  readonly inSession: number; // ms since the session began, -1 when unknown
  readonly inTurn: number; // ms since its turn began, -1 when unknown
  readonly window: number; // tokens that fit into the model's context, 0 when unknown
  readonly turn: number; // of the main conversation: of an agent's row, in which it was called; 0 where there is none
  readonly session: string; // id
  readonly agent: string; // id of the agent that it stands in, or stands for
  readonly call: string; // id of the tool call
  readonly ways: readonly Way[] | null;
}

/** RecordFacts tell what stands at a place of a file, and what became of it. */
export interface RecordFacts {
  readonly found: boolean;
  readonly origin: Origin; // Length may be less than what Bytes says
  readonly bytes: number;
  readonly number: number; // among the records of its file, from 1
  readonly count: number;
  readonly label: string; // its type, and its kind where it has one: "attachment/hook_success"; "" of a file that is no transcript
  readonly class: string; // what it is in its conversation, as the parser calls it
  readonly time: number; // ms since 1970, 0 when unknown; that of the record before where it has none of its own
  readonly fate: "shown" | "merged" | "hidden" | "damaged";
  readonly reason: string; // why it is hidden, as the ledger calls it
  readonly row: Row | null; // that shows it, or in which it is folded; nil where none is
  readonly message: string;
  readonly request: string;
  readonly calls: readonly Field[] | null; // ids of the tool calls that it makes or answers, with the names of the tools
  readonly moreCalls: number; // that are not listed
  readonly before: Origin | null; // the neighbours in its file
  readonly after: Origin | null;
  readonly ways: readonly Way[] | null;
}

/** A Way leads from a row or a record to another one. */
export interface Way {
  readonly to: "turn" | "agent" | "started" | "ended" | "compaction" | "before" | "after" | "more" | "call" | "result" | "with" | "message" | "counts";
  readonly row: Row | null; // nil where no row shows the record
  readonly origin: Origin; // of the record; with Length 0 where the way leads to a row only
  readonly label: string; // of the record
  readonly count: number; // more: how many
}

/** Matches is what one stretch of a session holds of what was looked for. */
export interface Matches {
  readonly matches: readonly Match[] | null;
  readonly turns: readonly FoundTurn[] | null; // those in which the matches stand
  readonly places: number; // how many matches there are, also where they were not asked for
  readonly count: number; // how often the words stand in them
  readonly kinds: readonly Tally[] | null; // places by kind, whatever kinds are asked for
  readonly tools: readonly Tally[] | null; // places by tool, whatever tools are asked for
  readonly done: number; // how much of the session was looked at, 0 to 1
  readonly next: number; // where the search goes on, -1 at its end
}

/** A Match is a place in which the words stand: the words of a row, what a tool was given, or what came back. */
export interface Match {
  readonly key: string; // of the row, or what leads to it
  readonly kind: "prompts" | "replies" | "thinking" | "input" | "output" | "other";
  readonly tool: string; // name, "" for none; of an MCP tool the one that its server gave it
  readonly face: Tool["face"];
  readonly failed: boolean;
  readonly turn: number; // of the main conversation, 0 before the first
  readonly agent: string; // the title or the type of the agent that it stands in, "" in the main conversation
  readonly time: number; // ms since 1970, 0 when unknown
  readonly before: string;
  readonly words: string; // as they stand there first, and what is around them on one line
  readonly after: string;
  readonly count: number; // how often they stand there
  readonly file: number; // where the text begins in which they stand first, a string of the record: its quote
  readonly offset: number;
  readonly from: number; // and where in that text they do, in UTF-16 units, as JavaScript counts
  readonly to: number;
}

/** A FoundTurn names a turn in which something was found. */
export interface FoundTurn {
  readonly turn: number;
  readonly title: string; // its first words: see [TurnLine]
  readonly time: number;
}

/** A Moment is an entry of the timeline in words. */
export interface Moment {
  readonly key: string; // of its row
  readonly tool: Tool | null; // of a call
  readonly text: string; // what was said, one line
  readonly by: string; // the agent's name, "" in the main conversation
  readonly task: string; // the agent's
}

/** An Actor is an agent that has a lane in the timeline. */
export interface Actor {
  readonly key: string; // of the first row of its own, "" for none
  readonly name: string; // in its team, or its type
  readonly task: string;
}

/** UsageFigures are what a session used as a whole. They are those of a [Summary], and what is told of in lines adds up to them. */
export interface UsageFigures {
  readonly responses: number;
  readonly usage: Usage;
  readonly cost: Cost;
  readonly split: CostSplit;
  readonly underReported: number;
  readonly models: readonly ModelLine[] | null; // the most expensive first, then those without a price
  readonly recorded: readonly Recorded[] | null;
  readonly facts: Facts;
  readonly work: number; // ms that the turns took together
  readonly untimed: number; // turns with a reply of which that is not known
  readonly turns: number; // lines of turns, those left behind by a rewind too
  readonly agents: number; // lines of agents, that of the main conversation too
  readonly calls: number; // of tools
  readonly compactions: number; // of the main conversation
  readonly loose: CostOf; // what agents used of which no turn is known
}

/** A CostSplit is a cost in USD by what it was for. */
export interface CostSplit {
  readonly input: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
  readonly searches: number;
}

/** A CostOf is what a part of a session used. */
export interface CostOf {
  readonly responses: number;
  readonly usage: Usage;
  readonly usd: number;
  readonly unpriced: number; // responses without a known price; they are not in USD
  readonly low: number; // responses whose output is recorded too low
}

/** A ModelLine is what one model used. */
export interface ModelLine {
  readonly use: ModelUse;
  readonly low: number; // responses whose output is recorded too low
  readonly window: number; // tokens that it can be given, 0 unknown
  readonly key: string; // address of its first response, "" unknown
}

/** A TurnPage is a stretch of the turns in an order that was asked for. */
export interface TurnPage {
  readonly total: number;
  readonly lines: readonly TurnLine[] | null;
  readonly revision: number; // pages with another one are of another order
}

/** A TurnLine is what one turn used, with the agents that were started in it. */
export interface TurnLine {
  readonly number: number;
  readonly branch: boolean; // left behind by a rewind
  readonly words: string; // of its prompt, else of the first reply, at most 160 bytes; "" where there are none
  readonly flavor: Row["flavor"] | "unrecorded"; // of its prompt
  readonly key: string;
  readonly time: number; // ms since 1970, 0 unknown
  readonly duration: number; // ms, -1 unknown
  readonly calls: number; // of tools, those of its agents not counted
  readonly used: CostOf;
  readonly agents: number; // USD: the part of its agents
}

/** An AgentPage is a stretch of the agents in an order that was asked for. */
export interface AgentPage {
  readonly total: number;
  readonly lines: readonly AgentLine[] | null;
  readonly revision: number; // as that of TurnPage
}

/** An AgentLine is what one agent used, or the main conversation. */
export interface AgentLine {
  readonly kind: "main" | "agent" | "internal";
  readonly name: string; // in its team, else its type
  readonly task: string;
  readonly key: string; // address of the call that started it, or of its first record; "" where there is neither
  readonly turn: number; // number of the turn in which it was started, 0 unknown
  readonly time: number; // ms since 1970, 0 unknown
  readonly duration: number; // ms, -1 unknown
  readonly calls: number; // of tools, -1 unknown
  readonly used: CostOf; // no responses of one that is Missing: unknown
  readonly missing: boolean; // without records of its own here: Calls and Duration are what its call says, and in no sum
}

/** A ToolLine counts the calls of one tool, in the main conversation and by agents. */
export interface ToolLine {
  readonly name: string; // as recorded; "" for all the tools that are too many
  readonly calls: number;
  readonly answered: number; // calls with a result
  readonly failed: number; // whose result is a failure, a refusal or an interruption
  readonly timed: number; // calls whose duration is known
  readonly median: number; // ms, -1 unknown
  readonly longest: number; // ms, -1 unknown
  readonly total: number; // ms
  readonly key: string; // address of the first call
  readonly slowest: string; // address of the longest one
}

/** A Summary is the contract with scripts: what `unspool inspect` prints for a session and what the element's summary() resolves to. The figures count over all files that were given for the session; each API response and each tool call counts once, wherever it is repeated. */
export interface Summary {
  readonly file: string; // the main file, as it was named
  readonly session: string; // its id
  readonly title: string;
  readonly files: number;
  readonly bytes: number;
  readonly lines: number; // lines that are not blank
  readonly records: number;
  readonly copied: number; // records that another session shows
  readonly duplicates: number; // records whose uuid came before
  readonly damaged: number; // stretches that are no JSON object
  readonly types: Readonly<Record<string, number>> | null; // records by type
  readonly prompts: number;
  readonly messages: number; // API responses
  readonly toolCalls: number;
  readonly toolResults: number;
  readonly paired: number;
  readonly unanswered: number;
  readonly orphanResults: number;
  readonly compactions: number;
  readonly segments: number; // stretches between compactions
  readonly turns: number;
  readonly agents: number;
  readonly internalAgents: number; // of them, those that Claude Code ran for itself
  readonly branches: number;
  readonly diagnostics: number;
  readonly responses: number; // API responses whose usage is recorded and counts here
  readonly usage: Usage;
  readonly cost: Cost;
  readonly ledger: Ledger;
  readonly links: readonly Link[] | null; // sessions that it hangs together with
  readonly underReported: number; // UnderReported is the share of responses, from 0 to 1, of which no record tells why they stopped: their output is mostly the number from the start of the stream.
  readonly models: readonly ModelUse[] | null; // the most expensive first, then those without a price
  readonly recorded: readonly Recorded[] | null; // costs that Claude Code itself wrote down
  readonly facts: Facts;
}

/** A Ledger says where the bytes went: shown + merged + all of hidden + damaged are the session's bytes. */
export interface Ledger {
  readonly shown: number; // in rows and what they open to
  readonly merged: number; // repeats of what is shown
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

/** A Recorded is a cost that Claude Code itself wrote down. */
export interface Recorded {
  readonly source: "cost-state" | "result" | "costUSD";
  readonly usd: number;
  readonly incomplete: boolean; // it had no price for a model
}

/** Facts tell about a session, as its main file records them. */
export interface Facts {
  readonly firstPrompt: string; // at most 200 characters
  readonly lastPrompt: string;
  readonly start: number; // ms since 1970, 0 when unknown
  readonly end: number;
  readonly versions: readonly Change[] | null; // of Claude Code, in the order they came
  readonly models: readonly Change[] | null; // that spoke in the main conversation
  readonly branches: readonly Change[] | null;
  readonly folders: readonly Change[] | null;
  readonly permissions: readonly Change[] | null;
  readonly modes: readonly Change[] | null;
  readonly tag: string;
  readonly pullRequests: readonly PullRequest[] | null;
  readonly worktree: string; // name or path of the git worktree
  readonly relocated: string;
  readonly agentName: string;
  readonly agentColor: string;
  readonly agentSetting: string;
  readonly continuedIn: string; // id of a session
}

/** A Change is a value that holds from a record on. */
export interface Change {
  readonly value: string;
  readonly key: string; // address of the record
  readonly line: number;
  readonly time: number; // ms since 1970, 0 when unknown
}

/** A PullRequest is one that the session was linked to. */
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
