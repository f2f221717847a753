import { SettingRefused, type Tunnel, type TunnelChange, type TunnelConfig } from "@pilothouse/drivers/port";
import type { TunnelOption } from "@pilothouse/protocol";
import { reason } from "@pilothouse/protocol";
import type { Values } from "../../audit/changes.js";

/** Not an option: the address that belongs to the tunnel's key, so that an undo knows which key it wants back. */
const ADDRESS = "Address";
/** Every tunnel has it. */
const ALWAYS = "StartOnLoad";

/** Tunnels as the record of changes has them: texts by `NAME.Option`. */
export const valuesOf = (tunnels: readonly Tunnel[]): Values =>
  new Map(
    tunnels.flatMap(({ name, config, address }) =>
      [...config, ...(address === undefined ? [] : [[ADDRESS, address] as const])].map(
        ([option, value]) => [`${name}.${option}`, value] as const,
      ),
    ),
  );

type Options = ReadonlyMap<string, string>;

/** By the name of the tunnel; the name of an option has no dot. */
function optionsByName(values: Values): ReadonlyMap<string, Options> {
  const found = new Map<string, Map<string, string>>();
  for (const [key, value] of values) {
    if (value === null) continue;
    const dot = key.lastIndexOf(".");
    const name = key.slice(0, dot);
    found.set(name, (found.get(name) ?? new Map<string, string>()).set(key.slice(dot + 1), value));
  }
  return found;
}

/** What an edit has set of a tunnel whose creation is undone makes no tunnel. */
const byTunnel = (values: Values): ReadonlyMap<string, Options> =>
  new Map([...optionsByName(values)].filter(([, options]) => options.has(ALWAYS)));

/** An option can be put back only where its tunnel still is; a tunnel is made only from all that it had. */
function requireTunnels(before: ReadonlyMap<string, Options>, wanted: Values): void {
  for (const [name, options] of optionsByName(wanted))
    if (!before.has(name) && !(options.has(ALWAYS) && options.has("Type")))
      throw new SettingRefused(
        reason("tunnel.goneOptions", { name, options: [...options.keys()].join(", ") }),
        { key: "Name" },
      );
}

const withoutAddress = (options: Options): TunnelConfig =>
  new Map([...options].filter(([option]) => option !== ADDRESS)) as TunnelConfig;

/** The changes that bring tunnels from these values to those with `wanted` in them. */
export function changesTowards(now: Values, wanted: Values): readonly TunnelChange[] {
  const before = byTunnel(now);
  const after = byTunnel(new Map([...now, ...wanted]));
  requireTunnels(before, wanted);
  const made = new Map([...after].filter(([name]) => !before.has(name)));
  const changes: TunnelChange[] = [];
  for (const [name, options] of before) {
    const same = after.get(name);
    const address = options.get(ADDRESS);
    // One that goes while another comes with its address is only called otherwise.
    const renamed = [...made].find(([, one]) => address !== undefined && one.get(ADDRESS) === address);
    if (same !== undefined) changes.push(...edited(name, options, same));
    else if (renamed === undefined) changes.push({ action: "delete", name });
    else {
      made.delete(renamed[0]);
      changes.push({ action: "edit", name, set: between(options, renamed[1]), newName: renamed[0] });
    }
  }
  for (const [name, options] of made) {
    const kept = options.get(ADDRESS);
    changes.push({
      action: "create",
      name,
      config: withoutAddress(options),
      ...(kept !== undefined && { kept }),
    });
  }
  return changes;
}

function edited(name: string, before: Options, after: Options): readonly TunnelChange[] {
  if (before.get(ADDRESS) !== after.get(ADDRESS))
    throw new SettingRefused(reason("tunnel.otherKey", { name }), { key: "Name" });
  const set = between(before, after);
  return set.size === 0 ? [] : [{ action: "edit", name, set }];
}

function between(before: Options, after: Options): ReadonlyMap<TunnelOption, string | null> {
  const names = new Set([...before.keys(), ...after.keys()]);
  return new Map(
    [...names]
      .filter((name) => name !== ADDRESS && before.get(name) !== after.get(name))
      .map((name) => [name as TunnelOption, after.get(name) ?? null]),
  );
}
