import { nothing } from "lit";
import type { PictureUse } from "../rows/context";
import { words } from "../parser/words";
import type { RowStore } from "../session/row-store";
import { notLoaded } from "../session/not-loaded";

/** The code that shows images and files. */
export type Pictures = typeof import("./pictures");

/** What the images and files of a conversation need of the viewer around it. */
export interface PictureSurroundings {
  readonly load: () => Promise<Pictures>;
  /** Where the lightbox stands. */
  readonly root: () => Node;
  /** Ends with the view. */
  readonly signal: AbortSignal;
  readonly announce: (text: string) => void;
}

/** Draws images and files with code that comes with the first of them. */
export function pictureUse(conversation: RowStore, { load, root, signal, announce }: PictureSurroundings): PictureUse {
  const code = conversation.rowCache.add<Pictures>({ most: 1 });
  const late = (): Promise<Pictures | undefined> => load().catch((error: unknown) => notLoaded({ announce }, error));
  const use: PictureUse = {
    conversation,
    gallery: (list, ...more) => {
      if (list === null || list.length === 0) return nothing;
      const pictures = code.get("", load);
      if (pictures.state === "here") return pictures.value.gallery(list, use, ...more);
      return pictures.state === "waiting" ? words.reading : words.render.notLoaded;
    },
    enlarge: async (thumb) => {
      const pictures = await late();
      if (pictures && !signal.aborted) new pictures.Lightbox(thumb, conversation).open(root(), signal);
    },
    save: async (media) => {
      const pictures = await late();
      if (pictures) announce(await pictures.save(media, conversation.api));
    },
  };
  return use;
}
