package parser

// Held is what a file's index is estimated to take.
func Held(f *File) int64 { return f.held() }
