/** What is known of the settings of one program. `*` stands for any text, and capitals do not count. */
interface NamesOf {
  /** These hold secrets. */
  readonly secret: readonly string[];
  /** These sound as if they did: they are switches, numbers, or names of files. */
  readonly harmless: readonly string[];
  /** The long values of these are public: hashes of other routers, public keys. */
  readonly open?: readonly string[];
}

/**
 * Names of settings, by the program that has them. All of them count everywhere: a hub, a template, the console and the
 * record of earlier changes do not know which router a setting is of.
 */
export const SETTING_NAMES = {
  "Java I2P": {
    secret: [
      // Private keys of the transports, and the keys that they are greeted with.
      "i2np.ntcp2.sp",
      "i2np.ssu2.sp",
      "i2np.ssu2.ikey",
      "i2np.udp.introKey",
      // Logins of its console, its clients and its proxies: .password, .b64, .md5, .crypt, .shash.
      "routerconsole.auth.*",
      "routerconsole.cookie",
      "i2cp.auth.*",
      "sam.auth.*",
      "proxy.auth.*",
      "*.password",
      "*.shash",
      "*.md5",
      "*.crypt",
      "*.b64",
      "consolePassword",
      // Passwords of its own for proxies and key stores, with their newer names.
      "router.reseedProxy.auth",
      "router.reseedProxy.auth.*",
      "*.keystorePassword",
      "*.keyPassword",
      "*.ssl.key.auth",
      "*.ssl.key.auth.*",
      "*.ssl.keystore.auth",
      "*.ssl.keystore.auth.*",
      // Keys and passwords of tunnels.
      "*i2cp.leaseSetSecret",
      "*i2cp.leaseSetKey",
      "*i2cp.leaseSetPrivKey",
      "*i2cp.leaseSetPrivateKey",
      "*i2cp.leaseSetSigningPrivateKey",
      "*i2cp.leaseSetClient.*",
      "*inbound.randomKey",
      "*outbound.randomKey",
      "*proxyPassword",
      "*ircserver.webircPassword",
      "*ircserver.cloakKey",
      "router.keyring.key.*",
      "gnu.crypto.prng.fortuna.seed",
    ],
    harmless: [
      "router.passwordManager.migrated",
      "routerconsole.passwordManager.migrated",
      "routerconsole.auth.enable",
      "router.keyBackupDir",
      "router.keys.location",
      "router.sessionKeys.location",
      "router.rebuildKeys",
      "router.dynamicKeys",
      "*.keystoreFile",
      "*.keyAlias",
      "*persistentClientKey",
      "*i2cp.leaseSetAuthType",
      "crypto.elGamal.useLongKey",
      "crypto.useExternalKeytool",
      "netDb.exploreKeySet",
      "ntcp.pumperKeysPerLoop",
      "ntcp.pumperKeySetSize",
      "udp.inboundTokenLifetime",
    ],
    open: ["router.trustedUpdateKeys", "*explicitPeers"],
  },
  i2pd: {
    secret: ["http.pass", "i2pcontrol.password", "*webircpassword", "*i2cp.leaseSetPrivKey"],
    harmless: ["i2pcontrol.key", "httpproxy.keys", "socksproxy.keys"],
    open: ["trust.routers"],
  },
  Pilothouse: {
    secret: ["notify.webhook_key", "notify.ntfy_token", "notify.email_password"],
    harmless: ["*_file", "https.key", "auth.token_lifetime", "auth.allow_factory_password"],
    open: ["update.public_key"],
  },
} as const satisfies Record<string, NamesOf>;

const SOUNDS_SECRET = /pass|pwd|secret|token|key|credential|cookie|nonce/i;

const pattern = (names: readonly string[]): RegExp =>
  new RegExp(
    `^(?:${names.map((name) => name.replace(/[.]/g, "\\.").replaceAll("*", ".*")).join("|")})$`,
    "i",
  );

const known = (which: keyof NamesOf): RegExp =>
  pattern(Object.values<NamesOf>(SETTING_NAMES).flatMap((names) => names[which] ?? []));

const [SECRET, HARMLESS, OPEN] = [known("secret"), known("harmless"), known("open")];

type Says = "secret" | "sounds" | "harmless" | "open";

/** All settings are checked whenever they are read, and have the same names then. */
const checked = new Map<string, Says>();
const MOST_CHECKED = 10_000;
const LONGEST_CHECKED = 64;

/** What the name of a setting says of its value: `secret` and `open` for certain, `sounds` when in doubt. */
export function nameSays(name: string): Says {
  const known = checked.get(name);
  if (known !== undefined) return known;
  const description = checkName(name);
  if (name.length > LONGEST_CHECKED) return description;
  if (checked.size >= MOST_CHECKED) checked.clear();
  checked.set(name, description);
  return description;
}

function checkName(name: string): Says {
  if (OPEN.test(name)) return "open";
  if (HARMLESS.test(name)) return "harmless";
  if (SECRET.test(name)) return "secret";
  return SOUNDS_SECRET.test(name) ? "sounds" : "harmless";
}
