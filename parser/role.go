package parser

// RoleOf tells a file's role by its path, with "/" between folders. A main
// file's name says nothing: records decide then.
func RoleOf(name string) Role {
	role, _, _ := roleOf(name)
	return role
}

// asAgent says of a file with nothing but sidechains what it is: a sidechain file
// in a project's folder is no session (FORMAT.md, "Session facts for lists").
func (f *File) asAgent() {
	if !f.facts.mainChain && len(f.Conversations) > 1 {
		f.Role, f.agentID = RoleAgent, stem(f.Path)
	}
}
