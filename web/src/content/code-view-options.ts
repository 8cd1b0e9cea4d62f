/** The options of frames, from the reader's last choice. Each viewer has its own. */
export interface Choices {
  wrap: boolean;
  split: boolean;
}
