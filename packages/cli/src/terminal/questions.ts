import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { PASSWORD_FAULTS, passwordFault, SHORTEST_PASSWORD } from "@pilothouse/protocol";
import { Complaint, EXIT } from "./exit.js";
import { forTerminal } from "./style.js";

/** Whether there is a person to ask: one who sees the question and can type the answer. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

interface Chosen {
  /** False for `--no-input`. */
  readonly input: boolean;
  readonly yes: boolean;
}

/** Questions to the person at the terminal, on standard error. */
export class Questions {
  readonly #yes: boolean;
  #possible: boolean | undefined;

  constructor({ input, yes }: Chosen) {
    if (!input) this.#possible = false;
    this.#yes = yes;
  }

  /** Looked up when somebody asks: opening standard input takes a while. */
  get possible(): boolean {
    this.#possible ??= canAsk();
    return this.#possible;
  }

  /** From here on the terminal has another use, and no questions are asked. */
  silence(): void {
    this.#possible = false;
  }

  /** Continues when the person agrees; `--yes` agrees beforehand. */
  async agree(message: string): Promise<void> {
    if (this.#yes) return;
    if (!this.possible)
      throw new Complaint(`${message} There is no terminal to ask on: add --yes`, EXIT.usage);
    if (!(await this.confirm(message))) throw new Complaint("nothing was changed");
  }

  /** For what cannot be taken back: a word to type, so that no habit answers. */
  async typed(word: string, message: string): Promise<void> {
    if (this.#yes) return;
    const { text } = await import("@clack/prompts");
    const answer = await answered(
      text({ message: forTerminal(`${message} Type "${word}" to continue`), ...LOOK }),
    );
    if (answer !== word) throw new Complaint("nothing was changed");
  }

  async confirm(message: string, initialValue = false): Promise<boolean> {
    const { confirm } = await import("@clack/prompts");
    return answered(confirm({ message: forTerminal(message), initialValue, ...LOOK }));
  }

  async password(message: string): Promise<string> {
    const { password } = await import("@clack/prompts");
    // Not even its length is shown.
    return answered(password({ message: forTerminal(message), mask: "", ...LOOK }));
  }

  /** A new password: asked for twice, or the first line of standard input when that is no terminal. */
  async newPassword(what = "password"): Promise<string> {
    if (this.possible) return this.#askTwice(`New ${what} (at least ${SHORTEST_PASSWORD} characters)`);
    if (process.stdin.isTTY)
      throw new Complaint(`a new ${what} is needed, and there is no terminal to ask on`, EXIT.usage);
    const password = await firstLine();
    const fault = faultOf(password);
    if (fault !== undefined) throw new Complaint(`the ${fault}`);
    return password;
  }

  /** The last try is judged only when it was typed twice: the second time must not be typed into the shell. */
  async #askTwice(question: string): Promise<string> {
    let said = "";
    for (let tries = 1; ; tries++) {
      const first = await this.password(`${said}${question}`);
      const isLast = tries === TRIES;
      const fault = faultOf(first);
      const same = (fault === undefined || isLast) && first === (await this.password("The same again"));
      if (fault === undefined && same) return first;
      const why = fault === undefined ? "The passwords do not match" : `The ${fault}`;
      if (isLast) throw new Complaint(`${why}; nothing was changed`);
      said = `${why}. Try again. `;
    }
  }
}

const TRIES = 3;

const LOOK = { output: process.stderr, withGuide: false } as const;

/** The prompts answer Ctrl-C with a symbol. */
async function answered<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await question;
  if (typeof answer === "symbol") throw new Complaint("interrupted; nothing was changed", EXIT.interrupted);
  return answer as Exclude<T, symbol>;
}

function faultOf(password: string): string | undefined {
  const fault = passwordFault(password);
  return fault && `password ${PASSWORD_FAULTS[fault]}`;
}

async function firstLine(): Promise<string> {
  // Its bytes one to one, so that only those of this line are judged.
  for await (const line of createInterface({ input: process.stdin.setEncoding("latin1") }))
    return textOr(Buffer.from(line, "latin1"), "standard input");
  throw new Complaint("there is nothing on standard input, where the password is expected", EXIT.usage);
}

/** A file, or standard input for "-". */
export const readInput = (file: string): string =>
  textOr(readBytes(file === "-" ? 0 : file), file === "-" ? "standard input" : file);

/** What is in a file that somebody has named. */
export function readBytes(file: string | 0): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Complaint(`${file || "-"} cannot be read: ${(error as Error).message}`, EXIT.usage);
  }
}

/** Other bytes would become other characters: a password that nobody can type. */
function textOr(bytes: Buffer, where: string): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new Complaint(`${where} holds bytes that are no UTF-8 text`, EXIT.usage);
}
