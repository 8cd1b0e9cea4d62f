import type { Sample } from "./make";
import type { Reading } from "./workshop";

/** One thing that the guide shows: rows of a conversation under a name. */
export interface Specimen {
  readonly name: string;
  readonly samples: readonly Sample[];
  readonly reading?: Reading;
  /** Elements that are held in a state. */
  readonly forced?: { readonly selector: string; readonly state: "hover" | "focus" };
}

/** Several specimens under one name. */
export interface Group {
  readonly name: string;
  readonly specimens: readonly Specimen[];
}

export function specimen(name: string, ...samples: readonly Sample[]): Specimen {
  return { name, samples };
}
