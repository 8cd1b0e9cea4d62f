import type { Queries } from "./model";
import type { Query } from "./protocol";

/** Functions that answer queries. */
export type Answers = {
  readonly [K in keyof Queries]?: (request: Queries[K]["request"]) => Promise<Queries[K]["reply"]>;
};

/** Returns a function that answers each query by the function of its name, and others by `otherwise`. */
export function answering(answers: Answers, otherwise: () => Promise<never>): Query {
  return (name, request) => answers[name]?.(request) ?? otherwise();
}
