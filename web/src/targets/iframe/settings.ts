/** The settings in the fragment of the address and in `set` messages. Each is an attribute of the element. */
const settingNames = ["at", "turns", "prompts", "view", "show", "hide", "expand", "theme", "toolbar", "lang"] as const;

/** The settings by name; "" is the same as unset. */
export type Settings = Readonly<Partial<Record<(typeof settingNames)[number], string>>>;

const MAX_LENGTH = 1_000;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Reports whether a text is a UUID. The viewer knows more addresses of records, such as their offsets, but whoever
 * knows those without having read the session has guessed them.
 */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Reads the settings, or returns the name of an invalid one. */
export function readSettings(read: (name: string) => unknown): Settings | string {
  const settings: Partial<Record<(typeof settingNames)[number], string>> = {};
  for (const name of settingNames) {
    const value = read(name);
    if (value === undefined || value === null) continue;
    if (typeof value !== "string" || value.length > MAX_LENGTH) return name;
    if (name === "at" && value !== "" && !isUuid(value)) return name;
    settings[name] = value;
  }
  return settings;
}

/** Reports whether settings hide parts of a session. */
export function hidesParts({ turns = "", prompts = "", show = "", hide = "" }: Settings): boolean {
  return `${turns}${prompts}${show}${hide}` !== "";
}

export function applySettings(viewer: HTMLElement, settings: Settings): void {
  for (const name of settingNames) {
    const value = settings[name] ?? "";
    if (value === "") viewer.removeAttribute(name);
    else if (viewer.getAttribute(name) !== value) viewer.setAttribute(name, value);
  }
}
