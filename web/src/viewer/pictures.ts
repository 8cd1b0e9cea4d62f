// Images and files of a conversation. Their code comes with the first of them.
import type { CSSResult } from "lit";
import { lightboxStyles } from "../rows/pictures/lightbox";
import { mediaStyles } from "../rows/pictures/media";

export { Lightbox } from "../rows/pictures/lightbox";
export { gallery } from "../rows/pictures/media";
export { save } from "../rows/pictures/save";
export const pictureStyles: readonly CSSResult[] = [mediaStyles, lightboxStyles];
