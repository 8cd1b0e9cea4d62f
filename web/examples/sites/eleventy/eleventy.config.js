export default function (config) {
  config.addPassthroughCopy({ "node_modules/unspool/lib": "unspool/lib" });
  config.addPassthroughCopy({ "node_modules/unspool/assets": "unspool/assets" });
  config.addPassthroughCopy({ public: "/" });
}
