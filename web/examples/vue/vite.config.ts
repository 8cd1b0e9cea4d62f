import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

// Vue is told that the tag is an element and not a component of its own.
export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === "unspool-session" } } })],
});
