import {
  duration,
  flag,
  integer,
  path,
  program,
  type SettingDefinitions,
  type SettingType,
  texts,
  type ValuesOf,
} from "@pilothouse/system";

const EMBEDDED = "embedded";

const isAddress = (one: string): boolean => /^(tls|nats):\/\/[^/\s]+$/.test(one);

/** "embedded", or addresses. */
const busPlace: SettingType<readonly string[]> = {
  wants: `"${EMBEDDED}", or addresses such as "tls://nats-a.example:4222"`,
  fromText: (value) => checked(texts.fromText(value)),
  fromToml: (value) => checked(value === EMBEDDED ? [EMBEDDED] : texts.fromToml(value)),
  toToml: (value) => {
    const list = value as readonly string[];
    return list[0] === EMBEDDED ? JSON.stringify(EMBEDDED) : texts.toToml(list);
  },
};

const checked = (list: readonly string[] | undefined): readonly string[] | undefined =>
  list !== undefined &&
  list.length > 0 &&
  (list.every(isAddress) || (list.length === 1 && list[0] === EMBEDDED))
    ? list
    : undefined;

/** Settings of a hub; a service with a router has no use for them. */
export const HUB_ROWS = {
  "hub.bus": {
    type: busPlace,
    default: [EMBEDDED],
    description:
      "The bus of the hub's fleet: embedded (a nats-server that the hub starts), or addresses of NATS servers that are there.",
    redact: "host",
  },
  "hub.bus_port": {
    type: integer(0, 65_535),
    default: 7651,
    description: "Port on which the embedded bus listens for nodes; 0 picks a free one.",
  },
  "hub.shared": {
    type: flag,
    default: false,
    description:
      "Whether several hubs manage the fleet together. What operators wrote is then also kept by the servers that hub.bus names (JetStream, version 2.10.27 or later). All hubs need the same fleet-keys.json.",
  },
  "hub.addresses": {
    type: texts,
    default: [],
    description:
      "Addresses at which nodes find the bus, if not those of this machine: tls://hub.example:7651.",
    redact: "host",
  },
  "hub.offline_alert": {
    type: duration,
    default: 300_000,
    description: "How long a node must be offline before you are notified of it.",
    live: true,
  },
  "hub.nats_server": {
    type: program,
    default: "nats-server",
    description: "The program of the embedded bus, as Debian's package nats-server has it.",
  },
  "hub.bus_ca": {
    type: path,
    description:
      "Certificate (PEM) of the CA that signed those of the NATS servers of hub.bus, if it is not a public CA.",
  },
} as const satisfies SettingDefinitions;

export type HubSettings = ValuesOf<typeof HUB_ROWS>;
export const HUB_SETTINGS = { name: "hub", settings: HUB_ROWS } as const;
