import { registerServiceWorker } from "./register-service-worker";
import { SiteElement } from "./site";
import { start } from "./start";

start(SiteElement);
registerServiceWorker();
