import { type ChildProcess, spawn } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** An installation of Java I2P, or what it is asked to do, is not as it must be. */
export class NotAsWanted extends Error {}

export const INSTALLED = { url: "http://127.0.0.1:7657/jsonrpc/", password: "itoopie" } as const;

const WRAPPER = "i2psvc";
const CONFIG = "wrapper.config";
const READY_WITHIN = 5 * 60_000;
const LAST_LINES = 5;

/** What a router reads that was never started: a console with this interface and nothing else, and no reseed. */
const FILES: { readonly [name: string]: readonly string[] } = {
  "router.config": ["router.reseedDisable=true", "router.updateDisabled=true"],
  "clients.config": [
    "clientApp.0.args=7657 127.0.0.1 ./webapps/",
    "clientApp.0.main=net.i2p.router.web.RouterConsoleRunner",
    "clientApp.0.name=I2P Router Console",
    "clientApp.0.onBoot=true",
    "clientApp.0.startOnLoad=true",
  ],
  "webapps.config": [
    ...["i2psnark", "i2ptunnel", "imagegen", "susidns", "susimail"].map(
      (name) => `webapps.${name}.startOnLoad=false`,
    ),
    "webapps.jsonrpc.startOnLoad=true",
  ],
};

/** Throws a sentence unless this is the directory of an installed Java I2P. */
export function requireInstallation(dir: string): void {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new NotAsWanted(`${dir} is not a directory`);
  for (const [name, mode] of [
    [WRAPPER, constants.X_OK],
    [CONFIG, constants.R_OK],
  ] as const)
    try {
      accessSync(join(dir, name), mode);
    } catch {
      throw new NotAsWanted(
        `${dir} has no ${name} that this user may ${mode === constants.X_OK ? "run" : "read"}: name the directory that Java I2P's installer has made`,
      );
    }
}

/** A router may run only where it reaches nobody. */
export function requireIsolation(): void {
  const links = readFileSync("/proc/self/net/dev", "utf8").trim().split("\n").slice(2);
  if (links.some((link) => !link.trim().startsWith("lo:")))
    throw new NotAsWanted("Java I2P may run only in a network of its own: use `npm run java-i2p -- DIR`");
}

/**
 * A real Java I2P, run by its own wrapper. Its configuration is in a directory of its own: that of the user who installed
 * it is neither read nor written.
 */
export class InstalledJava {
  #child: ChildProcess | undefined;
  /** How it ended; undefined while it runs. */
  ended: string | undefined;
  #ending: Promise<unknown> = Promise.resolve();

  constructor(
    readonly dir: string,
    /** Made if it is not there. */
    readonly home: string,
  ) {}

  /** Resolves when the router answers; rejects with how it ended if it does before. */
  async start(readyWithin = READY_WITHIN): Promise<void> {
    requireInstallation(this.dir);
    requireIsolation();
    mkdirSync(this.home, { recursive: true });
    for (const [name, lines] of Object.entries(FILES))
      if (!existsSync(join(this.home, name))) writeFileSync(join(this.home, name), `${lines.join("\n")}\n`);
    this.#spawn();
    for (const end = Date.now() + readyWithin; !(await answers()); ) {
      if (this.ended !== undefined) throw new NotAsWanted(`Java I2P did not start: ${this.ended}`);
      if (Date.now() > end) {
        await this.end();
        throw new NotAsWanted(`Java I2P did not answer within ${readyWithin / 1_000} s${this.#lastLines()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  /** Ends it at once, with all its processes. */
  async end(): Promise<void> {
    // The wrapper first: it would start the router again.
    this.#child?.kill("SIGKILL");
    await this.#ending;
    const session = this.#child?.pid;
    for (let left = inSession(session); left.length > 0; left = inSession(session)) {
      for (const pid of left) kill(pid);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #spawn(): void {
    const properties = {
      "wrapper.java.additional.90": `-Di2p.dir.config=${this.home}`,
      "wrapper.java.additional.91": "-Djava.awt.headless=true",
      "wrapper.logfile": this.#log,
      // Tests end it more often than a wrapper bears.
      "wrapper.max_failed_invocations": "1000000",
    };
    const args = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
    const child = spawn(join(this.dir, WRAPPER), [join(this.dir, CONFIG), ...args], {
      // A session of its own, by which its processes are found: the wrapper gives the router a process group.
      detached: true,
      stdio: "ignore",
      cwd: this.home,
    });
    this.#child = child;
    this.ended = undefined;
    this.#ending = new Promise<void>((resolve) => {
      const over = (how: string) => {
        this.ended ??= `${how}${this.#lastLines()}`;
        resolve();
      };
      child.once("error", ({ message }) => over(message));
      child.once("exit", (code, signal) =>
        over(signal === null ? `exit code ${code}` : `killed by ${signal}`),
      );
    });
  }

  get #log(): string {
    return join(this.home, "wrapper.log");
  }

  #lastLines(): string {
    try {
      const lines = readFileSync(this.#log, "utf8").trimEnd().split("\n").slice(-LAST_LINES);
      return `; its log ends with\n${lines.join("\n")}`;
    } catch {
      return "; it wrote no log";
    }
  }
}

/** The processes of a session that have not ended. */
const inSession = (session: number | undefined): readonly number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        // After the name of the program, which may hold anything.
        const [state, , , itsSession] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return Number(itsSession) === session && state !== "Z";
      } catch {
        return false;
      }
    })
    .map(Number);

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
}

async function answers(): Promise<boolean> {
  const body = JSON.stringify({
    ...{ jsonrpc: "2.0", id: "1", method: "Authenticate" },
    params: { API: 1, Password: INSTALLED.password },
  });
  try {
    const signal = AbortSignal.timeout(20_000);
    const reply = await fetch(INSTALLED.url, {
      method: "POST",
      body,
      signal,
      headers: { Connection: "close" },
    });
    return (await reply.text()).includes('"Token"');
  } catch {
    return false;
  }
}
