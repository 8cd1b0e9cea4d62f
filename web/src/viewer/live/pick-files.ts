import type { Source } from "../../parser/protocol";
import { fromFile } from "../../session/sources/sources";

/** Asks the user to pick files or a folder; the result is empty if they cancel. */
export function pickFiles(folder: boolean): Promise<readonly Source[]> {
  return new Promise((resolve) => {
    const field = document.createElement("input");
    field.type = "file";
    field.multiple = true;
    field.webkitdirectory = folder;
    field.addEventListener("change", () => resolve([...(field.files ?? [])].map(fromFile)));
    field.addEventListener("cancel", () => resolve([]));
    field.click();
  });
}
