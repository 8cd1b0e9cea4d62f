// Stands in for the package "uc.micro", whose tables every browser has itself.

/** Punctuation. */
export const P = /\p{P}/u;

/** Symbols. */
export const S = /\p{S}/u;
