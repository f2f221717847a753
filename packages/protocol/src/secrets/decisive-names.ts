import { holdsSecret } from "./secret-setting.js";

/**
 * Of Java I2P: what decides whose software it installs, whose list of routers it trusts, or whom it lets in. It takes
 * such changes from everyone with its password; the driver of i2pd refuses them altogether (`guard/rules.ts`). Of i2pd:
 * where its console is, since the service sends the password of that there.
 */
const DECISIVE: ReadonlySet<string> = new Set(
  [
    "router.trustedUpdateKeys",
    "router.newsURL",
    "router.updateURL",
    "router.updateUnsigned",
    "router.updateUnsignedURL",
    "router.updateDevSU3",
    "router.updateDevSU3URL",
    "i2p.reseedURL",
    "router.reseedSSLRequired",
    "routerconsole.auth.enable",
    "i2cp.auth",
    "i2cp.hostname",
    "i2cp.tcp.bindAllInterfaces",
    "http.address",
    "http.port",
    "http.webroot",
  ].map((name) => name.toLowerCase()),
);

/** Whether a setting may be written only with the scope `all`: it holds a secret, or gives power over the router. */
export const isReserved = (name: string, value: string): boolean =>
  DECISIVE.has(name.toLowerCase()) || holdsSecret(name, value);
