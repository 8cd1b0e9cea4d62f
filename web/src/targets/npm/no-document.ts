// Allows importing the element's code without a document, such as on a server. Its bundle uses these in place of the
// globals of the same names: they are the real ones, or the minimum that code needs while it is loaded.

const real: Partial<Pick<typeof globalThis, "CSSStyleSheet" | "HTMLElement" | "document" | "window">> = globalThis;

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- only extended, or on the right of instanceof
class NoObject {}

export const HTMLElement = real.HTMLElement ?? NoObject;
export const CSSStyleSheet = real.CSSStyleSheet ?? NoObject;
export const document = real.document ?? { createTreeWalker: () => undefined };
export const window = real.window ?? {};
