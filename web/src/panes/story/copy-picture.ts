import { settled } from "../../base/report-error";
import { fileName, saveAs } from "../../base/save";

/**
 * Copies a PNG, or saves it where the browser does not copy pictures. The clipboard gets the promise, since some
 * browsers only copy while they handle the click.
 */
export async function copyPicture(picture: Promise<Blob>, name: string): Promise<"copied" | "saved"> {
  const copy = async (): Promise<boolean> => {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return true;
  };
  if ((await settled(copy())) === true) return "copied";
  saveAs(fileName(name.slice(0, 60), /\.png$/i, "png"), await picture);
  return "saved";
}
