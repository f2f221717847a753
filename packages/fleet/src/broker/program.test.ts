import { describe, expect, it } from "vitest";
import { requireStreams } from "./program.js";

describe("a nats-server whose streams several hubs share", () => {
  it.each(["2.10.27", "2.10.27-binary", "2.10.28", "2.11.0", "2.15.1", "3.0.0"])("may be %s", (version) => {
    expect(() => requireStreams(version)).not.toThrow();
  });

  it.each(["2.9.10", "2.10.26", "2.10.3", "1.99.99", "", undefined])("may not be %s", (version) => {
    expect(() => requireStreams(version)).toThrow("several hubs need 2.10.27 or newer");
  });
});
