import { inflate, packed, packedNames } from "./inline-assets";

/** Returns the source of the page as built, without saved files: a frame, and the files to put in it. */
export async function ownSource(): Promise<string> {
  const frame = packed(packedNames.page);
  if (frame === undefined) return "";
  const text = await (await inflate(frame)).text();
  return text.replace(
    /(<script type="application\/gzip" id="([^"]*)">)(?=<\/script>)/g,
    (_, tag: string, id: string) => tag + (document.getElementById(id)?.textContent ?? ""),
  );
}
