import { statSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Finding,
  isEveryAddress,
  isLoopback,
  isThisMachine,
  modeText,
  ok,
  orNoEntry,
  orNone,
  problem,
  reachedAt,
  textAt,
} from "@pilothouse/system";
import type { ControlPlace, ControlServices, Situation } from "../../driver.js";
import { has } from "../../i2pd-wire/quirks.js";
import { settingsOf } from "../config/conf.js";
import { controlPlace } from "../config/control-settings.js";
import { CONTROL } from "../guard/guard.js";
import { isOn } from "../guard/rules.js";
import type { ServiceSettings } from "../settings.js";
import { placed } from "./placed.js";
import { i2pdVersion } from "./program.js";

/** Where i2pd puts its control service by default. */
export const I2PD_USUAL: readonly ControlPlace[] = [
  {
    url: "https://127.0.0.1:7650/",
    whose: "i2pd's control service",
    factory: false,
    todo: 'i2pd never checks a token: set enabled = false under [i2pcontrol] in i2pd.conf and restart i2pd; or let Pilothouse manage it (router = "i2pd"), which closes it to others',
  },
];

const NONE: ControlServices = { places: [], findings: [] };

export async function i2pdControl(situation: Situation<ServiceSettings>): Promise<ControlServices> {
  const { i2pd, run } = placed(situation) ?? {};
  const text = i2pd && orNone(() => textAt(i2pd.config));
  if (i2pd === undefined || run === undefined || text === undefined) return NONE;
  const settings = settingsOf(text);
  if (!isOn(settings.get(`${CONTROL}enabled`) ?? ""))
    return {
      places: [],
      findings: [ok("i2pd's control service is off; the service switches it on for itself")],
    };
  const { address, port } = controlPlace(settings);
  if (port === "0") return { places: [], findings: [checkSocket(address)] };
  const version = await i2pdVersion(i2pd, run, () => {}).catch(() => undefined);
  const place: ControlPlace = {
    url: `https://${reachedAt(address, port)}/`,
    whose: "i2pd's control service",
    factory: false,
    ...(isLoopback(address)
      ? {
          needed: true,
          todo:
            i2pd.mode === "supervise" && version !== undefined && has(version.version, "unixSocket")
              ? "restart the service: this i2pd can listen on a socket that only the service can use"
              : 'keep users you do not trust off this machine, or use i2pd 2.57 or newer with i2pd.mode = "supervise"',
        }
      : { todo: CLOSE }),
  };
  return {
    places: isEveryAddress(address) || isThisMachine(address) ? [place] : [],
    findings: isLoopback(address)
      ? []
      : [
          problem(
            `i2pd's control service is set to listen on ${address}: anyone who can connect can control the router`,
            CLOSE,
          ),
        ],
  };
}

const CLOSE =
  "restart the service, which sets address = 127.0.0.1 under [i2pcontrol] in i2pd.conf; or do so and restart i2pd";

/** A socket is protected by the directory it is in. */
function checkSocket(path: string): Finding {
  const stat = orNoEntry(() => statSync(dirname(path)));
  if (stat === undefined) return ok("i2pd's control service is to listen on a socket that is not there yet");
  return (stat.mode & 0o077) === 0
    ? ok("i2pd's control service listens on a socket that only the service can use")
    : problem(
        `others can enter ${dirname(path)} (${modeText(stat.mode)}), where i2pd's control service has its socket`,
        `chmod 700 ${dirname(path)}`,
      );
}
