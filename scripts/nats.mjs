// nats-server for the tests of fleets.
//   node scripts/nats.mjs              gets nats-server of Debian 12 and of Debian 13
//   node scripts/nats.mjs test [...]   the same, and runs the tests with them; arguments go to the test runner
//   node scripts/nats.mjs run CMD...   runs a command in the same network
// It is never installed: its packages are unpacked into a cache, so that no service can start. It runs only in
// a network of its own that holds nothing but the loopback. PILOTHOUSE_NATS_SERVER names the one that hubs
// start, PILOTHOUSE_NATS_SERVER_13 the one of Debian 13. Uses nothing but Node itself.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, mirror } from "./fetch/releases.mjs";
import { fetched, run } from "./fetch/unpacked.mjs";
import { isolated } from "./i2pd.mjs";

const NAME = "nats-server";

/** The oldest version that is supported, and the oldest that several hubs may share. */
const RELEASES = { PILOTHOUSE_NATS_SERVER: "bookworm", PILOTHOUSE_NATS_SERVER_13: "trixie" };

/** The variables that name the programs, each fetched when it is missing. */
export const natsServers = () =>
  Object.fromEntries(
    Object.entries(RELEASES).map(([variable, release]) => [
      variable,
      process.env[variable] ?? serverOf(release),
    ]),
  );

function serverOf(release) {
  const binaryIn = (folder) => join(folder, "usr", "sbin", NAME);
  const place = fetched(`${NAME}-${release}`, "fleets", {
    isIn: (folder) => existsSync(binaryIn(folder)),
    download: (work) => {
      const apt = aptOf(release, work);
      return apt("update", "-q") && apt("download", "-q", NAME);
    },
  });
  return binaryIn(place);
}

/** apt with lists of its own, so that another release can be asked without touching the machine's. */
function aptOf(release, work) {
  const sources = join(work, "sources.list");
  writeFileSync(sources, `deb ${mirror()} ${release} main\n`);
  for (const dir of ["lists/partial", "archives/partial"]) mkdirSync(join(work, dir), { recursive: true });
  const options = {
    "Dir::Etc::sourcelist": sources,
    "Dir::Etc::sourceparts": "/dev/null",
    "Dir::State::lists": join(work, "lists"),
    "Dir::Cache": work,
    "Acquire::Languages": "none",
    // The sandbox user of apt cannot write to a cache in a home directory.
    "APT::Sandbox::User": "root",
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  return (...args) => run("apt-get", [...flags, ...args], work);
}

/** The tests with real brokers. */
export function testFleet(args = []) {
  const vitest = [process.execPath, "node_modules/vitest/vitest.mjs", "run", "--config"];
  return isolated([...vitest, "vitest.fleet.config.ts", ...args], { variables: natsServers() });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  try {
    const [task, ...given] = process.argv.slice(2);
    if (task === "test") process.exitCode = testFleet(given);
    else if (task === "run") process.exitCode = isolated(given, { variables: natsServers() });
    else
      process.stdout.write(
        Object.values(natsServers())
          .map((path) => `${path}\n`)
          .join(""),
      );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
