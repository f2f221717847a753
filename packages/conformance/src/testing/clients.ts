/**
 * A small client in one file, for the tests of --client. Its fault, if any, is its argument.
 * It is a program of its own: the kit sees only what it sends and how it ends.
 */
export const CLIENT = `
const { I2PCONTROL_URL: url, I2PCONTROL_PASSWORD: password } = process.env;
const [, , fault = ""] = process.argv;
let token;
let count = 0;
async function call(method, params) {
  const request = { jsonrpc: "2.0", id: "c" + ++count, method, params: { ...params } };
  if (token !== undefined) request.params.Token = token;
  const headers = { "Content-Type": "application/json" };
  let address = url;
  let body = JSON.stringify(request);
  if (fault === "version") body = body.replace('"2.0"', '"1.0"');
  if (fault === "no id") body = body.replace(/"id":"c\\d+",/, "");
  if (fault === "id object") body = body.replace(/"id":"c\\d+"/, '"id":{}');
  if (fault === "array") body = body.replace(/"params":.*/, '"params":[]}');
  if (fault === "form") headers["Content-Type"] = "application/x-www-form-urlencoded";
  if (fault === "path") address += "other";
  if (fault === "header" && token) headers.Authorization = token;
  if (fault === "address" && token) address += "?Token=" + token;
  if (fault === "not json") body += ",";
  const verb = fault === "put" ? "PUT" : "POST";
  const reply = await fetch(address, { method: verb, headers, body });
  if (fault === "trusts 500" && reply.status === 500) process.exit(0);
  if (reply.status !== 200) throw new Error("HTTP " + reply.status);
  const { result, error } = await reply.json();
  if (error) throw Object.assign(new Error(error.message), { code: error.code });
  return result;
}
async function login() {
  token = undefined;
  const API = fault === "api" ? "1" : 1;
  const Password = fault === "password number" ? 12345 : password;
  token = (await call("Authenticate", { API, Password })).Token;
  if (token === undefined && fault === "trusts empty") process.exit(0);
  if (token === undefined) throw new Error("no token");
}
async function work() {
  const more = fault === "password again" ? { Password: password } : {};
  const info = await call("RouterInfo", { "i2p.router.version": "", "i2p.router.uptime": "", ...more });
  const Period = fault === "period" ? "60000" : 60000;
  const rate = await call("GetRate", { Stat: "bw.sendRate", Period });
  const value = fault === "setting" ? 512 : null;
  const net = await call("NetworkSetting", { "i2p.router.net.bw.in": value });
  if (fault === "own token") token = "another";
  await call("Echo", { Echo: "x" });
  if (fault === "method") await call("NoSuch", {});
  const speed = fault === "result" ? rate.Result.toFixed(1) : Number(rate.Result ?? rate.Rate);
  const uptime = fault === "cast" ? info["i2p.router.uptime"].toFixed(0) : Number(info["i2p.router.uptime"]);
  const limit = fault === "cast setting" ? net["i2p.router.net.bw.in"].trim() : net["i2p.router.net.bw.in"];
  console.log(info["i2p.router.version"], uptime, speed, limit);
}
for (let tries = 0; ; tries++)
  try {
    await login();
    await work();
    break;
  } catch (error) {
    if (fault === "storm" && tries < 100) continue;
    if (fault === "hangs") await new Promise(() => setInterval(() => {}, 1000));
    if (fault === "crash" && !(error.code < 0)) process.kill(process.pid, "SIGSEGV");
    if (tries > 0 || (error.code !== -32003 && error.code !== -32004) || fault === "no relogin") throw error;
  }
`;

/** Each fault, the dialect in which it shows, and the check that must find it. */
export const CLIENT_FAULTS: readonly (readonly [fault: string, dialect: string, check: string])[] = [
  ["version", "standard", "client.send.version"],
  ["no id", "standard", "client.send.id"],
  ["id object", "standard", "client.send.id.string"],
  ["array", "standard", "client.send.params"],
  ["form", "standard", "client.send.type"],
  ["path", "standard", "client.send.path"],
  ["put", "standard", "client.send.post"],
  ["not json", "standard", "client.send.json"],
  ["header", "standard", "client.send.secrets"],
  ["address", "standard", "client.send.secrets"],
  ["api", "standard", "client.send.api"],
  ["password number", "standard", "client.send.password"],
  ["password again", "standard", "client.send.password.once"],
  ["own token", "standard", "client.send.token"],
  ["method", "standard", "client.send.method"],
  ["period", "standard", "client.send.rate"],
  ["setting", "standard", "client.send.settings"],
  ["cast", "strings", "client.take.strings"],
  ["cast setting", "numbers", "client.take.numbers"],
  ["result", "rate", "client.take.rate"],
  ["no relogin", "expired", "client.take.expired"],
  ["no relogin", "forgotten", "client.take.forgotten"],
  ["crash", "comma", "client.take.comma"],
  ["hangs", "comma", "client.take.comma"],
  ["storm", "wrong-password", "client.take.wrong-password"],
  ["trusts 500", "http-500", "client.take.http-500"],
  ["trusts empty", "empty-login", "client.take.empty-login"],
];
