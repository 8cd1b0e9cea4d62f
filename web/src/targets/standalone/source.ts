import { inflate, packed, packedNames } from "./inline-assets";

/** The source of the page as it was built, without what was saved in it: a frame, and the files that go into it. */
export async function ownSource(): Promise<string> {
  const frame = packed(packedNames.page);
  if (frame === undefined) return "";
  const text = await (await inflate(frame)).text();
  return text.replace(
    /(<script type="application\/gzip" id="([^"]*)">)(?=<\/script>)/g,
    (_, tag: string, id: string) => tag + (document.getElementById(id)?.textContent ?? ""),
  );
}
