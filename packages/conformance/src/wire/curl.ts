import type { Send } from "./request.js";

/** A word for a POSIX shell; $TOKEN, $PASSWORD and their like are left for the shell to fill in. */
const quoted = (text: string): string =>
  `'${text.replaceAll("'", `'\\''`).replaceAll(/\$([A-Z][A-Z_]*)/g, `'"$$$1"'`)}'`;

const isText = (body: string | Buffer): body is string => typeof body === "string";

/** A line that repeats a request from a shell. */
export function curlOf(url: string, send: Send, body: string | Buffer): string {
  const words = ["curl", "-sk", "--http1.1"];
  const { verb = "POST", headers = {} } = send;
  if (send.version === "1.0") words.splice(2, 1, "--http1.0");
  if (verb !== "POST") words.push("-X", verb);
  if (send.tls !== undefined) words.push("--tls-max", "1.1");
  if (send.framing === "chunked") words.push("-H", quoted("Transfer-Encoding: chunked"));
  if (!Object.keys(headers).some((name) => name.toLowerCase() === "content-type"))
    words.push("-H", quoted("Content-Type: application/json"));
  for (const [name, value] of Object.entries(headers))
    if (value !== "$LENGTH") words.push("-H", quoted(value === null ? `${name}:` : `${name}: ${value}`));
  if (isText(body) ? body !== "" : true)
    words.push("--data-binary", isText(body) ? quoted(body) : `"$(printf '${octal(body)}')"`);
  const address = quoted(url + (send.query ?? ""));
  words.push(...Array.from({ length: send.times ?? 1 }, () => address));
  const remark = REMARKS[send.framing ?? ""];
  return words.join(" ") + (remark === undefined ? "" : `  # ${remark}`);
}

const octal = (bytes: Buffer): string =>
  [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");

/** What curl cannot do. */
const REMARKS: { readonly [framing: string]: string } = {
  "two parts": "the kit sends head and body in two packets",
  drip: "the kit sends it in three packets",
  half: "the kit sends only half of the body",
};
