// Runs whole commands as root on a machine with hostile users. Prints as JSON what was harmed and what each command said.
//   node commands.mjs SCENARIO BACKUP     BACKUP: a file that the test has made
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { freshMachine, harm, I2PD, must, PILOTHOUSE, rememberVictims } from "./machine.mjs";

const BIN = fileURLToPath(new URL("../../../../packages/cli/bin/pilothouse.js", import.meta.url));
const [scenario, backup] = process.argv.slice(2);
const SETTINGS = "/etc/pilothouse/pilothouse.toml";
const said = [];

/** A command that hangs would wait for a FIFO for ever. */
function pilothouse(...args) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [BIN, ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: "/root", PILOTHOUSE_CONFIG: SETTINGS },
    timeout: 120_000,
    input: "a new password\n",
    cwd: "/",
  });
  said.push({ args, status, output: stdout + stderr, ...(error && { error: error.code }) });
}

const give = (path) => must("chown", "-h", `${PILOTHOUSE}:${PILOTHOUSE}`, path);
const inDataDir = (name) => `/var/lib/pilothouse/${name}`;
const settings = (text) =>
  writeFileSync(SETTINGS, `data_dir = "/var/lib/pilothouse"\nrouter = "i2pd"\n${text}`);

/** A folder of the service's user with an i2pd.conf in it, for a router that the service runs. */
function router(place) {
  mkdirSync(inDataDir("i2pd"));
  give(inDataDir("i2pd"));
  place(inDataDir("i2pd/i2pd.conf"));
  give(inDataDir("i2pd/i2pd.conf"));
}

const SCENARIOS = {
  /** The program that the settings name is the service's own, as after an update of the router. */
  program: () => {
    mkdirSync(inDataDir("bin"));
    writeFileSync(
      inDataDir("bin/i2pd"),
      `#!${process.execPath}
       const tries = [() => process.seteuid(0), () => process.setuid(0)];
       for (const one of tries) try { one(); } catch {}
       try { require("node:fs").writeFileSync("/etc/victim", "taken"); } catch {}
       try { require("node:fs").writeFileSync("${inDataDir("ran")}", JSON.stringify(process.env)); } catch {}
       console.log("i2pd version 2.45.1 (0.9.57)");`,
      { mode: 0o755 },
    );
    for (const name of ["bin", "bin/i2pd"]) give(inDataDir(name));
    settings('[i2pd]\nbinary = "/var/lib/pilothouse/bin/i2pd"\n');
    pilothouse("doctor");
    said.push({ ran: existsSync(inDataDir("ran")), env: readFileSync(inDataDir("ran"), "utf8") });
  },
  /** i2pd is attached as docs/attach.md says: the service's user reads its data by a group. */
  attached: () => {
    must("usermod", "--append", "--groups", "i2pd", "pilothouse");
    chmodSync("/var/lib/i2pd", 0o750);
    mkdirSync("/etc/pilothouse/i2pd");
    writeFileSync("/etc/pilothouse/i2pd/i2pd.conf", "[i2pcontrol]\nenabled = true\npassword = secret\n");
    for (const [path, mode] of [
      ["/etc/pilothouse/i2pd/i2pd.conf", 0o640],
      ["/etc/pilothouse/i2pd", 0o2750],
    ]) {
      must("chown", `${PILOTHOUSE}:${I2PD}`, path);
      chmodSync(path, mode);
    }
    settings(
      '[i2pd]\nmode = "attach"\ndata_dir = "/var/lib/i2pd"\nconfig = "/etc/pilothouse/i2pd/i2pd.conf"\n',
    );
    pilothouse("doctor", "--json");
  },
  fifo: () => {
    settings("");
    router((conf) => must("mkfifo", conf));
    for (const command of [["doctor"], ["report", "--out", "-"], ["logs"]]) pilothouse(...command);
  },
  /** i2pd.conf says where the log is. */
  log: () => {
    settings("");
    router((conf) => writeFileSync(conf, "log = file\nlogfile = /etc/victim\n"));
    for (const command of [["report", "--out", "-"], ["logs"]]) pilothouse(...command);
  },
  /** The data directory of root in a folder where another user may put something else in its place. */
  open: () => {
    mkdirSync("/var/open");
    chmodSync("/var/open", 0o777);
    mkdirSync("/var/open/data");
    pilothouse("passwd", "--local", "--data-dir", "/var/open/data");
    said.push({ made: existsSync("/var/open/data/pilothouse.db") });
  },
  /** The package's own script, in folders where the service's user has left links. */
  purge: () => {
    const folders = ["/var/lib/pilothouse", "/var/lib/pilothouse-hub", "/etc/pilothouse/i2pd"];
    for (const folder of folders) {
      mkdirSync(`${folder}/below`, { recursive: true });
      symlinkSync("/var/victims", `${folder}/below/link`);
      symlinkSync("/etc/victim", `${folder}/link`);
      linkSync(folder.startsWith("/var") ? "/var/victims/i2pd.conf" : "/etc/victim", `${folder}/hard link`);
    }
    must("sh", fileURLToPath(new URL("../../../../packaging/debian/postrm", import.meta.url)), "purge");
    said.push({ left: folders.filter((folder) => existsSync(folder)) });
  },
  restore: () => {
    const restore = ["restore", backup, "--data-dir", "/var/lib/pilothouse", "--everything"];
    pilothouse(...restore);
    pilothouse(...restore, "--yes");
    said.push({
      settings: readFileSync(SETTINGS, "utf8"),
      made: ["/etc/cron.d", "/etc/victim.new", "/etc/made"].filter((path) => existsSync(path)),
    });
  },
};

freshMachine();
rememberVictims();
SCENARIOS[scenario]();
process.stdout.write(JSON.stringify({ harmed: harm(), said }));
