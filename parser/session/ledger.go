package session

import (
	"unspool/parser/transcript"
)

// Disposition returns the disposition of a record of one of the session's files in its Ledger. The
// reason is meaningful only for DispositionHidden.
func (s *Session) Disposition(f *transcript.File, index int32) (transcript.Disposition, transcript.Reason) {
	if f.Role != transcript.RoleMain && f.Role != transcript.RoleAgent {
		return transcript.DispositionHidden, transcript.ReasonFile
	}
	return f.Disposition(index, f.IsShown(index), s.ownershipOf(f, index))
}

// Ledger accounts for the bytes of all files of the session.
func (s *Session) Ledger() transcript.Ledger {
	var l transcript.Ledger
	for _, f := range s.Files {
		l.Add(s.LedgerOf(f))
	}
	return l
}

// LedgerOf accounts for the bytes of a file that belong to the session.
func (s *Session) LedgerOf(f *transcript.File) transcript.Ledger {
	if !s.Shares(f) {
		return f.LedgerFor(func(index int32) transcript.Ownership { return s.ownershipOf(f, index) })
	}
	return f.PartLedger(s.Part(f), s.Main)
}

func (s *Session) ownershipOf(f *transcript.File, index int32) transcript.Ownership {
	c := f.Conversations[f.Records.At(index).Conv]
	a := s.AgentOf(c)
	switch {
	case s.Copies.IsCopied(f, index), a == nil && c.Agent != "" && c != s.Main:
		return transcript.OwnerOtherFile
	case a != nil && a.Internal:
		return transcript.OwnerInternal
	}
	return transcript.OwnerSession
}

// Ledger accounts for the bytes of a file of the store, which need not belong to a session.
func (st *Store) Ledger(f *transcript.File) transcript.Ledger {
	return f.LedgerFor(func(index int32) transcript.Ownership {
		if st.Copies.IsCopied(f, index) {
			return transcript.OwnerOtherFile
		}
		return f.Conversations[f.Records.At(index).Conv].Ownership()
	})
}
