import type { WordKind } from "../command/definition.js";
import { packageJson } from "../package-file.js";

/** A line that says to the scripts of the shells: here the shell's own files are meant. */
const FILES = ":files";

/** A word, and what it means. */
export type Word = readonly [value: string, description: string];

/** One that wants a value has its short name and the kind of the value too. */
export type OptionRow = Word | readonly [...Word, short: string, kind: WordKind | null];

export interface CompletionTable {
  /** By the words that they are called by; the program itself has none. */
  readonly commands: {
    readonly [words: string]: {
      readonly commands: readonly Word[];
      readonly options: readonly OptionRow[];
      readonly args: readonly (WordKind | null)[];
      /** The last argument takes many words. */
      readonly many?: boolean;
    };
  };
  readonly words: { readonly [kind: string]: readonly Word[] };
}

/** "files" when the shell knows better; the kind of the words that nobody could know when the program was built. */
type Completion = readonly Word[] | "files" | "profile" | "router";

/** That of the whole program, made when it was built. */
export const preparedTable = (): CompletionTable => packageJson("bundle/completion.json");

/** As the scripts of the shells read it. */
export const textOf = (found: readonly Word[] | "files"): string =>
  found === "files" ? `${FILES}\n` : found.map(([value, means]) => `${value}\t${means}\n`).join("");

/** What the last of the words after the program's name may become. */
export function completed(table: CompletionTable, words: readonly string[]): Completion {
  const word = words.at(-1) ?? "";
  const { path, operands, kind } = walk(table, words.slice(0, -1));
  const startsSo = ([value]: OptionRow) => value.startsWith(word);
  const { commands, options, args, many } = at(table, path);
  const ofKind = (is: WordKind | null | undefined): Completion => {
    if (is === "file") return "files";
    if (is === "profile" || is === "router") return is;
    if (is === "command") return at(table, "").commands.filter(startsSo);
    // First the setting with its "=", then the values it may have.
    const list = is === "networkAssignment" && word.includes("=") ? "networkValue" : (is ?? "");
    return (table.words[list] ?? []).filter(startsSo);
  };
  if (kind !== undefined) return ofKind(kind);
  if (word.startsWith("-")) return options.filter(startsSo).map(([value, means]) => [value, means]);
  if (path === "" && operands === 1) return ofKind("command");
  if (commands.length > 0) return commands.filter(startsSo);
  return ofKind(args[operands] ?? (many ? args.at(-1) : undefined));
}

interface Place {
  /** The words of the command. */
  readonly path: string;
  /** Operands of the command so far. */
  readonly operands: number;
  /** Of the option whose value comes next; null is one that cannot be completed. */
  readonly kind?: WordKind | null | undefined;
}

function walk(table: CompletionTable, words: readonly string[]): Place {
  let place: Place = { path: "", operands: 0 };
  for (const word of words) {
    const { path, operands, kind } = place;
    if (kind !== undefined) place = { path, operands };
    else if (word.startsWith("-"))
      place = { path, operands, kind: kindOfValue(at(table, path).options, word) };
    else {
      const next = path === "" ? word : `${path} ${word}`;
      const isCommand = Object.hasOwn(table.commands, next) && word !== "";
      place = isCommand ? { path: next, operands: 0 } : { path, operands: operands + 1 };
    }
  }
  return place;
}

const NOTHING = { commands: [], options: [], args: [], many: false };
const at = ({ commands }: CompletionTable, path: string) => commands[path] ?? NOTHING;

/** Undefined: it wants no value. */
const kindOfValue = (options: readonly OptionRow[], flag: string): WordKind | null | undefined =>
  options.find(([long, , short, kind]) => kind !== undefined && (long === flag || short === flag))?.[3];
