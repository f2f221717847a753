// Real i2pd routers for the tests.
//   node scripts/i2pd.mjs              gets i2pd and what it needs
//   node scripts/i2pd.mjs test [...]   the same, and runs the tests with it; arguments go to the test runner
//   node scripts/i2pd.mjs test --release=trixie [...]   the tests with the i2pd of another Debian release
// i2pd is never installed: its package is unpacked into a directory of this checkout, so that no
// service can start. It runs only in a network of its own that holds nothing but the loopback.
// The tests of e-mail get a mail server (python3-aiosmtpd) in the same way, and run it in the same network.
// PILOTHOUSE_I2PD names another i2pd to test with. Uses nothing but Node itself.
import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Failure, I2PD, inRoot, mountInto, rootOf } from "./fetch/releases.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, ".stamps", "i2pd");
const stamp = join(cache, "ready");
/** Addresses that are never routed (RFC 2544), and that i2pd does not take for private. */
const ADDRESSES = "198.18.0.0/15";
const USUAL = ["/usr/sbin", "/sbin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/local/bin"];

/** Says which root the process in the isolated network must enter. */
const ROOT = "PILOTHOUSE_TEST_ROOT";

function output(program, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", ...options });
  if (error) throw new Failure(`${program} cannot be run: ${error.message}`);
  if (status !== 0)
    throw new Failure(`${program} ${args.join(" ")} failed: ${stderr.trim() || stdout.trim()}`);
  return stdout;
}

const works = (program, args) => spawnSync(program, args, { stdio: "ignore" }).status === 0;

function isRunnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A program of the system, or one that was unpacked. */
function program(name) {
  const unpacked = USUAL.map((place) => join(cache, "root", place));
  const places = [...(process.env.PATH ?? "").split(delimiter), ...USUAL, ...unpacked];
  return places.map((place) => join(place, name)).find(isRunnable);
}

/** Where the unpacked libraries are. */
function libraries() {
  const found = [];
  for (const base of ["usr/lib", "lib"].map((place) => join(cache, "root", place)))
    if (existsSync(base))
      for (const entry of readdirSync(base, { withFileTypes: true }))
        if (entry.isDirectory() && entry.name.includes("-linux-")) found.push(join(base, entry.name));
  return found;
}

const wanted = () => [...(program("i2pd") ? [] : ["i2pd"]), ...(program("ip") ? [] : ["iproute2"])];

