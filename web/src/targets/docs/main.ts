import { copyButtons } from "./copy";
import { followReading } from "./place";
import { reachScrollers } from "./scrollers";

copyButtons(document);
reachScrollers(document);
followReading(document);
