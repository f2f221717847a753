/** The kit, and the revision of the requirements that it judges by. */
export const KIT = {
  name: "i2pcontrol-conformance",
  version: "0.1.0",
  /** Changes with any change to an id, a level, a clause or a sentence of a check; see revision.test.ts. */
  revision: "2026-11",
} as const;
