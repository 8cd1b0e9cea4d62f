import { keepForLater } from "../offline/keep";
import { AppElement } from "./app";
import { start } from "./start";

start(AppElement);
keepForLater();
