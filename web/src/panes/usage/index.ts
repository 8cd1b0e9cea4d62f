import { ChartColumn } from "lucide";
import type { PaneDescriptor } from "../pane-descriptor";
import { draw } from "./usage-pane";

export const usage: PaneDescriptor = { name: "usage", title: "Usage", icon: ChartColumn, place: "view", draw };
