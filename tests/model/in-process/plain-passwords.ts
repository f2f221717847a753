import { createRequire } from "node:module";

// A real hash takes as long as fifty steps, and is tested elsewhere. The library itself is changed, before anything else
// loads it, and not mocked by the test runner: that reaches only what the test runner loads, which is not what is built.
Object.assign(createRequire(import.meta.url)("@node-rs/argon2"), {
  hash: async (password: string) => `$argon2id$${password}`,
  verify: async (stored: string, password: string) => stored === `$argon2id$${password}`,
});
