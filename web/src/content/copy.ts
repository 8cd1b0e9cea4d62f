import { settled } from "../base/report-error";

/** Copies text; `from` is the element that was clicked. Returns false if the browser does not allow it. */
export async function copy(text: string, from: HTMLElement): Promise<boolean> {
  const write = async (): Promise<boolean> => {
    await navigator.clipboard.writeText(text);
    return true;
  };
  // There is no clipboard API on plain http, or in a frame that forbids it.
  return (await settled(write())) ?? copySelected(text, from);
}

/**
 * Copies like a user would, from a temporary field beside the clicked element, since everything outside of it may be
 * inert.
 */
function copySelected(text: string, from: HTMLElement): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed"; // prevents scrolling
  field.style.opacity = "0";
  from.after(field);
  field.select();
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without the clipboard API
    return document.execCommand("copy");
  } catch {
    return false; // a frame may forbid that, too
  } finally {
    field.remove();
    from.focus({ preventScroll: true });
  }
}
