import { ask, type NetworkName, type NetworkWrites } from "@pilothouse/client";
import type { Context } from "../../command/context.js";
import { assignments, NETWORK_NAMES, networkName } from "../../remote/names.js";
import { withClient } from "../../remote/session.js";
import { Complaint } from "../../terminal/exit.js";
import { settingSays, shownSetting } from "../../terminal/shown.js";
import { RESTART_HINT, written } from "./advanced.js";

type Values = { readonly [N in NetworkName]?: string | null };

/** The network settings as they are saved. */
export async function netGet(context: Context, [typed]: [readonly string[]]): Promise<void> {
  const { out } = context;
  const names = typed.length > 0 ? [...new Set(typed.map(networkName))] : NETWORK_NAMES;
  const values = await withClient(context, async ({ client, signal }): Promise<Values> => {
    if (typed.length > 0) return client.networkSetting.read(names, { signal });
    // The detected address goes alone: Java I2P fails every request that asks for it.
    const [all, detected] = await client.batch([ask.networkRead(), ask.networkRead(["ssu.detectedip"])], {
      signal,
    });
    if (!all.ok) throw all.error;
    return detected.ok ? { ...all.value, ...detected.value } : all.value;
  });
  out.result(values, () =>
    out.table(
      names
        .filter((name) => values[name] !== undefined || typed.length > 0)
        .map((name) => {
          const value = values[name];
          const shown = value === undefined ? "(the server has no such setting)" : shownSetting(name, value);
          return [name, shown, out.paint("dim", settingSays(name))];
        }),
    ),
  );
}

/** Writes network settings, all of them or none. */
export async function netSet(
  context: Context,
  [typed]: [readonly string[]],
  { dryRun }: { readonly dryRun?: true },
): Promise<void> {
  const { out } = context;
  const writes = assignments(typed, networkName);
  const names = Object.keys(writes) as NetworkName[];
  const done = await withClient(context, async ({ client, target, signal }) => {
    // What the interface does not allow is refused here, before anything is sent, also in a dry run.
    const write = ask.networkWrite(writes as NetworkWrites);
    // All of them: a router that has one limit for both directions changes the other one as well.
    const all = async (): Promise<Values> => client.networkSetting.read(undefined, { signal });
    const before = await all();
    if (dryRun) return { before, after: writes as Values, saved: false, restartNeeded: undefined };
    const { saved, restartNeeded } = await written(
      client,
      signal,
      client.batch([write], { signal }).then(([outcome]) => {
        if (!outcome.ok) throw outcome.error;
        return outcome.value;
      }),
    );
    if (!saved) throw new Complaint(`${target.url} did not save ${names.join(", ")}`);
    return { before, after: await all(), saved, restartNeeded };
  });
  const also = dryRun ? [] : changedBeside(names, done.before, done.after);
  const shown = [...names, ...also];
  const { saved, restartNeeded } = done;
  const [before, after] = [only(shown, done.before), only(shown, done.after)];
  out.result({ before, after, saved, restartNeeded, dryRun: dryRun === true }, () =>
    out.table(
      shown.map((name) => [
        name,
        shownSetting(name, before[name] ?? null),
        "→",
        out.paint("green", shownSetting(name, after[name] ?? null)),
      ]),
    ),
  );
  if (dryRun) out.note("Nothing was written (--dry-run).");
  if (also.length > 0) out.note(`This router changed ${also.join(", ")} with it.`);
  if (restartNeeded) out.note(RESTART_HINT);
}

/** Settings that were not written and have another value than before. */
const changedBeside = (written: readonly NetworkName[], before: Values, after: Values): NetworkName[] =>
  NETWORK_NAMES.filter(
    (name) => !written.includes(name) && after[name] !== undefined && after[name] !== before[name],
  );

const only = (names: readonly NetworkName[], values: Values): Values =>
  Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
