import { setInterval as real } from "node:timers";
import { endAll } from "@pilothouse/system/testing/scratch";
import { afterAll } from "vitest";

// A set-up file of the test runner, which runs it again for each test file. A module that a test file imports is
// loaded once for all the files of a process, so what it registers itself would count for the first one only.
afterAll(endAll);

// Files share a process: timers that one leaves played stand still for all that come after it.
afterAll(() => {
  if (globalThis.setInterval !== real) throw new Error("this file leaves played timers behind");
});
