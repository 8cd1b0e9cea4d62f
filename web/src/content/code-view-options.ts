/** What the reader chose on one frame, and the next ones begin with. Each viewer has its own. */
export interface Choices {
  wrap: boolean;
  split: boolean;
}
