import type { RpcError } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { readTemplate } from "./adopt.js";
import { effective, labelsOf } from "./effective.js";
import { parseTemplate } from "./parse.js";
import { writeTemplate } from "./write.js";

const TEXT = `
[[group]]
network = { "bw.share" = 80 }
advanced = { "i2np.upnp.enable" = false }

[[group]]
labels = { site = "ams" }
[group.network]
bw.in = 2048
router.net.bw.share = "50"

[[group]]
nodes = ["ams-2"]
network = { upnp = true }

[nodes.ams-2]
labels = { site = "ams" }
`;

describe("a fleet.toml", () => {
  const template = parseTemplate(TEXT);
  const node = (name: string, labels = {}) => effective(template, { name, record: { labels } });

  it("gives each node what fits its labels and its name, the later group before the earlier", () => {
    expect(node("fra-1", { site: "fra" })).toMatchObject({
      network: { "router.net.bw.share": "80" },
      advanced: { "i2np.upnp.enable": "false" },
    });
    expect(node("ams-1", { site: "ams" })?.network).toEqual({
      "router.net.bw.share": "50",
      "router.net.bw.in": "2048",
    });
  });

  it("takes the labels that it sets itself into account", () => {
    expect(labelsOf(template, { name: "ams-2", record: { labels: { site: "old" } } })).toEqual({
      site: "ams",
    });
    expect(node("ams-2", { site: "old" })?.network).toEqual({
      "router.net.bw.share": "50",
      "router.net.bw.in": "2048",
      "router.net.upnp": "true",
    });
  });

  it("has tunnels by name, of which a later group sets single options", () => {
    const text = `[[group]]
[group.tunnels.web]
Type = "httpserver"
TargetPort = 8080
[[group]]
labels = { site = "ams" }
tunnels.web = { TargetPort = 8081, StartOnLoad = false }
`;
    const of = (source: string, site: string) =>
      effective(parseTemplate(source), { name: "x", record: { labels: { site } } });
    const tunnels = { "web.Type": "httpserver", "web.TargetPort": "8080" };
    expect(of(text, "fra")).toMatchObject({ network: {}, advanced: {}, tunnels });
    expect(of(text, "ams")?.tunnels).toEqual({
      ...tunnels,
      "web.TargetPort": "8081",
      "web.StartOnLoad": "false",
    });
    expect(of(text, "ams")?.checksum).not.toBe(of(text, "fra")?.checksum);
    const plain = of("[[group]]\nnetwork.upnp = true", "ams");
    expect(plain).not.toHaveProperty("tunnels");
    // As it was before a template could have tunnels: nodes that have applied one have not drifted.
    expect(plain?.checksum).toBe("e1093c76c3df96b2a30aec54db86ddfb");
  });

  it.each([
    ['web.TargetPort = "x"', /^group 1: tunnels has web.TargetPort, which wants /],
    ["web.Keys = 1", 'group 1: tunnels has "web.Keys", which is no option of a tunnel'],
    ['"a/b".Port = 1', /^group 1: tunnels has a\/b.Port, which wants a name of 1 to 64 letters/],
    ["Port = 1", /^group 1: tunnels has Port, which wants a name/],
    ["web.Port = []", "group 1: tunnels: web.Port wants a text, a number, true or false, got an array"],
  ])("refuses a tunnel with %s", (line, message) => {
    expect(() => parseTemplate(`[[group]]\n[group.tunnels]\n${line}\n`)).toThrow(message);
  });

  it("sets nothing on a node that is in no group", () => {
    expect(
      effective(parseTemplate('[[group]]\nnodes = ["x"]\nnetwork.upnp = true'), {
        name: "y",
        record: { labels: {} },
      }),
    ).toBe(undefined);
    expect(parseTemplate("")).toEqual({ groups: [], labels: new Map() });
  });

  it("finds the groups of each node as a look at every group would", () => {
    const [names, sites] = [
      ["a", "b", "c"],
      ["ams", "fra"],
    ];
    const picks = Array.from({ length: 60 }, (_, n) => [names[n % 3], sites[(n >> 1) % 2], n % 4] as const);
    const text = picks.map(([name, site, sort], n) => {
      const nodes = sort % 2 === 0 ? `nodes = ["${name}"]\n` : "";
      const labels = sort < 2 ? `labels = { tier = "edge", site = "${site}" }\n` : "";
      return `[[group]]\n${nodes}${labels}advanced = { k${n % 5} = ${n}, own${n} = 1 }\n`;
    });
    const many = parseTemplate(text.join(""));
    for (const name of [...names, "d"])
      for (const labels of [
        {},
        { site: "ams" },
        { tier: "edge", site: "ams" },
        { site: "fra", tier: "edge" },
      ]) {
        const expected = new Map<string, string>();
        for (const group of many.groups) {
          const fits = Object.entries(group.labels).every(([key, value]) =>
            Object.entries(labels).some(([k, v]) => k === key && v === value),
          );
          if ((group.nodes?.includes(name) ?? true) && fits)
            for (const [key, value] of group.advanced) expected.set(key, value);
        }
        expect(effective(many, { name, record: { labels } })?.advanced ?? {}).toEqual(
          Object.fromEntries(expected),
        );
      }
  });

  it("has the same checksum for the same settings in any notation", () => {
    const one = parseTemplate('[[group]]\nnetwork = { "bw.in" = 1, "bw.out" = 2 }');
    const other = parseTemplate(
      '[[group]]\nnetwork = { "bw.out" = "2" }\n[[group]]\nnetwork = { "bw.in" = "1" }',
    );
    const third = parseTemplate('[[group]]\nnetwork = { "bw.in" = 1, "bw.out" = 3 }');
    const sum = (of: typeof one) => effective(of, { name: "a", record: { labels: {} } })?.checksum;
    expect(sum(one)).toMatch(/^[0-9a-f]{32}$/);
    expect(sum(other)).toBe(sum(one));
    expect(sum(third)).not.toBe(sum(one));
  });

  it.each([
    ["[[group]\n", "line 1, column 9: "],
    ["[group]\n", "write [[group]], with two brackets"],
    ["[settings]\n", 'there is no "settings" in a fleet.toml; it has [[group]] and [nodes.NAME]'],
    ["[[group]]\nnet = 1\n", 'group 1 has "net"; a group has nodes, labels, network, advanced'],
    ["[[group]]\nnetwork = 1\n", "group 1: network wants a table, got 1"],
    [
      "[[group]]\n[[group]]\nnetwork.bw.inn = 1\n",
      "group 2: network: there is no network setting bw.inn; there are",
    ],
    ["[[group]]\nnetwork.bw.share = 101\n", "group 1: network: bw.share wants a string of decimal digits"],
    ["[[group]]\nnetwork.ssu.detectedip = 'x'\n", "group 1: network: ssu.detectedip can only be read"],
    [
      "[[group]]\nadvanced.x = [1]\n",
      "group 1: advanced: x wants a text, a number, true or false, got an array",
    ],
    ["[[group]]\nnodes = 'x'\n", 'group 1: nodes wants a list of names, got "x"'],
    ["[[group]]\nlabels.site = 1\n", "group 1: labels wants an object of at most 32 labels"],
    ["[nodes.x]\nname = 'y'\n", 'nodes.x has "name"; a node has labels'],
  ])("is refused with the place and what was wanted: %j", (text, message) => {
    expect(() => parseTemplate(text)).toThrow(message);
  });

  it.each([
    ["[[group]]\nnetwork = [\n", 3, "toml.syntax"],
    ["# settings\n[settings]\n", 2, "value.wants"],
    ["[[group]]\nnodes = []\n[[group]]\n# net = 1\nnet = 1\n", 5, "value.wants"],
    [
      "[[group]]\nnetwork.bw.in = 1\n[[group]]\n[group.network.bw]\nout = 1\nin = 'x'\n",
      6,
      "value.inSetting",
    ],
    ['[[group]]\nadvanced = { "a b" = [1] }\n', 2, "value.inSetting"],
    ['[[group]]\nadvanced = { "a\\u0062c" = [1] }\n', 1, "value.inSetting"],
    ["[[group]]\n\n[nodes.x]\nname = 'y'\n", 4, "value.wants"],
    ["group = [1]\n", undefined, "value.inSetting"],
    ["[group]\n", 1, "toml.brackets"],
    ["[[group]]\nnetwork.ssu.detectedip = 'x'\n", 2, "toml.readOnly"],
    ["[[group]]\nadvanced.password = 'x'\n", 2, "toml.secret"],
    ["#".repeat(600_000), undefined, "toml.long"],
  ])("is refused with the line and a code: %j", (text, line, code) => {
    let data: unknown;
    try {
      readTemplate(text, "text");
    } catch (error) {
      data = (error as RpcError).data;
    }
    expect(data).toMatchObject({ key: "text", code, values: line ? { line } : {} });
  });

  it.each([
    ["characters", "#".repeat(600_000), "it has 600000 characters, and at most 524288 are possible"],
    ["groups", "[[group]]\n".repeat(2_001), "it has 2001 groups, and at most 2000 are possible"],
    [
      "settings",
      `[[group]]\nadvanced = { ${Array.from({ length: 1_001 }, (_, n) => `k${n} = 1`).join(", ")} }`,
      "it has 1001 different advanced settings, and at most 1000 are possible",
    ],
    ["levels", `[[group]]\nadvanced.${"a.".repeat(5_000)}b = 1`, "is longer than 255 characters"],
  ])("is refused when it has too many %s", (_what, text, message) => {
    expect(() => parseTemplate(text)).toThrow(message);
  });
});

