import type { Picture } from "../parser/protocol";
import { settled } from "../base/report-error";

const PIXEL_LIMIT = 40_000_000;

/** An image that is ready to be shown, or the reason why it is not. */
export type ShownPicture =
  | {
      readonly kind: "image";
      readonly url: string;
      readonly type: string;
      readonly size: number;
      readonly whole: boolean;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: "unknown" }
  | { readonly kind: "broken" }
  | { readonly kind: "huge" };

/** An image is shown once it is known to be complete enough to be rendered, and its size is known. */
export async function show(picture: Picture): Promise<ShownPicture> {
  if (picture.type === "") return { kind: "unknown" };
  const pixels = picture.type === "image/avif" ? pixelsOfAVIF(picture.bytes) : picture.width * picture.height;
  // An image that hides its size may do so on purpose.
  if (pixels === 0) return { kind: "broken" };
  if (pixels > PIXEL_LIMIT) return { kind: "huge" };
  const url = URL.createObjectURL(new Blob([picture.bytes as BlobPart], { type: picture.type }));
  const image = new Image();
  image.src = url;
  const drawable = (await settled(image.decode().then(() => true))) === true;
  const { naturalWidth: width, naturalHeight: height } = image;
  if (drawable && width * height <= PIXEL_LIMIT)
    return {
      kind: "image",
      url,
      type: picture.type,
      size: picture.bytes.length,
      whole: isWhole(picture),
      width,
      height,
    };
  URL.revokeObjectURL(url);
  return { kind: drawable ? "huge" : "broken" };
}

const AVIF_HEADER = 1 << 16;

/** Returns the largest of the sizes in its header ("ispe"): of the image, its tiles, and its thumbnails. */
function pixelsOfAVIF(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, AVIF_HEADER));
  let largest = 0;
  for (let at = 0; at + 16 <= view.byteLength; at++) {
    if (view.getUint32(at) === 0x69737065)
      largest = Math.max(largest, view.getUint32(at + 8) * view.getUint32(at + 12));
  }
  return largest;
}

/** A truncated PNG is rendered as far as it goes; it is complete if it has its last chunk. */
function isWhole({ type, bytes }: Picture): boolean {
  return type !== "image/png" || new TextDecoder("latin1").decode(bytes.subarray(-8, -4)) === "IEND";
}
