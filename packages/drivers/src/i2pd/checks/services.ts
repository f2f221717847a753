import { type Check, type Finding, isLoopback, ok, problem, warning } from "@pilothouse/system";
import { USUAL_PORTS } from "../quirks.js";
import { type Options, optionsOf } from "./conf.js";
import type { Placed } from "./placed.js";

/** The services i2pd offers to programs, by the section of its file, as people know them. */
const FOR_PROGRAMS = [
  { section: "httpproxy", title: "HTTP proxy" },
  { section: "socksproxy", title: "SOCKS proxy" },
  { section: "sam", title: "SAM" },
  { section: "bob", title: "BOB" },
  { section: "i2cp", title: "I2CP" },
] as const;
const CONSOLE = { section: "http", title: "own console" } as const;

type Offered = (typeof FOR_PROGRAMS)[number] | typeof CONSOLE;

/** What i2pd opens to others on the machine, or beyond it. Its control service has a check of its own. */
export const i2pdServices: Check<Placed> = {
  name: "i2pd services",
  look: ({ i2pd }) => {
    const options = optionsOf(i2pd);
    const on = FOR_PROGRAMS.filter(({ section }) => options.isOn(`${section}.enabled`));
    const far = on.filter((one) => !isLoopback(addressOf(one, options)));
    const near = on.filter((one) => !far.includes(one));
    const places = near.map((one) => `${one.title} (${placeOf(one, options)})`).join(", ");
    const found = [
      ...(options.isOn("http.enabled") ? [consoleOf(options, i2pd.config)] : []),
      ...far.map((one) => reachable(one, options, i2pd.config)),
      ...(near.length === 0
        ? []
        : [
            warning(
              `every user of this machine can use i2pd's ${places}`,
              `if they should not, switch off what you do not need: pilothouse advanced set ${near.map(({ section }) => `${section}.enabled=false`).join(" ")}; then: pilothouse restart`,
            ),
          ]),
    ];
    return found.length > 0 ? found : [ok("i2pd opens nothing to the other users of this machine")];
  },
};

const addressOf = ({ section }: Offered, { get }: Options): string =>
  get(`${section}.address`) || "127.0.0.1";
const placeOf = (one: Offered, options: Options): string =>
  `${addressOf(one, options)}:${options.get(`${one.section}.port`) || USUAL_PORTS[one.section]}`;

const reachable = (one: Offered, options: Options, config: string): Finding =>
  problem(
    `other machines can use i2pd's ${one.title} (${placeOf(one, options)})`,
    `set address = 127.0.0.1 under [${one.section}] in ${config}, then: pilothouse restart`,
  );

function consoleOf(options: Options, config: string): Finding {
  if (!isLoopback(addressOf(CONSOLE, options))) return reachable(CONSOLE, options, config);
  if (options.isOn("http.auth")) return ok("i2pd's own console asks for a password");
  return problem(
    `every user of this machine can stop the router on i2pd's own console (${placeOf(CONSOLE, options)})`,
    `set auth = true and pass = a password, or enabled = false, under [http] in ${config}, then: pilothouse restart`,
  );
}
