import { AppElement } from "./app";
import { start } from "./start";

start(AppElement);
