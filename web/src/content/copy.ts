import { settled } from "../base/report-error";

/** Copies text; `from` is what was clicked for it. False where the browser does not let the page do it. */
export async function copy(text: string, from: HTMLElement): Promise<boolean> {
  const write = async (): Promise<boolean> => {
    await navigator.clipboard.writeText(text);
    return true;
  };
  // There is no clipboard where the page came by plain http, or stands in one that forbids it.
  return (await settled(write())) ?? copySelected(text, from);
}

/**
 * Copies as a reader would, from a field that stands for a moment beside what was clicked: around it everything may be
 * inert.
 */
function copySelected(text: string, from: HTMLElement): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed"; // nothing moves for it
  field.style.opacity = "0";
  from.after(field);
  field.select();
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without the clipboard's own
    return document.execCommand("copy");
  } catch {
    return false; // a frame may forbid that, too
  } finally {
    field.remove();
    from.focus({ preventScroll: true });
  }
}
