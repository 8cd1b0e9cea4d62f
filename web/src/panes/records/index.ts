import { Stethoscope } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { draw } from "./records-pane";

export const records: PaneDescriptor = { name: "records", title: "Records", icon: Stethoscope, place: "view", draw };
