// Images and files of a conversation. Their code comes with the first of them.
import type { CSSResult } from "lit";
import { lightboxStyles } from "../rows/lightbox";
import { mediaStyles } from "../rows/media";

export { Lightbox } from "../rows/lightbox";
export { gallery } from "../rows/media";
export { save } from "../rows/save";
export const pictureStyles: readonly CSSResult[] = [mediaStyles, lightboxStyles];
