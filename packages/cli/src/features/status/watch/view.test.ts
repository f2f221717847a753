import fc from "fast-check";
import widthOf from "fast-string-width";
import { describe, expect, it } from "vitest";
import { graph, scaleFor } from "./graph.js";
import { view } from "./view.js";

const plain = (_style: string, text: string) => text;

describe("a graph", () => {
  it("fills columns from below, the newest at the right", () => {
    expect(graph([0, 4, 8, 16], 5, 2, 16)).toEqual(["    █", "  ▄██"]);
  });

  it("of nothing is empty", () => {
    expect(graph([], 3, 1, 0)).toEqual(["   "]);
    expect(graph([0, 0], 3, 1, 0)).toEqual(["   "]);
  });

  it("has a scale that holds every value and wastes little of the height", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.001, max: 1e12, noNaN: true }), { minLength: 1 }), (values) => {
        const scale = scaleFor(values);
        expect(scale).toBeGreaterThanOrEqual(Math.max(...values));
        expect(scale).toBeLessThanOrEqual(Math.max(...values) * 1.25 + 1e-9);
      }),
    );
  });
});

describe("the screen", () => {
  const info = {
    status: "简体中文状态 \u001b[31m",
    uptime: 3_600_000,
    version: "2.10.0",
    "net.status": 0,
    "net.bw.inbound.1s": 1_000,
    "netdb.knownpeers": 100,
  } as const;

  it("fits every terminal and has no control characters", () => {
    const sizes = fc.record({
      columns: fc.integer({ min: 1, max: 300 }),
      rows: fc.integer({ min: 1, max: 100 }),
    });
    const values = fc.array(fc.nat(1e6));
    fc.assert(
      fc.property(sizes, values, fc.boolean(), (size, inbound, lost) => {
        const trouble = lost ? { why: "ECONNREFUSED", forMs: 1_000 } : undefined;
        const lines = view({ title: "home", info, inbound, outbound: [], trouble }, size, plain);
        expect(lines.length).toBeLessThanOrEqual(size.rows);
        for (const line of lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(size.columns);
          expect(line).not.toMatch(/[\u0000-\u001f]/);
        }
      }),
    );
  });

  it("leaves out what the router does not report", () => {
    const lines = view(
      { title: "home", info: {}, inbound: [], outbound: [] },
      { columns: 80, rows: 24 },
      plain,
    );
    expect(lines.join("\n")).not.toMatch(/undefined|NaN/);
  });
});
