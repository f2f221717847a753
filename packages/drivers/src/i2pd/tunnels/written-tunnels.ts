import { isUtf8 } from "node:buffer";
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Reason, reason } from "@pilothouse/protocol";
import { bytesAt, isLoopbackAddress } from "@pilothouse/system";
import type { TunnelPlan } from "../../port.js";
import type { FileChange } from "../file-changes/file-changes.js";
import type { I2pdOptions } from "../options.js";
import type { After, Before } from "./changed-tunnels.js";
import { linesOf } from "./ini.js";
import { keptPath, keptUnknown } from "./kept-keys.js";
import { hasKeyFile, isServer, refused } from "./mapping.js";
import { type OwnTunnel, ownFileName, ownText } from "./own-file.js";
import type { Found, TunnelPlaces } from "./tunnel-files.js";

const SECRET = 0o600;
/** i2pd may be another user's, and keys are not in these files. */
const READABLE = 0o644;

interface Places {
  readonly tunnels: TunnelPlaces;
  readonly controlDir: string;
  readonly mode: I2pdOptions["mode"];
}

/** What a change of tunnels means for the files. */
export function writtenTunnels(before: Before, after: After, places: Places): readonly FileChange[] {
  const { tunnels, controlDir } = places;
  if (places.mode === "attach" && [...after.keys.values()].some((bytes) => bytes !== undefined))
    requireReadable(tunnels.dataDir);
  const keys = [...after.keys].map(([file, becomes]) => secret(join(tunnels.dataDir, file), becomes));
  return [
    ...ownFiles(before, after, places),
    ...commentedOut(after.adopted),
    ...keys,
    ...newKeys(before, after, places),
    ...keptKeys(before, after, controlDir),
  ];
}

/** A key is for its owner alone, so that must be the user of the router. */
function requireReadable(dataDir: string): void {
  const us = process.geteuid?.() ?? 0;
  const { uid } = statSync(dataDir);
  if (us !== 0 && uid !== us)
    throw refused(
      "Key",
      `${dataDir} is that of user ${uid}, who could not read a key that this service puts there: put it there on the machine itself`,
    );
}

const secret = (path: string, becomes: Uint8Array | undefined): FileChange => ({
  path,
  becomes,
  mode: SECRET,
});

function ownFiles(before: Before, after: After, { tunnels, mode }: Places): readonly FileChange[] {
  const was = new Map(before.found.flatMap(({ file, own }) => (own === undefined ? [] : [[file, own]])));
  const is = new Map([...after.own.values()].map((own) => [join(tunnels.dir, ownFileName(own)), own]));
  const access = mode === "supervise" ? SECRET : READABLE;
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path) => {
    const own = is.get(path);
    if (isEqual(own, was.get(path))) return [];
    return { path, becomes: own && ownText(own), mode: access };
  });
}

const isEqual = (one: OwnTunnel | undefined, other: OwnTunnel | undefined): boolean =>
  one !== undefined && other !== undefined && ownText(one) === ownText(other);

/** The lines of adopted tunnels become comments in the files where they were; nothing else of these changes. */
function commentedOut(adopted: readonly Found[]): readonly FileChange[] {
  return [...new Set(adopted.map(({ file }) => file))].map((file) => {
    const tunnels = adopted.filter((one) => one.file === file);
    const bytes = bytesAt(file) ?? Buffer.alloc(0);
    if (!isUtf8(bytes)) throw refused("Name", `${file} holds bytes that are no UTF-8 text`);
    const lines = linesOf(bytes.toString("utf8")).map((line, at) =>
      tunnels.some(({ lines: [from, to] }) => at >= from && at < to) && /\S/.test(line) ? `# ${line}` : line,
    );
    return { path: realpathSync(file), becomes: lines.join(""), mode: READABLE };
  });
}

/** The keys that the router is about to make. */
function newKeys(before: Before, after: After, { tunnels, controlDir }: Places): readonly FileChange[] {
  return [...after.own.values()].flatMap(({ name, values, stopped }) => {
    const file = values.get("keys");
    if (stopped || !hasKeyFile(file) || after.keys.has(file) || before.isThere(file)) return [];
    return { ...secret(join(tunnels.dataDir, file), undefined), aside: keptUnknown(controlDir, name) };
  });
}

function keptKeys(before: Before, after: After, controlDir: string): readonly FileChange[] {
  const is = new Map(
    [...after.kept].map(([address, { name }]) => [keptPath(controlDir, name, address), address]),
  );
  const gone = before.kept.filter(({ path }) => !is.has(path)).map(({ path }) => secret(path, undefined));
  const put = [...is].flatMap(([path, address]) =>
    after.touched.has(address) ? secret(path, after.kept.get(address)?.bytes) : [],
  );
  return [...gone, ...put];
}

/** Whether the router has to be restarted for it. */
export function needsRestart(before: Before, after: After): boolean {
  const was = before.found.filter(({ own, fault }) => !own?.stopped && fault === undefined);
  const foreign = was.filter((one) => one.own === undefined && !after.adopted.includes(one));
  const is = [...after.own.values()].filter(({ stopped }) => !stopped);
  return after.restart || asText(was) !== asText([...foreign, ...is]);
}

const asText = (tunnels: readonly Pick<Found, "name" | "values">[]): string =>
  JSON.stringify(tunnels.map(({ name, values }) => JSON.stringify([name, ...[...values].sort()])).sort());

const HIDDEN = /pass|priv|psk|\.dh\./i;

/** The files of a plan, for people. */
export const shownFiles = (changes: readonly FileChange[]): TunnelPlan["files"] =>
  changes.map(({ path, becomes, aside }) => {
    if (typeof becomes === "string") return { path, becomes: withoutSecrets(becomes) };
    // One that is put aside if it is put back is made by the router.
    return { path, becomes: becomes === undefined && aside === undefined ? null : "(a private key)" };
  });

const withoutSecrets = (text: string): string =>
  text.replace(/^([^=\n]*)=.*$/gm, (line, name: string) => (HIDDEN.test(name) ? `${name}= (hidden)` : line));

/** What a person should know before. */
export function warningsOf(before: Before, after: After): readonly Reason[] {
  const was = new Map(before.found.map(({ name, values }) => [name, values.get("address")]));
  const open = [...after.own.values()].flatMap(({ name, values }) => {
    const address = values.get("address") ?? "127.0.0.1";
    if (isServer(values) || isLoopbackAddress(address) || was.get(name) === address) return [];
    return reason("tunnel.openPort", { port: values.get("port") ?? "", name, address });
  });
  const lost = before.kept.filter(({ address }) => !after.kept.has(address));
  return [
    ...open,
    ...after.adopted.map(({ name, file }) => reason("tunnel.comments", { name, file })),
    ...lost.map(({ name, address }) => reason("tunnel.keyLost", { name, address })),
  ];
}
