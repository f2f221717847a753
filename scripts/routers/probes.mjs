// How each row of the interface is tried. A probe asks one column and returns the text of its cell.
import * as protocol from "../../packages/protocol/dist/index.js";

const {
  accepts,
  ERRORS,
  METHODS,
  NETWORK_KEYS,
  NETWORK_SETTING,
  ROUTER_DETAILS,
  ROUTER_INFO,
  ROUTER_MANAGER,
  spelled,
} = protocol;

/** Asks one thing. i2pd's own service is asked without a token, which would spoil the JSON of its answer. */
export async function ask(to, method, params = {}, withToken = true) {
  const fields = Object.entries(params).map(([key, value]) => [spelled(key, to.spelling), value]);
  if (withToken && !to.tokenless && method !== "Authenticate") {
    to.token ??= (await ask(to, "Authenticate", { API: 1, Password: to.password })).result?.Token;
    fields.push(["Token", to.token]);
  }
  const call = { method: spelled(method, to.spelling), params: Object.fromEntries(fields) };
  const { status = 200, text } = await to.link.send(JSON.stringify({ jsonrpc: "2.0", id: 1, ...call }), {
    signal: AbortSignal.timeout(30_000),
    repeatable: false,
  });
  if (status !== 200) return { error: { message: `HTTP ${status}` } };
  const { result, error } = JSON.parse(text);
  if (!withToken || error?.code !== ERRORS.unknownToken.code) return { result, error };
  to.token = undefined;
  return ask(to, method, params);
}

const reportedValue = (to, { result }, key) => result?.[spelled(key, to.spelling)];
const isReported = (to, { result }, key) => result !== undefined && spelled(key, to.spelling) in result;
/** What is wrong makes a cell say so; remarks do not. */
const there = (wrong = [], remarks = []) => ({ there: true, wrong, remarks });
const absent = ({ error }) => ({
  there: false,
  wrong: [],
  remarks: error === undefined || error.code === ERRORS.methodNotFound.code ? [] : [error.message],
});

/** Parameters with which a method has something to answer. */
const PARAMS = {
  Authenticate: { API: 1, Password: "not this one" },
  RouterInfo: { "svc.router.uptime": "" },
  GetRate: { Stat: "bw.sendRate", Period: 60_000 },
  RouterManager: { Reseed: true },
  NetworkSetting: { "svc.router.net.bw.in": null },
  AdvancedSettings: { getAll: "" },
  Echo: { Echo: "ahoy" },
  ClientServicesInfo: { SAM: "" },
  // The tunnel that it makes is there for those that come later.
  TunnelManager: { Action: "create", Name: "survey", Type: "server", TargetPort: "8080" },
  AddressBook: { SetSubscriptions: ["http://reg.i2p/hosts.txt"] },
  ServiceControl: { "svccontrol.password": "another password" },
  "pilothouse.createToken": { name: "survey", scope: "read" },
  "pilothouse.password": { password: "another password" },
  "pilothouse.changes": { from: 0 },
  "pilothouse.tunnelKey": (to) => ({ name: "survey", password: to.password }),
  "pilothouse.logs": { source: "service" },
  "pilothouse.history": { from: Date.now() - 60_000, to: Date.now() },
};

/** The parameter that holds a new password, for methods that have one. */
const PASSWORDS = { ServiceControl: "svccontrol.password", "pilothouse.password": "password" };

const RESTARTS = ["TunnelManager", "AddressBook"];

export async function method(to, name) {
  const { guard, result: rows = {} } = METHODS[name];
  const found = PARAMS[name] ?? {};
  const params = typeof found === "function" ? found(to) : found;
  const stranger = await ask(to, name, params, false);
  const answer = await ask(to, name, guard === "open" ? { ...params, Password: to.password } : params);
  if (answer.result === undefined) return absent(answer);
  // Some routers are restarted for it.
  if (RESTARTS.includes(name) && to.seenBy !== undefined) await becomes(to.seenBy, isRunning);
  const password = PASSWORDS[name];
  if (password !== undefined) {
    const old = to.password;
    to.password = params[password];
    await ask(to, name, { [password]: old });
    to.password = old;
  }
  const wrong = [];
  if (name === "Authenticate" && stranger.error?.code !== ERRORS.wrongPassword.code)
    wrong.push("a wrong password is answered without an error");
  if (guard !== "open" && stranger.error?.code !== ERRORS.noToken.code)
    wrong.push("it is answered to anyone: no token is asked for");
  for (const [key, { type, optional }] of "read" in rows ? [] : Object.entries(rows))
    if (!optional && !accepts(type, reportedValue(to, answer, key)))
      wrong.push(`\`${key}\` is missing in the answer`);
  return there(wrong);
}

export async function info(to, key) {
  const answer = await ask(to, "RouterInfo", { [`svc.${key}`]: "" });
  if (!isReported(to, answer, `svc.${key}`)) return absent(answer);
  const value = reportedValue(to, answer, `svc.${key}`);
  const wrong = accepts(ROUTER_INFO[key].type, value) ? [] : [`it answered \`${JSON.stringify(value)}\``];
  if (key === "router.status" && !/\p{L}/u.test(value)) wrong.push("a code, and no text for people");
  return there(wrong);
}

export async function detail(to, key) {
  const answer = await ask(to, "RouterInfo", { [`svc.${key}`]: "" });
  if (!isReported(to, answer, `svc.${key}`)) return absent(answer);
  const isFit = accepts(ROUTER_DETAILS[key].type, reportedValue(to, answer, `svc.${key}`));
  return there(isFit ? [] : ["it is of another form"]);
}

