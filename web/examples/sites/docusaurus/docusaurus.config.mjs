export default {
  title: "My project",
  url: "https://docs.example",
  baseUrl: "/",
  presets: [["classic", { docs: false, blog: false }]],
  clientModules: ["./src/unspool.js"],
};
