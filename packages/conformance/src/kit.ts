/** The kit, and the revision of the requirements that it judges by. */
export const KIT = {
  name: "i2pcontrol-conformance",
  version: "0.2.0",
  /** Changes whenever a check does; a test holds all checks to it. */
  revision: "2026-11.4",
} as const;
