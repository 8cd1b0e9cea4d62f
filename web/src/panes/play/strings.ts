import { number } from "../../base/format";

export const strings = {
  title: "Playback",
  play: "Play",
  playKey: "Play (Space)",
  pause: "Pause",
  pauseKey: "Pause (Space)",
  end: "End playback",
  endKey: "End playback (Esc)",
  position: "Position",
  speed: "Speed",
  times: (speed: number) => `${number(speed)}×`,
  row: (at: number, all: number) => `Row ${number(at)} of ${number(all)}`,
  commands: {
    playToggle: "Play the conversation, or end that",
    playPause: "Pause or continue playback",
    playEnd: "End playback",
  },
} as const;
