import { DEEPEST, shapeFault } from "./depth.js";

/** Larger than anything that the service writes for itself. Whatever comes from outside has a limit of its own. */
export const LARGEST_JSON = 8 * 1024 * 1024;

export interface JsonBounds {
  /** The most bytes; of a text that is decoded already, the most characters. */
  readonly bytes?: number;
  /** The most levels of nesting. */
  readonly depth?: number;
  /** The most objects and arrays. */
  readonly containers?: number;
  /** What the text is, for the error. */
  readonly what?: string;
}

/** Why a text was not parsed. The message names the text and the limit, and quotes nothing of it. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  readonly #detail: string | undefined;

  constructor(
    readonly reason: "tooLarge" | "tooDeep" | "tooMany" | "notJson",
    message: string,
    detail?: string,
  ) {
    super(message);
    this.#detail = detail;
  }

  /** The engine's own words, which quote the text: for somebody who has typed it, never for a log. */
  get detail(): string {
    return this.#detail ?? this.message;
  }
}

interface Decoder {
  decode(bytes: Uint8Array): string;
}
/** Compiled without the types of Node and of browsers; both have it. */
declare const TextDecoder: new (label: string, options: object) => Decoder;

let decoder: Decoder | undefined;
/** Made once: that takes longer than what it does to a short text. */
function utf8(): Decoder {
  decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder;
}

/**
 * The one place where JSON is parsed. Size and shape are checked before: the parser's time and memory grow with both,
 * and deep nesting can take seconds. Throws a `JsonError`.
 */
export function parseJson(
  source: string | Uint8Array,
  { bytes = LARGEST_JSON, depth = DEEPEST, containers, what = "the text" }: JsonBounds = {},
): unknown {
  if (source.length > bytes) throw new JsonError("tooLarge", `${what} is larger than ${bytes} bytes`);
  try {
    const text = typeof source === "string" ? source : utf8().decode(source);
    const fault = shapeFault(text, depth, containers);
    if (fault === "tooDeep") throw new JsonError(fault, `${what} is nested deeper than ${depth} levels`);
    if (fault === "tooMany") throw new JsonError(fault, `${what} has too many objects and arrays`);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof JsonError) throw error;
    throw new JsonError("notJson", `${what} is not valid JSON`, (error as Error).message);
  }
}
