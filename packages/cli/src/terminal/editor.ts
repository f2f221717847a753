import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "@pilothouse/system";
import { Complaint } from "./exit.js";

/** A text in a file of its own, which the person's editor changes. */
export class EditedFile {
  readonly #dir = mkdtempSync(join(tmpdir(), "pilothouse-"));
  readonly path = join(this.#dir, "settings.conf");

  constructor(text: string) {
    writeFileSync(this.path, text, { mode: 0o600 });
  }

  /** The text as the editor left it. */
  async edit(env: Environment): Promise<string> {
    const editor = env["VISUAL"] || env["EDITOR"] || "vi";
    // Ctrl-C belongs to the editor while it runs.
    const ignore = () => {};
    process.on("SIGINT", ignore);
    try {
      const [program = "vi", ...args] = words(editor);
      const child = spawn(program, [...args, this.path], {
        stdio: ["inherit", process.stdout.isTTY ? "inherit" : 2, "inherit"],
      });
      const code = await once(child, "exit").then(
        ([exitCode]: (number | null)[]) => exitCode,
        ({ code: reason }: NodeJS.ErrnoException) => reason,
      );
      if (code !== 0) throw new Complaint(`the editor (${editor}) failed; nothing was changed`);
    } finally {
      process.off("SIGINT", ignore);
    }
    return readFileSync(this.path, "utf8");
  }

  remove(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** People put options into EDITOR, some of them in quotes. */
const words = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(([word, double, single]) => double ?? single ?? word);
