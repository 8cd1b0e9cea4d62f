import { defineConfig } from "vitepress";

export default defineConfig({
  title: "How it was done",
  vite: { optimizeDeps: { exclude: ["unspool"] } },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "unspool-session" } } },
});
