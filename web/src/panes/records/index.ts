import { Stethoscope } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { draw } from "./records-pane";
import { strings } from "./strings";

export const records: PaneDescriptor = {
  name: "records",
  title: strings.title,
  icon: Stethoscope,
  place: "view",
  isSecondary: true,
  draw,
};
