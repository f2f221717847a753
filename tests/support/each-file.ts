import { endAll } from "@pilothouse/system/testing/scratch";
import { afterAll } from "vitest";

// A set-up file of the test runner, which runs it again for each test file. A module that a test file imports is
// loaded once for all the files of a process, so what it registers itself would count for the first one only.
afterAll(endAll);
