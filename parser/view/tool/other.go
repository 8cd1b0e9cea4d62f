package tool

// otherKind has all tools without a kind of their own.
var otherKind = Kind{ID: "other", AllArguments: true}
