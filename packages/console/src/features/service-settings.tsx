import type { Result, ServiceSetting, ServiceValue } from "@pilothouse/protocol";
import type { PageName } from "../page-names.js";
import { type Base, isNewer, useBase } from "../parts/meanwhile/base.js";
import { ChangedMeanwhile } from "../parts/meanwhile/changed-meanwhile.js";
import { newerServiceChanges } from "../parts/meanwhile/newer-changes.js";
import { Notice } from "../parts/notice.js";
import { useCell } from "../state/cell.js";
import { type Loaded, useAppState, useI18n, useLoaded } from "../state/hooks.js";
import { usePageTexts } from "../state/page-texts.js";

export type ServiceValues = { readonly [name: string]: ServiceValue };

export interface ServiceSettings {
  readonly loaded: Omit<Loaded<Result<"pilothouse.settings">>, "replace">;
  /** Undefined until loaded. */
  readonly get: (name: string) => ServiceSetting | undefined;
  /** Where the settings are set, if they cannot be changed here. */
  readonly fixedAt: (...names: readonly string[]) => string | undefined;
  readonly base: Base;
  /** Resolves when the service has them on disk. */
  readonly save: (values: ServiceValues) => Promise<void>;
}

/** The settings of the service that can be changed while it runs. */
export function useServiceSettings(page: PageName): ServiceSettings {
  const { session, drafts } = useAppState();
  const loaded = useLoaded(() => session.call("pilothouse.settings", {}), [session]);
  const isEdited = useCell(drafts.pages).includes(page);
  const base = useBase(drafts, page, loaded.value?.revision, isEdited);
  const get = (name: string) => loaded.value?.settings.find((one) => one.name === name);
  return {
    loaded,
    get,
    fixedAt: (...names) =>
      names.map(get).find((one) => one !== undefined && !["default", "run time"].includes(one.source))?.where,
    base,
    save: async (set) => {
      const { revision: ifRevision } = base;
      const params = { set, ...(ifRevision !== undefined && { ifRevision }) };
      try {
        const saved = await session.call("pilothouse.settings", params);
        loaded.replace(saved);
        base.set(saved.revision);
      } catch (error) {
        // Shows what is there now.
        if (isNewer(error)) await loaded.reload();
        throw error;
      }
    },
  };
}

interface SettingsMeanwhileProps {
  readonly settings: ServiceSettings;
  /** What is typed, by setting. */
  readonly mine: ServiceValues;
  readonly onTheirs: () => void;
}

/** Says so if somebody has changed settings of the service while a form of them is edited. */
export function SettingsMeanwhile({ settings: { loaded, base }, mine, onTheirs }: SettingsMeanwhileProps) {
  const { session } = useAppState();
  const { revision = 0 } = loaded.value ?? {};
  if (!base.isOld) return null;
  return (
    <ChangedMeanwhile
      load={() => newerServiceChanges(session, revision - (base.revision ?? 0))}
      revision={revision}
      mine={new Map(Object.entries(mine).map(([name, value]) => [name, textOf(value)]))}
      onKeep={() => base.set(revision)}
      onTheirs={() => {
        onTheirs();
        base.set(revision);
      }}
    />
  );
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
