import { Newspaper } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { toggleStory } from "./commands";
import { draw } from "./story-pane";
import { strings } from "./strings";

export const story: PaneDescriptor = {
  name: "story",
  title: strings.title,
  icon: Newspaper,
  place: "top",
  isSecondary: true,
  initiallyOpen: "always",
  toggle: toggleStory,
  draw,
};
