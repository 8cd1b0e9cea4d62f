/** The options of frames, as the user last chose them. Each viewer has its own. */
export interface Choices {
  wrap: boolean;
  split: boolean;
}
