import { INFO_NAMES, WRITABLE_NAMES } from "@pilothouse/client/browser";
import {
  EVENT_KIND_NAMES,
  eventDefinition,
  INFO_KEYS,
  METHOD_NAMES,
  methodDefinition,
  NETWORK_PREFIX,
  networkDefinition,
  ROUTER_INFO,
  SCOPES,
  statMeanings,
} from "@pilothouse/protocol";
import type { WordKind } from "../command/definition.js";
import type { Candidate } from "../command/hooks.js";
import { NETWORK_NAMES } from "../remote/names.js";
import type { Profile } from "../remote/target/profiles.js";
import { SHELLS } from "./scripts.js";

export interface Known {
  readonly commands: readonly Candidate[];
  readonly profiles: ReadonlyMap<string, Profile>;
  /** The routers behind the server of a profile whose names have this part. */
  readonly routers: (profile: string, part: string) => Promise<readonly Candidate[]>;
}

type Words = readonly Candidate[];

const candidate = (value: string, description = ""): Candidate => ({ value, description });
const settingDefinition = (name: (typeof NETWORK_NAMES)[number]) =>
  networkDefinition(`${NETWORK_PREFIX}${name}`);

/** The words of each kind, from the tables that the program itself goes by; undefined for the shell's own files. */
export const WORDS: {
  readonly [K in WordKind]: ((word: string, known: Known) => Words | Promise<Words>) | undefined;
} = {
  command: (_word, { commands }) => commands,
  eventKind: () => EVENT_KIND_NAMES.map((kind) => candidate(kind, eventDefinition(kind).description)),
  file: undefined,
  infoKey: () =>
    INFO_NAMES.map((name, index) =>
      candidate(name, ROUTER_INFO[INFO_KEYS[index] ?? "router.status"].description),
    ),
  method: () => METHOD_NAMES.map((name) => candidate(name, methodDefinition(name).description)),
  networkKey: () => NETWORK_NAMES.map((name) => candidate(name, settingDefinition(name).description)),
  networkAssignment: assignments,
  profile: profileNames,
  router: (word, known) => {
    const [profile = "", part] = word.split(/\/(.*)/s);
    return part === undefined ? profileNames(word, known) : known.routers(profile, part);
  },
  scope: () => Object.entries(SCOPES).map(([name, { description }]) => candidate(name, description)),
  shell: () => SHELLS.map((shell) => candidate(shell)),
  stat: () => statMeanings().map(([name, description]) => candidate(name, description.replaceAll("`", ""))),
};

function profileNames(_word: string, { profiles }: Known): Words {
  return [...profiles].map(([name, { url }]) => candidate(name, url));
}

/** First the setting with its "=", then the values it may have, where the interface lists them. */
function assignments(word: string): readonly Candidate[] {
  const at = word.indexOf("=");
  if (at === -1)
    return WRITABLE_NAMES.map((name) => candidate(`${name}=`, settingDefinition(name).description));
  const name = WRITABLE_NAMES.find((one) => one === word.slice(0, at));
  const values = name && settingDefinition(name).type.schema["enum"];
  return Array.isArray(values) ? values.map((value) => candidate(`${name}=${value}`)) : [];
}
