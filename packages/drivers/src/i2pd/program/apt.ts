import { reason } from "@pilothouse/protocol";
import { lastLine, type Outcome, type Run } from "@pilothouse/system";
import { type FoundUpdate, NotPossible, type PackageUpdates, type Updated, updated } from "../../port.js";

const QUIET = { DEBIAN_FRONTEND: "noninteractive" };
/** Mirrors can be slow, and another apt may hold the lock for a while. */
const PATIENCE = 900_000;

interface Versions {
  readonly installed: string;
  readonly candidate: string;
}

/** Updates from Debian's archive, which apt checks by its signature. Undefined for a file of no package. */
export async function aptUpdates(
  binary: string,
  run: Run,
  privileged = process.getuid?.() === 0,
): Promise<PackageUpdates | undefined> {
  const owner = await run(["dpkg-query", "--search", binary]).catch(() => undefined);
  const name = owner?.code === 0 ? /^([a-z0-9][a-z0-9+.-]+)(?::\S+)?: /.exec(owner.stdout)?.[1] : undefined;
  return name === undefined ? undefined : new AptUpdates(name, run, privileged);
}

class AptUpdates implements PackageUpdates {
  constructor(
    readonly name: string,
    readonly run: Run,
    /** Whether we may fetch lists and install. */
    readonly privileged: boolean,
  ) {}

  /** Reads the lists that are there. Callers may look for updates as often as they like, so it never fetches lists. */
  async find(signal: AbortSignal): Promise<FoundUpdate> {
    try {
      const versions = await this.#policy(signal);
      return (await this.#isNewer(versions, signal)) && { version: versions.candidate };
    } catch (error) {
      if (error instanceof NotPossible) return error.why ?? error.message;
      throw error;
    }
  }

  async update(signal: AbortSignal, progress: (message: string) => void): Promise<Updated> {
    const name = { package: this.name };
    try {
      progress("Reading the package lists");
      // Other users cannot fetch them.
      if (this.privileged) await this.#apt(["update"], signal);
      const before = await this.#policy(signal);
      if (!(await this.#isNewer(before, signal)))
        return updated("none", reason("update.newestPackage", { ...name, version: before.installed }));
      if (!this.privileged)
        throw new NotPossible(reason("update.mayNot", { ...name, version: before.candidate }));
      signal.throwIfAborted();
      progress(`Installing ${this.name} ${before.candidate}`);
      // Not called off half-way: that would leave the package half installed.
      await this.#apt(["-o", "Dpkg::Options::=--force-confold", "install", "--only-upgrade", this.name]);
      const { installed: version } = await this.#policy();
      return updated("installed", reason("update.readyPackage", { ...name, version }), version);
    } catch (error) {
      if (error instanceof NotPossible) return updated("failed", error.why ?? error.message);
      throw error;
    }
  }

  async #policy(signal?: AbortSignal): Promise<Versions> {
    const { stdout } = await this.run(["apt-cache", "policy", this.name], { ...(signal && { signal }) });
    const [installed, candidate] = ["Installed", "Candidate"].map(
      (word) => new RegExp(`^  ${word}: (\\S+)$`, "m").exec(stdout)?.[1],
    );
    if (installed === undefined || candidate === undefined || candidate === "(none)")
      throw new NotPossible(reason("update.noPackage", { package: this.name }));
    return { installed, candidate };
  }

  async #isNewer({ installed, candidate }: Versions, signal: AbortSignal): Promise<boolean> {
    const { code } = await this.run(["dpkg", "--compare-versions", candidate, "gt", installed], { signal });
    return code === 0;
  }

  async #apt(args: readonly string[], signal?: AbortSignal): Promise<Outcome> {
    const argv = ["apt-get", "--quiet", "--yes", "-o", "DPkg::Lock::Timeout=300", ...args];
    const outcome = await this.run(argv, { ...(signal && { signal }), timeout: PATIENCE, env: QUIET });
    // If apt cannot fetch the lists, it warns, uses older ones, and exits with success.
    const complaint = outcome.stderr
      .split("\n")
      .find((line) => /^(E|W): .*(fail|unable|not signed|GPG)/i.test(line));
    if (outcome.code !== 0 || complaint !== undefined)
      throw new NotPossible(
        reason("update.apt", { what: String(args.at(-1)), text: complaint ?? lastLine(outcome.stderr) }),
      );
    return outcome;
  }
}
