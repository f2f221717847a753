import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const packages = readdirSync(join(root, "packages"));

const sources = packages.flatMap((name) =>
  readdirSync(join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/test\.tsx?$/.test(file))
    .map((file) => ({ name, file, path: join(root, "packages", name, "src", file) })),
);

const importsOf = (path: string): string[] =>
  [
    ...readFileSync(path, "utf8").matchAll(
      /^(?:import|export)\s(?:[^"]*?\sfrom\s)?"([^"]+)"|import\("([^"]+)"\)/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? "");

/** What a file imports for types alone. */
const typesOf = (path: string): string[] =>
  [...readFileSync(path, "utf8").matchAll(/^import type [^"]* from "([^"]+)"/gm)].map(
    ([, from = ""]) => from,
  );

const sourceOf = (path: string, specifier: string): string => {
  const target = resolve(path, "..", specifier).replace(/\.js$/, "");
  return existsSync(`${target}.tsx`) ? `${target}.tsx` : `${target}.ts`;
};

/** A file and all files of its package that it imports, directly or not. */
function reachable(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const specifier of importsOf(path))
    if (specifier.startsWith(".")) reachable(sourceOf(path, specifier), found);
  return found;
}

/** Who may import whom, among our own packages. */
const MAY_IMPORT: { readonly [name: string]: readonly RegExp[] } = {
  protocol: [],
  system: [/^@pilothouse\/protocol$/],
  client: [/^@pilothouse\/protocol$/],
  drivers: [/^@pilothouse\/protocol$/, /^@pilothouse\/system$/, /^@pilothouse\/client/],
  server: [/^@pilothouse\/protocol$/, /^@pilothouse\/system$/, /^@pilothouse\/drivers\/port$/],
  fleet: [
    /^@pilothouse\/protocol$/,
    /^@pilothouse\/system$/,
    /^@pilothouse\/drivers\/port$/,
    /^@pilothouse\/server/,
  ],
  console: [/^@pilothouse\/protocol$/, /^@pilothouse\/client/],
  cli: [/^@pilothouse\//],
  // The judge owes nothing to the judged.
  conformance: [],
};

/** Within a package: a folder, and the folders it must not reach into, although they do not reach into it. */
const KEEPS_APART: { readonly [folder: string]: readonly string[] } = {
  "server/src/rpc": ["server/src/http"],
  "server/src/auth": ["server/src/http", "server/src/rpc"],
  "server/src/store": ["server/src/http", "server/src/rpc", "server/src/auth"],
  "server/src/audit": ["server/src/http", "server/src/rpc"],
  "server/src/telemetry": ["server/src/http", "server/src/rpc"],
  "server/src/settings": ["http", "rpc", "auth", "store", "audit", "telemetry"].map(
    (name) => `server/src/${name}`,
  ),
  "console/src/texts": ["parts", "features", "shell", "state"].map((name) => `console/src/${name}`),
  "console/src/state": ["parts", "features", "shell"].map((name) => `console/src/${name}`),
  "console/src/parts": ["features", "shell"].map((name) => `console/src/${name}`),
  "console/src/features": ["console/src/shell", "console/src/palette"],
};

/** The names of features, the same in every package. */
const ROOMS: readonly string[] = ["packages/protocol/src/features", "packages/server/src/features"].flatMap(
  (folder) => readdirSync(join(root, folder)).map((name) => name.replace(/\.ts$/, "")),
);

/** What the console has beside its features. */
const CONSOLE_KERNEL: readonly string[] = [
  ...["parts", "shell", "state", "loading", "styles", "texts", "palette", "reasons"],
];

/** What the command line has beside its features. */
const CLI_KERNEL: readonly string[] = [
  ...["command", "completion", "local", "manual", "remote", "services", "start", "terminal", "testing"],
];

const MOST_FILES = 13;

/** An import of one of our files by another of the same package, as paths below `packages`. */
const arrows = sources
  .filter(({ file }) => !/(^|\/)(testing|testnet)\//.test(file))
  .flatMap(({ path }) =>
    importsOf(path)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => ({
        from: relative(join(root, "packages"), path),
        to: relative(join(root, "packages"), resolve(path, "..", specifier)),
        type: typesOf(path).includes(specifier),
      })),
  );

/** Those by which code is loaded: types are not. */
const valueArrows = sources
  .filter(({ file }) => !/(^|\/)(testing|testnet)\//.test(file))
  .flatMap(({ path }) =>
    [...readFileSync(path, "utf8").matchAll(/^(?:import|export)\s([^"]*?\sfrom\s)?"(\.[^"]+)"/gm)]
      .filter(([, names = ""]) => !/^type\b/.test(names) && !/^\{(\s*type \w+,?)+\s*\}/.test(names))
      .map(([, , specifier = ""]) => ({
        from: relative(join(root, "packages"), path),
        to: relative(join(root, "packages"), resolve(path, "..", specifier)),
      })),
  );

/** What every feature of the service stands on. */
const KERNEL = ["store", "settings", "auth", "audit", "rpc", "http", "telemetry", "logs", "feature"];

/**
 * A file that only says what its folder is to others, and so lies below them: they import it, and the rest of its
 * folder imports them.
 */
const OWN_ROOMS = ["fleet/src/bus/hub-bus", "fleet/src/bus/report"];

/** The rooms of a folder: the folders in it, and the files that lie loose in it. */
const roomIn = (folder: string, path: string): string => {
  const own = OWN_ROOMS.find((room) => path.replace(/\.[jt]sx?$/, "") === room);
  return (
    own ??
    `${folder}/${path
      .slice(folder.length + 1)
      .split("/", 1)[0]
      ?.replace(/\.[jt]sx?$/, "")}`
  );
};

/** A way from a room back to itself; undefined where every room lies on a floor of its own. */
function circleIn(folder: string): string | undefined {
  const inside = (path: string) => path.startsWith(`${folder}/`);
  const graph = new Map<string, Map<string, string>>();
  for (const { from, to } of arrows.filter((arrow) => inside(arrow.from) && inside(arrow.to))) {
    const [a, b] = [roomIn(folder, from), roomIn(folder, to)];
    if (a !== b) graph.set(a, (graph.get(a) ?? new Map()).set(b, from));
  }
  const done = new Set<string>();
  const visit = (room: string, trail: readonly string[]): string | undefined => {
    const at = trail.indexOf(room);
    const circle = [...trail.slice(at), room];
    if (at >= 0)
      return circle
        .map((one, n) => `${one} (${graph.get(one)?.get(circle[n + 1] ?? "") ?? ""})`)
        .join(" -> ");
    if (done.has(room)) return undefined;
    for (const next of graph.get(room)?.keys() ?? []) {
      const found = visit(next, [...trail, room]);
      if (found !== undefined) return found;
    }
    done.add(room);
    return undefined;
  };
  for (const room of graph.keys()) {
    const found = visit(room, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe("the shape of the repository", () => {
  it("lets each package import only those below it", () => {
    const wrong = sources.flatMap(({ name, path }) =>
      importsOf(path)
        .filter((specifier) => specifier.startsWith("@pilothouse/"))
        .filter((specifier) => !(path.includes("/testing/") && specifier.includes("/system/testing/")))
        .filter((specifier) => !(MAY_IMPORT[name] ?? []).some((rule) => rule.test(specifier)))
        .map((specifier) => `${relative(root, path)} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps the conformance kit to itself: nothing of ours, no dependencies, one file that needs only Node", () => {
    const kit = join(root, "packages/conformance");
    const { dependencies, bin } = JSON.parse(readFileSync(join(kit, "package.json"), "utf8"));
    expect(dependencies).toBeUndefined();
    const foreign = sources
      // What only its tests use may use the test runner.
      .filter(({ name, file }) => name === "conformance" && !file.startsWith("testing/"))
      .flatMap(({ path }) => importsOf(path).map((specifier) => ({ path, specifier })))
      .filter(
        ({ path, specifier }) =>
          !specifier.startsWith("node:") &&
          !(specifier.startsWith(".") && resolve(path, "..", specifier).startsWith(join(kit, "src"))),
      );
    expect(foreign).toEqual([]);
    const built = join(kit, bin["i2pcontrol-conformance"]);
    expect(importsOf(built).filter((specifier) => !specifier.startsWith("node:"))).toEqual([]);
    expect(readFileSync(built, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it("keeps folders apart that must not know each other", () => {
    const wrong = arrows.filter(({ from, to }) => {
      const apart = Object.entries(KEEPS_APART).find(([folder]) => from.startsWith(`${folder}/`))?.[1] ?? [];
      return apart.some((folder) => to.startsWith(`${folder}/`));
    });
    expect(wrong).toEqual([]);
  });

  it("keeps what the console shows of a feature in the folder of its name", () => {
    const namesIn = (path: string) =>
      readdirSync(join(root, path), { withFileTypes: true }).map((entry) =>
        entry.isDirectory() ? { folder: entry.name } : { file: entry.name.replace(/\..*/, "") },
      );
    const beside = namesIn("packages/console/src").flatMap(({ folder }) => folder ?? []);
    expect(beside.toSorted()).toEqual(["features", ...CONSOLE_KERNEL].toSorted());
    const features = namesIn("packages/console/src/features").map(({ folder, file }) => folder ?? file);
    expect(features.length).toBeGreaterThan(8);
    expect(features.filter((name) => !ROOMS.includes(name))).toEqual([]);
  });

  it("brings the fleet into the console at one place", () => {
    const fleet = "console/src/features/fleet/";
    const used = arrows.filter(({ from, to }) => !from.startsWith(fleet) && to.startsWith(fleet));
    expect(used).toMatchObject([{ from: "console/src/shell/page-code.ts", to: `${fleet}feature.js` }]);
  });

  it("has floors in every package and folder: no arrow runs back", () => {
    const folders = new Set(
      sources.flatMap(({ name, file }) => {
        const parts = `${name}/src/${file}`.split("/");
        return parts.slice(2).map((_part, n) => parts.slice(0, n + 2).join("/"));
      }),
    );
    expect(folders.size).toBeGreaterThan(40);
    expect([...folders].flatMap((folder) => circleIn(folder) ?? [])).toEqual([]);
  });

  it("keeps the kernel of the service free of its features, and features apart but for types", () => {
    const room = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];
    const kernel = new Set(KERNEL.map((name) => `server/src/${name}`));
    const isKernel = (path: string) =>
      kernel.has(
        path
          .split("/")
          .slice(0, 3)
          .join("/")
          .replace(/\.[jt]s$/, ""),
      );
    // A restore knows what must not be taken up again.
    const except = ["server/src/features/backup/restore.ts"];
    const wrong = valueArrows.filter(
      ({ from, to }) =>
        !except.includes(from) &&
        ((isKernel(from) && room(to) !== undefined) ||
          (room(from) !== undefined && room(to) !== undefined && room(from) !== room(to))),
    );
    expect(wrong).toEqual([]);
  });

  it("opens features only by the lists of the service and of the hub, and has each of them in a list", () => {
    const isFeature = (path: string) => /^(server|fleet)\/.*\/feature\.[jt]s$/.test(path);
    const lists = new Set(valueArrows.filter(({ to }) => isFeature(to)).map(({ from }) => from));
    expect([...lists].sort()).toEqual([
      "fleet/src/hub/core.ts",
      "server/src/index.ts",
      "server/src/node-features.ts",
    ]);
    const files = sources.map(({ name, file }) => `${name}/src/${file}`).filter(isFeature);
    const opened = new Set(valueArrows.map(({ to }) => to.replace(/\.js$/, ".ts")));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !opened.has(file))).toEqual([]);
  });

  it("loads no code with the definitions of settings", () => {
    const folder = "server/src/settings/definitions/";
    const files = sources.filter(({ name, file }) => `${name}/src/${file}`.startsWith(folder));
    const imported = new Set(files.flatMap(({ path }) => importsOf(path)));
    const own = ["../schedule.js", "../secret-definition.js"];
    expect([...imported].filter((one) => !own.includes(one)).sort()).toEqual([
      "@pilothouse/protocol",
      "@pilothouse/system",
    ]);
  });

  it("keeps folders small: about a dozen files, then a subject gets its own folder", () => {
    // In packages, tests beside their sources do not count. In tests, scripts and benchmarks every file counts.
    const others = ["tests", "scripts", "bench", "packaging"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(ts|mjs)$/.test(file))
        .map((file) => join(root, folder, file)),
    );
    const counts = new Map<string, number>();
    for (const path of [...sources.map((source) => source.path), ...others]) {
      const folder = relative(root, resolve(path, ".."));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(100);
    // There, each file is a room of the interface.
    counts.delete("packages/protocol/src/features");
    const large = [...counts].filter(([, count]) => count > MOST_FILES);
    expect(large).toEqual([]);
  });

  it("keeps drivers apart: what two of them share is beside them", () => {
    const home = join(root, "packages", "drivers", "src");
    const drivers = readdirSync(home).filter((name) => existsSync(join(home, name, "driver.ts")));
    expect(drivers.length).toBeGreaterThan(2);
    const driverOf = (path: string) => drivers.find((name) => path.startsWith(join(home, name, "/")));
    const wrong = sources
      .filter(({ path }) => driverOf(path) !== undefined)
      .flatMap(({ path }) =>
        importsOf(path)
          .filter((specifier) => specifier.startsWith("."))
          .map((specifier) => driverOf(resolve(path, "..", specifier)))
          .filter((other) => other !== undefined && other !== driverOf(path))
          .map((other) => `${relative(root, path)} imports ${other}`),
      );
    expect(wrong).toEqual([]);
  });

  it("names the drivers in one list", () => {
    const named = sources
      .filter(({ name }) => name !== "drivers")
      .filter(({ path }) =>
        importsOf(path).some((one) => /^@pilothouse\/drivers\/(?!(port|driver)$)/.test(one)),
      )
      .map(({ path }) => relative(root, path));
    expect(named).toEqual(["packages/cli/src/drivers.ts"]);
  });

  it("sorts the command line by feature, beside a few folders that all features use", () => {
    const home = join(root, "packages/cli/src");
    const folders = (path: string) =>
      readdirSync(path, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
    expect(folders(home).toSorted()).toEqual(["features", ...CLI_KERNEL].toSorted());
    expect(folders(join(home, "features")).filter((name) => !ROOMS.includes(name))).toEqual(["setup"]);
    const room = (path: string) => /^cli\/src\/features\/([^/]+)\//.exec(path)?.[1];
    const values = arrows.filter(({ from, to, type }) => !type && from.startsWith("cli/") && room(to));
    const lists = ["cli/src/commands.ts", "cli/src/features.ts"];
    // Neither the kernel nor another feature imports a feature, but for types.
    expect(values.filter(({ from, to }) => room(from) !== room(to) && !lists.includes(from))).toEqual([]);
  });

  it("keeps the definitions of commands light: help loads no code", () => {
    const definitions = sources.filter(
      ({ name, file }) => name === "cli" && /(^|\/)commands\.ts$/.test(file),
    );
    expect(definitions.length).toBeGreaterThan(15);
    const heavy = definitions.flatMap(({ path }) =>
      [...readFileSync(path, "utf8").matchAll(/^import (?!type )[^"]* from "([^"]+)"/gm)]
        .map(([, specifier = ""]) => specifier)
        .filter((specifier) => !/\/(definition|commands|features)\.js$/.test(specifier))
        .map((specifier) => `${relative(root, path)} imports ${specifier}`),
    );
    expect(heavy).toEqual([]);
  });

  it("lets the command line know of fleets in one entry", () => {
    const home = join(root, "packages/cli/src/features/fleet");
    const importing = sources
      .filter(({ path }) => path.startsWith(join(root, "packages/cli")) && !path.startsWith(home))
      .filter(({ path }) => importsOf(path).some((one) => /^@pilothouse\/fleet|features\/fleet\//.test(one)))
      .map(({ file }) => file);
    expect(importing).toEqual(["features.ts"]);
  });

  it("keeps the protocol and the browser's client free of Node", () => {
    const wrong = sources
      .filter(({ name }) => name === "protocol")
      .filter(({ path }) => importsOf(path).some((specifier) => !specifier.startsWith(".")))
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
    const client = reachable(join(root, "packages/client/src/browser.ts"));
    expect(client.size).toBeGreaterThan(5);
    const foreign = [...client].flatMap((path) => importsOf(path).filter((one) => !one.startsWith(".")));
    expect(new Set(foreign)).toEqual(new Set(["@pilothouse/protocol"]));
  });

  it("has no cycle among the files of a package", () => {
    const graph = new Map(
      sources.map(({ path }) => [
        path,
        importsOf(path)
          .filter((specifier) => specifier.startsWith("."))
          .map((specifier) => sourceOf(path, specifier)),
      ]),
    );
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): string | undefined => {
      if (trail.includes(path))
        return [...trail.slice(trail.indexOf(path)), path].map((one) => relative(root, one)).join(" -> ");
      if (done.has(path)) return undefined;
      for (const next of graph.get(path) ?? []) {
        const cycle = visit(next, [...trail, path]);
        if (cycle !== undefined) return cycle;
      }
      done.add(path);
      return undefined;
    };
    expect(
      [...graph.keys()].map((path) => visit(path, [])).find((cycle) => cycle !== undefined),
    ).toBeUndefined();
  });

  it("has what benchmarks and scripts import by name from what is built", () => {
    const files = ["bench", "scripts"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        join(root, folder, file),
      ),
    );
    const imported = /^import \{([^}]*)\} from "([^"]*\/dist\/[^"]*)"/gm;
    const doubles = /^const \{([^}]*)\} = await fromTests\("([^"]*)"\)/gm;
    const wanted = files
      .filter((file) => file.endsWith(".mjs"))
      .flatMap((file) => {
        const text = readFileSync(file, "utf8");
        const found = (pattern: RegExp, place: (from: string) => object) =>
          [...text.matchAll(pattern)].map(([, names = "", from = ""]) => ({
            file: relative(root, file),
            names: names.split(",").flatMap((name) => name.trim().split(" as ")[0] || []),
            ...place(from),
          }));
        return [
          ...found(imported, (from) => ({ from: resolve(file, "..", from) })),
          ...found(doubles, (double) => ({ double })),
        ];
      });
    expect(wanted.filter((one) => "double" in one).length).toBeGreaterThan(5);
    expect(wanted.length).toBeGreaterThan(15);
    const script = `
      import { fromTests } from "./scripts/doubles/doubles.mjs";
      for (const { file, names, from, double } of ${JSON.stringify(wanted)}) {
        const has = await (double ? fromTests(double) : import(from));
        for (const name of names) if (!(name in has)) console.log(file, "imports", name);
      }
      process.exit();`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stdout + stderr).toBe("");
  });

  it("makes directories with makeDirectory: Node's recursive mkdir hangs on some paths", () => {
    const isTest = /\.(router-)?test\.ts$|\/test(ing|net)\//;
    const wrong = sources
      .filter(
        ({ path }) => !isTest.test(path) && /mkdir(Sync)?\([^;]*recursive/.test(readFileSync(path, "utf8")),
      )
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
  });

  it("replaces files in one place, which syncs the file and its directory", () => {
    const elsewhere = sources
      .filter(({ name, file }) => name !== "system" && !/(^|\/)test(ing|net)\//.test(file))
      .filter(({ path }) => /f(data)?sync(Sync)?\(|\.sync\(\)/.test(readFileSync(path, "utf8")))
      .map(({ path }) => relative(root, path));
    // A download replaces no existing file: it is checked, and then given to the router.
    expect(elsewhere).toEqual(["packages/server/src/features/updates/feed/feed.ts"]);
  });

  it("has generated documents that are up to date", () => {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/generate.mjs", "--check"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  it.each(["package-lock.json", "tools/mutation/package-lock.json"])(
    "records no download address in %s",
    (file) => {
      expect(readFileSync(join(root, file), "utf8")).not.toMatch(/"resolved": "http/);
    },
  );

  it("has one version for all packages", () => {
    const version = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8")).version as string;
    const versions = packages.map((name) => version(join("packages", name, "package.json")));
    expect(new Set([version("package.json"), ...versions]).size).toBe(1);
  });
});