/** Two values of each setting that every router takes. */
const SAMPLES = [
  [/port$/, ["23456", "23457"]],
  [/hostname$/, ["198.18.21.1", "198.18.22.1"]],
  [/ssu.autoip$/, ["local,ssu", "upnp,ssu"]],
  [/share$/, ["70", "80"]],
  [/bw\.(in|out)$/, ["512", "640"]],
  [/./, ["false", "true"]],
];

async function network(to) {
  const values = new Map();
  for (const key of NETWORK_KEYS) {
    const answer = await ask(to, "NetworkSetting", { [`svc.${key}`]: null });
    if (isReported(to, answer, `svc.${key}`)) values.set(key, reportedValue(to, answer, `svc.${key}`));
  }
  return values;
}

export async function setting(to, key) {
  const wire = `svc.${key}`;
  const before = await network(to);
  const old = before.get(key);
  if (old === undefined) return absent(await ask(to, "NetworkSetting", { [wire]: null }));
  if (NETWORK_SETTING[key].readOnly) return there([], old === null ? ["it answered null: unset"] : []);
  const value = SAMPLES.find(([pattern]) => pattern.test(key))[1].find((one) => one !== String(old));
  const written = await ask(to, "NetworkSetting", { [wire]: value });
  if (written.result === undefined) return absent(written);
  const after = await network(to);
  if (old !== null) await ask(to, "NetworkSetting", { [wire]: String(old) });
  const wrong = [];
  if (String(after.get(key)) !== value) wrong.push("what was written is not read back");
  if (typeof after.get(key) === "number") wrong.push("it is sent as a number");
  if (!isReported(to, written, wire)) wrong.push("the answer to a write does not hold what was written");
  if (written.result.SettingsSaved !== true) wrong.push("`SettingsSaved` is missing in the answer");
  const others = NETWORK_KEYS.filter((one) => one !== key && after.get(one) !== before.get(one));
  const names = others.map((one) => `\`svc.${one}\``).join(" and ");
  return there(wrong, others.length === 0 ? [] : [`changes together with ${names}`]);
}

/** i2pd takes only names that it knows; the other routers take any. */
const NAME = "loglevel";

export async function verb(to, name) {
  const give = (params) => ask(to, "AdvancedSettings", params);
  const all = async () => (await give({ getAll: "" })).result?.getAll;
  const wanted = { ...(await all()), [NAME]: name === "set" ? "warn" : "info" };
  const params = { setAll: wanted, set: { [NAME]: wanted[NAME] }, getAll: "", get: NAME };
  const answer = await give({ [name]: params[name] });
  if (answer.result === undefined) return absent(answer);
  const now = await all();
  const asWanted = {
    setAll: JSON.stringify(Object.entries(now).sort()) === JSON.stringify(Object.entries(wanted).sort()),
    set: now[NAME] === wanted[NAME],
    getAll: accepts(METHODS.AdvancedSettings.result.getAll.type, now),
    get: answer.result.get?.[NAME] === now[NAME],
  };
  const empty = name === "setAll" ? await give({ setAll: {} }) : {};
  if (name === "setAll") await to.restore?.();
  const remarks = empty.error === undefined ? [] : [`an empty map is answered with “${empty.error.message}”`];
  return there(asWanted[name] ? [] : ["it does not do what it says"], remarks);
}

/** Waits until the service sees the router as it should be; undefined when that does not come to be. */
async function becomes(to, fitting) {
  const keys = { uptime: "svc.router.uptime", tunnels: "svc.router.net.tunnels.participating" };
  for (let tries = 0; tries < 150; tries++) {
    const { phase, next } = (await ask(to, "pilothouse.status")).result;
    const { result } = await ask(to, "RouterInfo", { [keys.uptime]: "", [keys.tunnels]: "" });
    const now = { phase, next, uptime: result[keys.uptime], tunnels: result[keys.tunnels] };
    if (fitting(now)) return now;
    await to.wait();
  }
  return undefined;
}

const isRunning = ({ phase }) => phase === "running";

/** Through the service the effect of an action can be seen too; from a router itself, only its answer. */
export async function action(to, name) {
  // A graceful end is seen by its wait, which needs tunnels; neighbours come back slowly after a restart.
  const waits = to.seenBy === to && ROUTER_MANAGER[name].lifecycle?.graceful;
  const isReady = (now) => isRunning(now) && (!waits || now.tunnels > 0) && now.uptime > 5_000;
  const before = to.seenBy && (await becomes(to.seenBy, isReady));
  if (to.seenBy && before === undefined) throw new Error(`${to.title} is not ready for ${name}`);
  const answer = await ask(to, "RouterManager", { [name]: true });
  if (!isReported(to, answer, name)) return absent(answer);
  const { result, lifecycle } = ROUTER_MANAGER[name];
  const value = reportedValue(to, answer, name);
  const wrong = accepts(result, value) ? [] : [`it answered \`${JSON.stringify(value)}\``];
  const remarks = typeof value === "string" ? [`it answered “${value.split(";")[0]}”`] : [];
  if (lifecycle === undefined) return there(wrong, remarks);
  const { next, graceful } = lifecycle;
  if (to.seenBy === to) {
    const hasHappened = (now) => {
      if (graceful) return now.phase === "draining" && now.next === next;
      return next === "stop" ? now.phase === "stopped" : isRunning(now) && now.uptime < before.uptime;
    };
    if ((await becomes(to, hasHappened)) === undefined) wrong.push("it is answered, and does not happen");
    await ask(to, "RouterManager", { Restart: true });
    if ((await becomes(to, isRunning)) === undefined)
      remarks.push("it can be started again only on its own machine");
  }
  await to.revive?.();
  return there(wrong, remarks);
}
