import { readFileSync } from "node:fs";
import { type Link, memoryLink } from "@pilothouse/client";
import { isObject, parseJson } from "@pilothouse/protocol";

interface Exchange {
  readonly name: string;
  readonly send: string;
  readonly body: string;
}

/** Exchanges with a real i2pd, recorded word for word. */
export function exchanges(version: "2.45.1" | "2.59.0"): readonly Exchange[] {
  const file = new URL(`./recorded/i2pd-${version}.jsonl`, import.meta.url);
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => parseJson(line) as Exchange);
}

/**
 * A router that answers from the record. Of several keys in one request it answers each as it was
 * recorded alone, and puts them together as i2pd does, stray commas included.
 */
export function recordedRouter(version: "2.45.1" | "2.59.0"): {
  readonly link: Link;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const answers = new Map<string, string>();
  for (const { send, body } of exchanges(version)) {
    const call = parsed(send);
    const keys = isObject(call["params"]) ? Object.keys(call["params"]).filter((key) => key !== "Token") : [];
    const inner = /"result":\{(.*)\},"jsonrpc"/s.exec(body)?.[1]?.replace(/^,|,$/g, "");
    const [key] = keys;
    if (keys.length === 1 && inner !== undefined && !answers.has(`${call["method"]} ${key}`))
      answers.set(`${call["method"]} ${key}`, inner);
  }
  const link = memoryLink(async (text) => {
    asked.push(text);
    const { id, method, params } = parsed(text);
    const parts = Object.keys(params as object).map((key) => answers.get(`${method} ${key}`) ?? "");
    return `{"id":${String(id)},"result":{${parts.join(",")}},"jsonrpc":"2.0"}`;
  });
  return { link, asked };
}

function parsed(text: string): { readonly [name: string]: unknown } {
  try {
    const call = parseJson(text);
    return isObject(call) ? call : {};
  } catch {
    return {};
  }
}
