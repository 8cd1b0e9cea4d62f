import type { AsyncValue } from "../../base/async-value";
import type { ShownPicture } from "../../content/shown-picture";
import { isFailure } from "../../parser/failure";
import { strings } from "./strings";
import { fault } from "../shared/failure-text";

/** Returns why an image is missing; "" if it is there or loading. */
export function faultOf(asyncValue: AsyncValue<ShownPicture>, type: string): string {
  switch (asyncValue.state) {
    case "waiting":
      return "";
    case "failed":
      return isFailure(asyncValue.error) ? fault(asyncValue.error) : unshown(type);
    case "loaded":
      switch (asyncValue.value.kind) {
        case "image":
          return "";
        case "unknown":
          return unshown(type);
        case "broken":
          return strings.brokenImage;
        case "huge":
          return strings.hugeImage;
      }
  }
}

/** The types of images that are shown. */
const shownTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);

/** The bytes are broken, or the type is not supported. */
export function unshown(type: string): string {
  return shownTypes.has(type) ? strings.brokenImage : strings.notImage(type);
}
