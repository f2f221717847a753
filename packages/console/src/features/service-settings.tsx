import type { ServiceSetting, ServiceValue } from "@pilothouse/protocol";
import { Notice } from "../parts/notice.js";
import { type Loaded, useAppState, useI18n, useLoaded } from "../state/hooks.js";
import { usePageTexts } from "../state/page-texts.js";

export type ServiceValues = { readonly [name: string]: ServiceValue };

export interface ServiceSettings {
  readonly loaded: Omit<Loaded<unknown>, "replace">;
  /** Undefined until loaded. */
  readonly get: (name: string) => ServiceSetting | undefined;
  /** Where the settings are set, if they cannot be changed here. */
  readonly fixedAt: (...names: readonly string[]) => string | undefined;
  /** Resolves when the service has them on disk. */
  readonly save: (values: ServiceValues) => Promise<void>;
}

/** The settings of the service that can be changed while it runs. */
export function useServiceSettings(): ServiceSettings {
  const { session } = useAppState();
  const loaded = useLoaded(() => session.call("pilothouse.settings", {}), [session]);
  const get = (name: string) => loaded.value?.settings.find((one) => one.name === name);
  return {
    loaded,
    get,
    fixedAt: (...names) =>
      names.map(get).find((one) => one !== undefined && !["default", "run time"].includes(one.source))?.where,
    save: async (set) => loaded.replace(await session.call("pilothouse.settings", { set })),
  };
}

export const textOf = (value: ServiceValue | undefined): string =>
  value == null ? "" : Array.isArray(value) ? value.join(", ") : String(value);

export const listIn = (value: ServiceValue | undefined): readonly string[] =>
  Array.isArray(value) ? value : [];

/** Says where a setting is set, if it cannot be changed here. */
export function FixedNotice({ where }: { readonly where: string | undefined }) {
  const { fill } = useI18n();
  const { notifications: words } = usePageTexts();
  return where === undefined ? null : <Notice tone="info">{fill(words.fixed, { where })}</Notice>;
}
