export type { DialectName } from "./upstream/dialects.js";
export { Upstream, type UpstreamOptions } from "./upstream/router.js";
