import type { Picture } from "../worker/protocol";

const PIXEL_LIMIT = 40_000_000;

/** An image, ready to be shown, or why it is not. */
export type Shown =
  | { readonly kind: "image"; readonly url: string; readonly type: string; readonly size: number; readonly whole: boolean; readonly width: number; readonly height: number }
  | { readonly kind: "unknown" }
  | { readonly kind: "broken" }
  | { readonly kind: "huge" };

/** An image is shown once it is known to be whole enough to be drawn, and its size with it. */
export async function show(picture: Picture): Promise<Shown> {
  if (picture.type === "") return { kind: "unknown" };
  if (picture.width * picture.height > PIXEL_LIMIT) return { kind: "huge" };
  const url = URL.createObjectURL(new Blob([picture.bytes as BlobPart], { type: picture.type }));
  const image = new Image();
  image.src = url;
  const drawable = await image.decode().then(() => true, () => false);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (drawable && width * height <= PIXEL_LIMIT) return { kind: "image", url, type: picture.type, size: picture.bytes.length, whole: isWhole(picture), width, height };
  URL.revokeObjectURL(url);
  return { kind: drawable ? "huge" : "broken" };
}

/** A PNG that was cut is drawn as far as it goes; its last chunk tells. */
function isWhole({ type, bytes }: Picture): boolean {
  return type !== "image/png" || new TextDecoder("latin1").decode(bytes.subarray(-8, -4)) === "IEND";
}
