import { lstatSync } from "node:fs";
import { join } from "node:path";
import { reason, type TunnelOption, type TunnelType } from "@pilothouse/protocol";
import { orNoEntry } from "@pilothouse/system";
import {
  type RouterTunnels,
  type Tunnel,
  type TunnelChange,
  type TunnelPlan,
  TunnelsRolledBack,
  type TunnelsWritten,
} from "../../port.js";
import type { FileChange } from "../file-changes/file-changes.js";
import { type After, type Before, changedTunnels } from "./changed-tunnels.js";
import { checkPorts } from "./checks.js";
import { keyBytes, readKept } from "./kept-keys.js";
import { hasKeyFile, takenOptions } from "./mapping.js";
import { verified } from "./seen-to-work.js";
import { readTunnelFiles, type TunnelPlaces } from "./tunnel-files.js";
import type { TunnelInstance } from "./tunnel-instance.js";
import { describeTunnel } from "./tunnel-states.js";
import { needsRestart, shownFiles, warningsOf, writtenTunnels } from "./written-tunnels.js";

interface Draft {
  readonly before: Before;
  readonly after: After;
  readonly files: readonly FileChange[];
  /** The router has to be restarted for it. */
  readonly restarts: boolean;
}

/**
 * The tunnels of an i2pd. Each of ours has a file of its own in the directory of tunnels; files of others are shown and
 * never changed, unless a tunnel is adopted. i2pd's own reload is not to be relied on, so every change that it has to
 * see is a restart, after which the tunnels are seen to work, or everything is put back.
 */
export class I2pdTunnels implements RouterTunnels {
  constructor(readonly started: () => Promise<TunnelInstance>) {}

  takes(type: TunnelType): readonly TunnelOption[] {
    return takenOptions(type);
  }

  async list(signal: AbortSignal): Promise<readonly Tunnel[]> {
    signal.throwIfAborted();
    return listed(await this.started());
  }

  async plan(changes: readonly TunnelChange[]): Promise<TunnelPlan> {
    const instance = await this.started();
    const { before, after, files, restarts } = await drafted(instance, changes);
    const interrupts = restarts && instance.isUp;
    if (interrupts) instance.changes.requireNoWait();
    const running = before.found.filter(({ own }) => !own?.stopped).map(({ name }) => name);
    const waiting = interrupts && (await instance.settingsWait());
    return {
      interruptsForMs: interrupts ? instance.changes.restartTakesMs : undefined,
      interrupted: interrupts ? running : [],
      files: shownFiles(files),
      warnings: [...warningsOf(before, after), ...(waiting ? [reason("tunnel.settingsToo")] : [])],
    };
  }

  async change(changes: readonly TunnelChange[], sessionSignal?: AbortSignal): Promise<TunnelsWritten> {
    const instance = await this.started();
    return instance.changes.run(async () => {
      const before = await listed(instance);
      const draft = await drafted(instance, changes);
      sessionSignal?.throwIfAborted();
      await instance.changes.change({
        files: draft.files,
        restarts: draft.restarts,
        verify: () => verified(instance, () => listed(instance), before, draft.after),
        rolledBack: (why, cause) =>
          new TunnelsRolledBack(reason("tunnel.rolledBack", { text: why }), { cause }),
      });
      return { before, after: await listed(instance) };
    });
  }

  async key(name: string): Promise<Uint8Array | undefined> {
    const instance = await this.started();
    const places = await instance.tunnelPlaces();
    const found = readTunnelFiles(places).found.find((one) => one.name === name);
    const file = found?.values.get("keys");
    return hasKeyFile(file) ? keyBytes(places.dataDir, file) : undefined;
  }
}

async function drafted(instance: TunnelInstance, changes: readonly TunnelChange[]): Promise<Draft> {
  const { controlDir, mode } = instance.options;
  const tunnels = await instance.placesForChanges();
  const before = situation(tunnels, controlDir);
  const after = changedTunnels(before, changes);
  checkPorts(before, after, await instance.ports());
  const files = writtenTunnels(before, after, { tunnels, controlDir, mode });
  return { before, after, files, restarts: needsRestart(before, after) };
}

function situation(places: TunnelPlaces, controlDir: string): Before {
  return {
    found: readTunnelFiles(places).found,
    kept: readKept(controlDir),
    keyAt: (file) => keyBytes(places.dataDir, file),
    isThere: (file) => orNoEntry(() => lstatSync(join(places.dataDir, file))) !== undefined,
  };
}

async function listed(instance: TunnelInstance): Promise<readonly Tunnel[]> {
  const places = await instance.tunnelPlaces();
  const router = await instance.routerNow();
  return readTunnelFiles(places)
    .found.map((found) => describeTunnel(found, router, places.dataDir))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
