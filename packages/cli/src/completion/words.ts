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
import { SHELLS } from "./scripts.js";

const candidate = (value: string, description = ""): Candidate => ({ value, description });
const settingDefinition = (name: (typeof NETWORK_NAMES)[number]) =>
  networkDefinition(`${NETWORK_PREFIX}${name}`);

type Known = Exclude<WordKind, "command" | "file" | "profile" | "router"> | "networkValue";

/** The words of each kind that is the same everywhere, from the tables that the program itself goes by. */
export const WORDS: { readonly [K in Known]: () => readonly Candidate[] } = {
  eventKind: () => EVENT_KIND_NAMES.map((kind) => candidate(kind, eventDefinition(kind).description)),
  infoKey: () =>
    INFO_NAMES.map((name, index) =>
      candidate(name, ROUTER_INFO[INFO_KEYS[index] ?? "router.status"].description),
    ),
  method: () => METHOD_NAMES.map((name) => candidate(name, methodDefinition(name).description)),
  networkKey: () => NETWORK_NAMES.map((name) => candidate(name, settingDefinition(name).description)),
  networkAssignment: () =>
    WRITABLE_NAMES.map((name) => candidate(`${name}=`, settingDefinition(name).description)),
  /** Where the interface lists them. */
  networkValue: () =>
    WRITABLE_NAMES.flatMap((name) => {
      const values = settingDefinition(name).type.schema["enum"];
      return Array.isArray(values) ? values.map((value) => candidate(`${name}=${value}`)) : [];
    }),
  scope: () => Object.entries(SCOPES).map(([name, allows]) => candidate(name, allows)),
  shell: () => SHELLS.map((shell) => candidate(shell)),
  stat: () => statMeanings().map(([name, description]) => candidate(name, description.replaceAll("`", ""))),
};
