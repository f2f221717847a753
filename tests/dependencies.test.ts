import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";

const root = resolve(import.meta.dirname, "..");
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const PACKAGES = readdirSync(join(root, "packages"));

interface Row {
  readonly version: string;
  readonly integrity?: string;
  readonly link?: boolean;
}
interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly license?: { readonly id: string } }[];
}
interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Runs a script of ours and waits for its end. */
function script(name: string, env: { readonly [name: string]: string } = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 2 ** 24 };
    execFile(process.execPath, [join("scripts", name)], options, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const bill = JSON.parse((await script("release/sbom.mjs")).stdout) as Bill;
const foreign = bill.components.filter(({ name }) => !name.startsWith("@pilothouse/"));

/** Binaries of two packages, one for each platform. */
const PLATFORMS = /^@(libsql|node-rs)\/(argon2-)?(android|darwin|freebsd|linux|win32)-/;

/** All that is shipped. If you add a name here, you trust its maintainers. */
const SHIPPED = {
  "passwords, store, settings": "@node-rs/argon2 libsql @neon-rs/load detect-libc smol-toml",
  "HTTP and queues": "mrmime negotiator content-type p-limit yocto-queue",
  log: `pino @pinojs/redact atomic-sleep on-exit-leak-free pino-abstract-transport pino-std-serializers
    process-warning quick-format-unescaped real-require safe-stable-stringify sonic-boom split2 thread-stream
    pino-pretty colorette dateformat end-of-stream fast-copy fast-safe-stringify help-me joycon minimist once pump
    secure-json-parse strip-json-comments wrappy`,
  figures: "prom-client @opentelemetry/api bintrees tdigest",
  "command line": `commander @clack/core @clack/prompts fast-string-truncated-width fast-string-width fast-wrap-ansi
    sisteransi fastest-levenshtein`,
  page: "preact uplot",
  "the bus of a fleet":
    "@nats-io/nats-core @nats-io/jetstream @nats-io/kv @nats-io/nkeys @nats-io/nuid tweetnacl",
  "e-mail": "nodemailer",
};

/** What our own sources import at run time, and why we depend on it. */
const WHY = {
  "@clack/prompts": "questions at a terminal that do not show a password",
  "@nats-io/jetstream": "what several hubs share, kept by the bus",
  "@nats-io/kv": "the same, by key and revision",
  "@nats-io/nats-core": "the bus between hubs and nodes",
  "@node-rs/argon2": "Argon2id, which Node has only from version 24 on, off the main thread",
  commander: "the command line's grammar and help",
  "fast-string-width": "how wide a text is at a terminal",
  "fastest-levenshtein": "what was meant by a mistyped name",
  libsql: "SQLite, for a store that survives a power cut",
  mrmime: "content types of the console's files",
  negotiator: "Accept headers, which are harder than they look",
  nodemailer: "e-mail, with all that mail servers ask for",
  "p-limit": "few hashes at once",
  pino: "a log that costs little and never blocks",
  "pino-pretty": "the same log for people",
  "prom-client": "figures in the form that Prometheus reads",
  "smol-toml": "the settings file",
};

describe("What we depend on", () => {
  it("is named with a reason, each package that our own ask for", () => {
    const asked = readdirSync(join(root, "packages")).flatMap((name) =>
      Object.keys(read(`packages/${name}/package.json`).dependencies ?? {}),
    );
    const foreignOnes = asked.filter((name) => !name.startsWith("@pilothouse/"));
    expect([...new Set(foreignOnes)].sort()).toEqual(Object.keys(WHY).sort());
  });

  it("is all that npm ci --omit=dev installs", () => {
    const { packages } = read("package-lock.json") as { packages: { [place: string]: object } };
    const installed = Object.entries(packages)
      .filter(([place, row]) => place.includes("node_modules/") && !("dev" in row) && !("link" in row))
      .map(([place]) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length))
      .filter((name) => !PLATFORMS.test(name));
    const shipped = Object.values(SHIPPED).join(" ").split(/\s+/);
    expect(installed.filter((name) => !shipped.includes(name))).toEqual([]);
  });

  it("runs no script when it is installed, even if it asks for one", () => {
    expect(readFileSync(join(root, ".npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
  });

  it("is never a stranger's package of our name: no text asks people to run npx pilothouse", () => {
    expect(read("packages/cli/package.json").name).toBe("@pilothouse/cli");
    const texts = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]
      .concat(readdirSync(join(root, "docs")).map((name) => join("docs", name)))
      .concat(readdirSync(join(root, "packages")).flatMap(sourcesOf))
      .filter((file) => /\.(md|tsx?)$/.test(file));
    const wrong = texts.filter((file) => readFileSync(join(root, file), "utf8").includes("npx pilothouse"));
    expect(wrong).toEqual([]);
  });

  it("is these packages and no others", () => {
    const names = new Set(foreign.map(({ name }) => name).filter((name) => !PLATFORMS.test(name)));
    expect([...names].sort()).toEqual(Object.values(SHIPPED).join(" ").split(/\s+/).sort());
  });

  it("is pinned to one version each by its hash, and runs nothing when it is installed", () => {
    const lock = read("package-lock.json") as { packages: { [place: string]: Row } };
    for (const [place, row] of Object.entries(lock.packages))
      if (place.includes("node_modules/") && !row.link)
        expect([place, row]).toEqual([
          place,
          expect.objectContaining({
            version: expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
            integrity: expect.stringMatching(/^sha512-/),
          }),
        ]);
    const shipped = new Set(foreign.map(({ name }) => `node_modules/${name}`));
    const scripted = Object.entries(lock.packages).filter(([, row]) => "hasInstallScript" in row);
    expect(scripted.map(([place]) => place).filter((place) => shipped.has(place))).toEqual([]);
  });

  it.each(PACKAGES)("is what the sources of %s import, and no more", (name) => {
    const { dependencies = {} } = read(`packages/${name}/package.json`);
    const foreignOnes = Object.keys(dependencies).filter((one) => !one.startsWith("@pilothouse/"));
    // What the page imports is built into it, and not installed with it.
    const named = name === "console" ? SHIPPED.page.split(" ") : foreignOnes;
    expect([...new Set(sourcesOf(name).flatMap(importsOf))].sort()).toEqual(named.sort());
  });

  it.each(["tests", ...PACKAGES.map((name) => `packages/${name}`)])(
    "is named, also for tests, by what imports it: %s",
    (dir) => {
      const { dependencies = {}, devDependencies } = read(join(dir.replace("tests", ""), "package.json"));
      const named = Object.keys({ ...dependencies, ...devDependencies }).concat("vitest", "fast-check");
      const wrong = filesIn(dir)
        .flatMap((file) => importsOf(file).map((specifier) => ({ file, specifier })))
        .filter(({ specifier }) => !named.includes(specifier));
      expect(wrong).toEqual([]);
    },
  );
});

const filesIn = (dir: string) =>
  readdirSync(join(root, dir), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist\S*)\/|vite\.config/.test(file))
    .map((file) => join(dir, file));

/** Without tests, and what only they use. */
const sourcesOf = (name: string) =>
  filesIn(`packages/${name}/src`).filter((file) => !/test\.tsx?$|\/(testing|testnet)\b/.test(file));

const IMPORT = /^(?:import|export)\s(?:[^"]*?\sfrom\s)?"([^"]+)"|import\("([^"]+)"\)/gm;

/** The packages that a file imports, ours left out. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(IMPORT)]
    .map(([, specifier, loaded]) => specifier ?? loaded ?? "")
    .filter((specifier) => !/^(\.|node:|@pilothouse\/)/.test(specifier))
    .map((specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));

describe("The launcher", () => {
  it("runs what was built, and leaves a copy alone that was built elsewhere", () => {
    const copy = scratch();
    for (const name of ["packages", "node_modules"]) symlinkSync(join(root, name), join(copy, name));
    cpSync(join(root, "scripts"), join(copy, "scripts"), { recursive: true });
    cpSync(join(root, "pilothouse"), join(copy, "pilothouse"));
    const { stdout, status } = spawnSync(join(copy, "pilothouse"), ["--version"], {
      cwd: "/",
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, `${read("packages/cli/package.json").version}\n`]);
  });
});

describe("Debian packages for the tests", () => {
  const installs = (env: { readonly [name: string]: string }) =>
    spawnSync(
      process.execPath,
      [
        "-e",
        `import("${join(root, "scripts/fetch/debian.mjs")}").then((m) => console.log(m.installPackages(["a-package"])))`,
      ],
      { env: { PATH: "/nowhere", ...env }, encoding: "utf8" },
    );

  it("are named before they are installed, and not installed with PILOTHOUSE_TEST_NO_APT=1", () => {
    const asked = installs({});
    expect(asked.stderr).toContain("Installing Debian packages with apt-get: a-package");
    const refused = installs({ PILOTHOUSE_TEST_NO_APT: "1" });
    expect(refused.stderr).toContain("not installed: a-package");
    expect([refused.stdout, refused.status]).toEqual(["false\n", 0]);
  });
});

describe("The bill of materials", () => {
  it("names all that our packages need, with version, hash and licence", () => {
    expect(bill).toMatchObject({
      bomFormat: "CycloneDX",
      metadata: { component: { name: "@pilothouse/cli" } },
    });
    const named = new Set(bill.components.map(({ name }) => name));
    for (const name of readdirSync(join(root, "packages"))) {
      const { dependencies = {} } = read(`packages/${name}/package.json`);
      for (const dependency of Object.keys(dependencies)) expect(named).toContain(dependency);
    }
    for (const { name, version, hashes, licenses } of foreign) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d/)]);
      expect([name, hashes]).toEqual([
        name,
        [{ alg: "SHA-512", content: expect.stringMatching(/^\w{128}$/) }],
      ]);
      expect([name, licenses[0]?.license?.id]).toEqual([
        name,
        expect.stringMatching(/^(MIT|MIT-0|Unlicense|ISC|0BSD|BSD-3-Clause|Apache-2\.0)$/),
      ]);
    }
  });

  it("has the versions that are installed, and names each package once", () => {
    const purls = foreign.map(({ purl }) => purl);
    expect(new Set(purls).size).toBe(purls.length);
    for (const name of ["pino", "libsql", "preact", "@opentelemetry/api"])
      expect(foreign.filter((one) => one.name === name).map(({ version }) => version)).toEqual([
        read(`node_modules/${name}/package.json`).version,
      ]);
  });

  it("says what needs what, and speaks of nothing that it does not name", () => {
    const known = new Set([bill.metadata.component, ...bill.components].map(({ purl }) => purl));
    for (const { ref, dependsOn } of bill.dependencies)
      for (const one of [ref, ...dependsOn]) expect(known).toContain(one);
    const needed = new Set(bill.dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect(foreign.filter(({ purl }) => !needed.has(purl))).toEqual([]);
  });
});

describe("The audit", () => {
  /** A registry that answers only what an audit asks. */
  async function registry(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  const audit = async (answer: RequestListener) =>
    script("checks/audit.mjs", {
      npm_config_registry: await registry(answer),
      npm_config_fetch_retries: "0",
    });

  it("passes when no vulnerability is known", async () => {
    const { code, stdout } = await audit((_request, response) => response.end("{}"));
    expect(stdout).toMatch(/^\d+ packages, 0 known vulnerabilities, 0 unexplained\n$/);
    expect(code).toBe(0);
  });

  it("names a hole that is known, and fails", async () => {
    const hole = {
      ...{ id: 1, url: "https://advisories.example/1", title: "a hole", severity: "high" },
      vulnerable_versions: "<99",
    };
    const versions = { "10.4.0": { name: "pino", version: "10.4.0" } };
    const { code, stdout } = await audit((request, response) =>
      response.end(JSON.stringify(request.method === "POST" ? { pino: [hole] } : { name: "pino", versions })),
    );
    expect(stdout).toContain("high: pino <99: a hole (https://advisories.example/1)");
    expect(stdout).toContain("1 unexplained");
    expect(code).toBe(1);
  });

  it("says so when it cannot ask, and does not take that for good news", async () => {
    const { code, stdout, stderr } = await audit((_request, response) => response.writeHead(405).end());
    expect(stdout).toBe("");
    expect(stderr).toContain("could not be asked: 405");
    expect(code).toBe(2);
  });
});
