// Lets the compiler accept functions without a body, as in the real package.
