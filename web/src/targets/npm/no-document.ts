// Allows importing the element's code without a document, such as on a server. Its bundle uses these in place of the
// globals of the same names: they are the real ones, or the minimum that code needs while it is loaded.

const real: Partial<Pick<typeof globalThis, "HTMLElement" | "document" | "window">> = globalThis;

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- only extended
class NoElement {}

export const HTMLElement = real.HTMLElement ?? NoElement;
export const document = real.document ?? { createTreeWalker: () => undefined };
export const window = real.window ?? {};
