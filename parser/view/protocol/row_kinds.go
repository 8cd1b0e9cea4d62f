package protocol

// The kinds of rows.

func (*PromptRow) Kind() string         { return "prompt" }
func (*TextRow) Kind() string           { return "text" }
func (*ThinkingRow) Kind() string       { return "thinking" }
func (*ToolRow) Kind() string           { return "tool" }
func (*SeriesRow) Kind() string         { return "series" }
func (*ImageRow) Kind() string          { return "image" }
func (*OutputRow) Kind() string         { return "output" }
func (*SummaryRow) Kind() string        { return "summary" }
func (*CompactionRow) Kind() string     { return "compaction" }
func (*InterruptRow) Kind() string      { return "interrupt" }
func (*ErrorRow) Kind() string          { return "error" }
func (*NoteRow) Kind() string           { return "note" }
func (*BackgroundRow) Kind() string     { return "background" }
func (*BackgroundFoldRow) Kind() string { return "background-fold" }
func (*AttemptsRow) Kind() string       { return "attempts" }
func (*BranchRow) Kind() string         { return "branch" }
func (*CopiedRow) Kind() string         { return "copied" }
func (*LinkRow) Kind() string           { return "link" }
func (*DamagedRow) Kind() string        { return "damaged" }
func (*RestartRow) Kind() string        { return "restart" }
func (*BrokenRow) Kind() string         { return "broken" }
func (*PhaseRow) Kind() string          { return "phase" }
func (*InternalRow) Kind() string       { return "internal" }
func (*EndRow) Kind() string            { return "end" }
func (*UnknownRow) Kind() string        { return "unknown" }
