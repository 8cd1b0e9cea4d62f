// Where there is no document, as on a server, the element's code can be imported all
// the same. Its bundle takes these for the globals of the same names: they are the
// real ones, or just enough for what code does when it is loaded.

const real: Partial<Pick<typeof globalThis, "HTMLElement" | "document" | "window">> = globalThis;

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- only extended
class NoElement {}

export const HTMLElement = real.HTMLElement ?? NoElement;
export const document = real.document ?? { createTreeWalker: () => undefined };
export const window = real.window ?? {};