/** Fetches packages with all that they need and the system lacks, and unpacks them. */
function unpack(packages) {
  if (!program("apt-get") || !program("dpkg"))
    throw new Failure(
      `These tests need ${packages.join(" and ")}, and there is no apt to get them with. Install them, or name an i2pd in PILOTHOUSE_I2PD.`,
    );
  const needed = () =>
    [
      ...output("apt-get", ["install", "--simulate", "--no-install-recommends", ...packages]).matchAll(
        /^Inst (\S+)/gm,
      ),
    ].map(([, name]) => name);
  let names;
  try {
    names = needed();
  } catch (error) {
    // A fresh container has no package lists.
    if (process.getuid?.() !== 0) throw error;
    output("apt-get", ["update"]);
    names = needed();
  }
  mkdirSync(cache, { recursive: true });
  const fetched = mkdtempSync(join(cache, "fetched-"));
  try {
    output("apt-get", ["download", ...names], { cwd: fetched });
    for (const file of readdirSync(fetched)) output("dpkg", ["-x", join(fetched, file), join(cache, "root")]);
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
}

/** Makes sure that there is an i2pd that runs; resolves with it and the variables it needs. */
export function prepare() {
  const given = process.env.PILOTHOUSE_I2PD;
  if (given === undefined && !existsSync(stamp)) {
    const packages = wanted();
    if (packages.length > 0) unpack(packages);
  }
  const binary = given ?? program("i2pd");
  const env = {
    ...process.env,
    PILOTHOUSE_I2PD: binary,
    LD_LIBRARY_PATH: [...libraries(), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
  };
  if (!existsSync(stamp)) {
    output(binary, ["--version"], { env });
    if (!program("unshare")) throw new Failure("These tests need unshare, which util-linux has. Install it.");
    mkdirSync(cache, { recursive: true });
    writeFileSync(stamp, "");
  }
  return { binary, env };
}

/** Debian's own Python, which its packages are for. */
const python = () =>
  [join("/usr/bin", "python3"), join(cache, "root", "usr/bin/python3")].find(isRunnable) ?? "python3";

/** Makes sure that there is a mail server for the tests of notifications; resolves with the variables it needs. */
export function prepareMail() {
  const env = {
    PILOTHOUSE_PYTHON: python(),
    PYTHONPATH: join(cache, "root", "usr/lib/python3/dist-packages"),
  };
  const there = () =>
    spawnSync(python(), ["-c", "import aiosmtpd"], { stdio: "ignore", env: { ...process.env, ...env } })
      .status === 0;
  if (!there()) unpack(["python3-aiosmtpd"]);
  if (!there()) throw new Failure("The tests of e-mail need python3-aiosmtpd, and it does not run here.");
  return { ...env, PILOTHOUSE_PYTHON: python() };
}

/** How a command gets namespaces of its own on this machine. */
function unshare(namespaces) {
  for (const flags of [namespaces, ["--map-root-user", ...namespaces]])
    if (works("unshare", [...flags, "--", "true"])) return ["unshare", ...flags, "--"];
  throw new Failure(
    "The tests with real routers need a network namespace, and this machine permits none: run them as root with CAP_SYS_ADMIN (docker run --cap-add SYS_ADMIN), or allow user namespaces.",
  );
}

/**
 * Runs a command in a network that holds nothing but the loopback, and returns its exit code. With a
 * release, in a root of that release and with its i2pd.
 */
export function isolated(argv, { release, variables = {} } = {}) {
  const env = { ...prepare().env, ...variables };
  if (release !== undefined) {
    Object.assign(env, { PILOTHOUSE_I2PD: I2PD, LD_LIBRARY_PATH: "", [ROOT]: rootOf(release) });
    // Names a file of this machine, which is not in the root.
    delete env.NODE_EXTRA_CA_CERTS;
  }
  const [first, ...flags] = unshare(release === undefined ? ["--net"] : ["--net", "--mount"]);
  const inside = [process.execPath, fileURLToPath(import.meta.url), "inside", ...argv];
  const { status, error } = spawnSync(first, [...flags, ...inside], { cwd: root, stdio: "inherit", env });
  if (error) throw error;
  return status ?? 1;
}

function inside(argv) {
  const ip = program("ip");
  output(ip, ["link", "set", "lo", "up"]);
  output(ip, ["route", "add", "local", ADDRESSES, "dev", "lo"]);
  const links = readFileSync("/proc/self/net/dev", "utf8").trim().split("\n").slice(2);
  if (links.length !== 1 || !links[0].trim().startsWith("lo:"))
    throw new Failure("This network holds more than the loopback; no router or broker may run in it.");
  const place = process.env[ROOT];
  if (place !== undefined) mountInto(place);
  try {
    const [command, ...args] = place === undefined ? argv : inRoot(place, argv);
    const { status, error } = spawnSync(command, args, { stdio: "inherit" });
    if (error) throw error;
    return status ?? 1;
  } finally {
    cleanUp();
  }
}

/** Ends routers and brokers that a test run which was cut short has left in this network. */
function cleanUp() {
  const own = readlinkSync("/proc/self/ns/net");
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      if (
        readlinkSync(`/proc/${pid}/ns/net`) === own &&
        /^(i2pd|nats-server)/.test(readFileSync(`/proc/${pid}/comm`, "utf8"))
      )
        process.kill(Number(pid), "SIGKILL");
    } catch {
      // It ended meanwhile, or belongs to somebody else.
    }
}

/** The tests with real routers. */
export function testWithRouters(args = [], release) {
  const vitest = [
    process.execPath,
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "vitest.i2pd.config.ts",
  ];
  return isolated([...vitest, ...args], { release, variables: release === undefined ? prepareMail() : {} });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  try {
    const [task, ...given] = process.argv.slice(2);
    const RELEASE = "--release=";
    const release = given.find((arg) => arg.startsWith(RELEASE))?.slice(RELEASE.length);
    const args = task === "inside" ? given : given.filter((arg) => !arg.startsWith(RELEASE));
    if (task === "inside") process.exitCode = inside(args);
    else if (task === "test") process.exitCode = testWithRouters(args, release);
    else if (task === "run") process.exitCode = isolated(args, { release });
    else prepare();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
