import { registerServiceWorker } from "./register-service-worker";
import { AppElement } from "./app";
import { start } from "./start";

start(AppElement);
registerServiceWorker();
