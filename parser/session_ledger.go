package parser

// Disposition returns how the session's Ledger accounts for a record of one of its files. The
// reason is meaningful only for DispositionHidden.
func (s *Session) Disposition(f *File, index int32) (Disposition, Reason) {
	switch {
	case f.Role != RoleMain && f.Role != RoleAgent:
		return DispositionHidden, ReasonFile
	case f.Records.At(index).Class == ClassGap:
		return DispositionHidden, ReasonIndexLimit
	}
	return f.disposition(index, f.isShown(index), s.standing(f.Conversations[f.Records.At(index).Conv]))
}

// Ledger accounts for the bytes of all files of the session.
func (s *Session) Ledger() Ledger {
	var l Ledger
	for _, f := range s.Files {
		l.Add(s.LedgerOf(f))
	}
	return l
}

// LedgerOf accounts for the bytes of a file that belong to the session.
func (s *Session) LedgerOf(f *File) Ledger {
	if !s.Shares(f) {
		return f.ledger(s.standing)
	}
	var l Ledger
	part := s.Part(f) // bytes between the records belong to no session
	shown := f.shown(part, f.Conversations[s.Main.Index:][:1])
	for i := part.Records[0]; i < part.Records[1]; i++ {
		l.Size += int64(f.Records.At(i).Length)
		f.enter(&l, i, shown[i-part.Records[0]], standsOwn)
	}
	return l
}

func (s *Session) standing(c *Conversation) ownership {
	a := s.AgentOf(c)
	switch {
	case a != nil && a.Internal:
		return standsInternal
	case a == nil && c.Agent != "" && c != s.Main:
		return standsCopied
	}
	return standsOwn
}