describe("what is there now", () => {
  it("becomes a fleet.toml that wants exactly that, without secrets", () => {
    const nodes = [
      {
        name: "ams-1",
        labels: { site: "ams" },
        network: new Map([
          ["router.net.bw.in", "100"],
          ["router.net.upnp", "true"],
          ["router.net.ssu.hostname", null],
          ["router.net.ssu.detectedip", "192.0.2.1"],
        ]),
        advanced: new Map([
          ["a.b", "1"],
          ["http.pass", "secret"],
        ]),
      },
      {
        name: "fra-1",
        labels: {},
        network: new Map([
          ["router.net.bw.in", "200"],
          ["router.net.upnp", "true"],
        ]),
        advanced: new Map([["a.b", "1"]]),
      },
    ];
    const text = writeTemplate(nodes, { fleet: 2, missing: 0 });
    expect(text).not.toContain("secret");
    const template = parseTemplate(text);
    expect(template.groups).toHaveLength(3);
    const [ams, fra] = nodes.map((node) => effective(template, { name: node.name, record: node }));
    expect(ams).toMatchObject({
      network: { "router.net.bw.in": "100", "router.net.upnp": "true" },
      advanced: { "a.b": "1" },
    });
    expect(fra?.network).toEqual({ "router.net.bw.in": "200", "router.net.upnp": "true" });
    expect(labelsOf(template, { name: "ams-1", record: { labels: {} } })).toEqual({ site: "ams" });
  });

  it.each([
    ["is not the group of a fleet of which one node was asked", 3, 2, [undefined, "100"]],
    ["is not the group of a fleet of which one node was wanted", 3, 0, [undefined, "100"]],
    ["is the group of a fleet that has one node", 1, 0, ["100", "100"]],
  ])("%s", (_title, fleet, missing, wanted) => {
    const one = { name: "ams-1", labels: {}, network: new Map([["router.net.bw.in", "100"]]) };
    const text = writeTemplate([one], { fleet, missing });
    expect(text.includes("# 2 of 3 nodes could not be asked")).toBe(missing === 2);
    const found = ["fra-1", "ams-1"].map((name) =>
      effective(parseTemplate(text), { name, record: { labels: {} } }),
    );
    expect(found.map((settings) => settings?.network["router.net.bw.in"])).toEqual(wanted);
  });

  it("is an empty document for an empty fleet", () => {
    const text = writeTemplate([], { fleet: 0, missing: 0 });
    expect(parseTemplate(text)).toEqual({ groups: [], labels: new Map() });
  });
});
