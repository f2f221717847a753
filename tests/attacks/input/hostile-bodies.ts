import {
  EXCHANGES,
  type FleetMethod,
  type MethodName,
  methodDefinition,
  SERVICE_METHOD_NAMES,
  wireKey,
} from "@pilothouse/protocol";

/** Bodies of requests that no honest client would send. Most begin like a valid one. */

export type Chance = () => number;
export const among = <T>(chance: Chance, options: readonly T[]): T =>
  options[Math.floor(chance() * options.length)] as T;
export const below = (chance: Chance, most: number): number => Math.floor(chance() * most);

export interface Body {
  readonly bytes: Buffer;
  /** The text of the number that was sent as id, where nothing was changed: it must come back as it is. */
  readonly id?: string;
}

export interface Tokens {
  readonly good: string;
  /** No longer in force. Carried by what would end the good one. */
  readonly spent: string;
}

const NAMES_OF_OBJECTS = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];
const IDS = ["1", "0", "-0", "1.0", "1e2", "1e309", "-1E-400", "9007199254740993", `${"9".repeat(400)}.5`];

const NASTY = [
  ...["null", "true", "0", "-0", "1e309", "-1e309", "1e-400", "9007199254740993", "1".repeat(400), "1.0"],
  ...['""', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\u2028"', `"${"x".repeat(300)}"`, '"\\"', "'x'"],
  ...["[]", "{}", "[[]]", '{"a":1,"a":2}', '{"__proto__":{"Token":1}}', '{"constructor":{"prototype":{}}}'],
  ...["NaN", "Infinity", "undefined", "01", "+1", ".5", "0x1f", "/*x*/1", "\ufeff1", "1e", "-", "\\u0031"],
  ...NAMES_OF_OBJECTS.map((name) => JSON.stringify(name)),
];

/** Those of a hub are not here. */
type Attacked = Exclude<MethodName, FleetMethod>;

/** Parameters that a method would like, where others than those of its exchange bring mutations near what is meant. */
const WANTED: { readonly [M in Attacked]?: readonly string[] } = {
  // A right password would be hashed each time; a wrong one is soon refused unseen. More than are taken at once:
  // the same one again is no new guess.
  Authenticate: [
    ...Array.from({ length: 40 }, (_, n) => `"API":1,"Password":"wrong ${n}"`),
    '"API":"1","Password":""',
  ],
  RouterInfo: [bag("RouterInfo", '""'), '"svc.router.uptime":"","i2p.router.status":null'],
  GetRate: ['"Stat":"bw.sendRate","Period":60000', '"Stat":"unknown","Period":"1000"'],
  RouterManager: ['"Reseed":""', '"Restart":null', '"FindUpdates":"","Update":""', '"ShutdownGraceful":""'],
  NetworkSetting: [
    bag("NetworkSetting", "null"),
    '"svc.router.net.bw.in":"77","i2p.router.net.ssu.port":null',
  ],
  AdvancedSettings: [
    '"setAll":{"i2np.udp.port":"12345"},"getAll":""',
    '"set":{"attack.one":"1","attack.two":""},"get":"attack.one"',
  ],
  Echo: ['"Echo":"hello"', '"Echo":"\ud83d\ude00 \\ud83d\\ude00 \\u00e9 é"'],
  ServiceControl: ['"svccontrol.password":"another one","svccontrol.port":1', '"svccontrol.address":null'],
  ClientServicesInfo: ['"I2PTunnel":"","SAM":null', '"HTTPProxy":false'],
  "pilothouse.webapps": ["", '"name":"susimail","autostart":true'],
  "pilothouse.sessions": ["", '"revoke":"0123456789abcdef"', '"rename":"0123456789ab","name":"x"'],
  "pilothouse.tokens": ["", '"revoke":"grafana"'],
  "pilothouse.createToken": ['"name":"a token","scope":"read"', '"name":"x","scope":"none","lifetime":1'],
  "pilothouse.password": ['"password":"another one","current":"x"', '"password":"","keepTokens":true'],
  "pilothouse.history": ['"from":0,"to":1900000000000,"points":10', '"from":5,"to":4'],
  "pilothouse.notify": ["", '"test":"webhook"'],
  "pilothouse.settings": [
    "",
    '"set":{"budget.day":9,"notify.off":["peers.few"]}',
    '"set":{"notify.pause":null}',
  ],
  "pilothouse.join": ['"token":"ph1_AAAA"', '"token":"ph1_","name":"../x"', '"token":7,"name":""'],
  "pilothouse.apply": [
    "",
    `"checksum":"${"0".repeat(32)}","network":{"router.net.bw.in":"78"},"restart":"never","drain":0`,
    '"advanced":{"attack.three":"1"}',
  ],
  "pilothouse.events": ['"kinds":["router.crashed"],"limit":3', '"after":1,"severity":"error","from":0'],
  "pilothouse.logs": [
    '"source":"service","level":"warn","limit":3',
    '"source":"router","after":"0-0.0","text":"x"',
  ],
  "pilothouse.backup": ['"passphrase":"x","password":"y"', ""],
  "pilothouse.backupPart": ['"file":"../pilothouse.db"', '"file":"backup-000000000000","from":7'],
  "pilothouse.restoreUpload": ['"password":"y","bytes":9', '"password":"y","bytes":2147483647'],
  "pilothouse.restorePart": [
    '"file":"../pilothouse.db","from":0,"part":"AAAA"',
    '"file":"restore-000000000000","from":7,"part":"%%%"',
  ],
  "pilothouse.restoreCheck": ['"file":"../pilothouse.db","passphrase":"x"', '"file":"restore-000000000000"'],
  "pilothouse.restore": ['"file":"../pilothouse.db","password":"y"', '"file":"..","cancel":true'],
  "pilothouse.changes": ['"from":0', '"undo":1,"preview":true', '"goTo":0,"part":"network","force":true'],
  "pilothouse.audit": ['"limit":3', '"before":10,"limit":1'],
};

const METHOD_NAMES: readonly Attacked[] = SERVICE_METHOD_NAMES;
const wantedBy = (method: Attacked): readonly string[] =>
  WANTED[method] ?? [JSON.stringify(EXCHANGES[method]?.params ?? {}).slice(1, -1)];

/** What would end the good token, or everyone's. */
const ENDS_SESSIONS: ReadonlySet<MethodName> = new Set([
  "ServiceControl",
  "pilothouse.logout",
  "pilothouse.password",
]);

function bag(name: "RouterInfo" | "NetworkSetting", value: string): string {
  const row = methodDefinition(name);
  const keys = "bag" in row ? Object.keys(row.bag) : [];
  return keys.map((key) => `"${wireKey(row, key)}":${value}`).join(",");
}

function valid(chance: Chance, tokens: Tokens, method: Attacked, id: string): string {
  const token = ENDS_SESSIONS.has(method) ? tokens.spent : tokens.good;
  const wanted = among(chance, wantedBy(method));
  const params = [...(chance() < 0.95 ? [`"Token":"${token}"`] : []), ...(wanted === "" ? [] : [wanted])];
  return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{${params.join(",")}}}`;
}

/** How many brackets; deep ones are rare, since each costs what it is long. */
const depth = (chance: Chance): number => below(chance, chance() < 0.01 ? 50_000 : 500);

function nasty(chance: Chance): string {
  const kind = chance();
  if (kind < 0.8) return among(chance, NASTY);
  if (kind < 0.9) return `${"[".repeat(depth(chance))}1${"]".repeat(depth(chance))}`;
  return `${'{"a":'.repeat(depth(chance))}1${"}".repeat(depth(chance))}`;
}

type Change = (chance: Chance, text: string, tokens: Tokens) => string;

const at = (chance: Chance, text: string): number => below(chance, text.length + 1);
const STRING = /"(?:[^"\\]|\\.)*"/g;
/** Puts something in the place of one of the strings in the text, keys included. */
function replaceString(chance: Chance, text: string, make: (old: string) => string): string {
  const found = [...text.matchAll(STRING)];
  const { 0: old = "", index = 0 } = among(chance, found) ?? {};
  return text.slice(0, index) + make(old) + text.slice(index + old.length);
}

const CHANGES: readonly Change[] = [
  // A part is left out, comes twice, or ends the text.
  (chance, text) => text.slice(0, at(chance, text)) + text.slice(at(chance, text)),
  (chance, text) => {
    const from = at(chance, text);
    return text.slice(0, from + below(chance, 200)) + text.slice(from);
  },
  (chance, text) => text.slice(0, at(chance, text)),
  // The head of one request, the tail of another.
  (chance, text, tokens) => {
    // What ends sessions must not come by the good token.
    const ends = [...ENDS_SESSIONS].some((name) => text.includes(name));
    const held = ends ? { ...tokens, good: tokens.spent } : tokens;
    const other = valid(chance, held, among(chance, PEACEFUL), "2");
    return text.slice(0, at(chance, text)) + other.slice(at(chance, other));
  },
  // Two strings change places: keys with keys, keys with values.
  (chance, text) => {
    let taken = '""';
    const without = replaceString(chance, text, (old) => {
      taken = old;
      return '"\u0001"';
    });
    let second = "";
    const swapped = replaceString(chance, without, (old) => {
      second = old;
      return taken;
    });
    return swapped.replace('"\u0001"', () => second);
  },
  (chance, text) => replaceString(chance, text, () => JSON.stringify(among(chance, NAMES_OF_OBJECTS))),
  (chance, text) => replaceString(chance, text, () => nasty(chance)),
  (chance, text) => replaceString(chance, text, (old) => `"\\ud800${old.slice(1)}`),
  // A value becomes another; a key comes twice.
  (chance, text) => text.replace(/:(?:null|"[^"]*"|[\d.eE+-]+)/, () => `:${nasty(chance)}`),
  (chance, text) =>
    text.replace("{", () => `{${among(chance, ['"id"', '"params"', '"method"'])}:${nasty(chance)},`),
  (chance, text) =>
    text.replace('"params":{', () => `"params":{${JSON.stringify(among(chance, KEYS))}:${nasty(chance)},`),
  (chance, text) => text.replace(/"params":\{[\s\S]*\}/, () => `"params":${nasty(chance)}}`),
];

const PEACEFUL = METHOD_NAMES.filter((name) => !ENDS_SESSIONS.has(name));
const KEYS = [
  ...METHOD_NAMES.map(methodDefinition).flatMap((row) => ("params" in row ? Object.keys(row.params) : [])),
  ...["svc.router.uptime", "i2p.router.net.bw.in", "Reseed", "Token", "API", "", "\u0000", "\ud83d\ude00"],
  ...NAMES_OF_OBJECTS,
].filter((key) => key !== "svccontrol.password");

/** Raw bytes of a lone surrogate, an overlong slash, a bare continuation, a byte that is never there. */
const BROKEN = ["eda080", "c0af", "80", "ff", "f8888080", "e282"].map((hex) => Buffer.from(hex, "hex"));

/** Spoils some bytes, so that even the encoding may be broken. */
function spoilt(chance: Chance, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes;
  if (chance() < 0.3) {
    const place = below(chance, bytes.length);
    return Buffer.concat([bytes.subarray(0, place), among(chance, BROKEN), bytes.subarray(place)]);
  }
  for (let n = below(chance, 4); n >= 0; n--) bytes[below(chance, bytes.length)] = below(chance, 256);
  return bytes;
}

function call(chance: Chance, tokens: Tokens): Body {
  const method = among(chance, METHOD_NAMES);
  const id = among(chance, chance() < 0.8 ? IDS : NASTY);
  const text = valid(chance, tokens, method, id);
  if (chance() < 0.2) return { bytes: Buffer.from(text), ...(IDS.includes(id) && { id }) };
  let changed = text;
  for (let n = 0; n === 0 || chance() < 0.3; n++) changed = among(chance, CHANGES)(chance, changed, tokens);
  const bytes = Buffer.from(changed);
  return { bytes: chance() < 0.15 ? spoilt(chance, bytes) : bytes };
}

function batch(chance: Chance, tokens: Tokens): Body {
  const few = chance() < 0.9 ? 6 : 60;
  const items = Array.from({ length: below(chance, few) }, () => call(chance, tokens).bytes.toString());
  const bytes = Buffer.from(`[${items.join(",")}]`);
  return { bytes: chance() < 0.1 ? spoilt(chance, bytes) : bytes };
}

const noise = (chance: Chance): Body => ({
  bytes: Buffer.from(Array.from({ length: below(chance, 300) }, () => below(chance, 256))),
});

export function hostileBody(chance: Chance, tokens: Tokens): Body {
  const kind = chance();
  if (kind < 0.87) return call(chance, tokens);
  return kind < 0.97 ? batch(chance, tokens) : noise(chance);
}

/** Bodies as long as one may be. */
export function longBodies(token: string, length: number): (string | Buffer)[] {
  const wrap = (text: string) =>
    `{"jsonrpc":"2.0","id":1.50,"method":"Echo","params":{"Token":"${token}","x":${text}}}`;
  const much = length - 300;
  return [
    "[".repeat(length),
    `${"[".repeat(length / 2)}${"]".repeat(length / 2)}`,
    wrap(`${"[".repeat(much / 2)}${"]".repeat(much / 2)}`),
    wrap(`${'{"a":'.repeat(much / 6)}1${"}".repeat(much / 6)}`),
    wrap("9".repeat(much)),
    wrap(`"${"\\\\".repeat(much / 2)}"`),
    wrap(`"${'\\"'.repeat(much / 2)}"`),
    wrap(`"${"\\ud800".repeat(much / 6)}"`),
    wrap(`{${'"id":1,'.repeat(much / 8)}"id":2}`),
    wrap(`{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(",")}}`),
    " ".repeat(length),
    Buffer.alloc(length, 0xff),
    Buffer.alloc(length, 0),
  ];
}
