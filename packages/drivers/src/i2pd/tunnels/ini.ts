/** A section of a file of tunnels: one tunnel. */
export interface Section {
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
  /** Its lines in the file, the head among them: from the first to the one after the last. */
  readonly lines: readonly [from: number, to: number];
}

export interface TunnelText {
  readonly sections: readonly Section[];
  /** Why i2pd takes nothing of the whole file. */
  readonly fault?: string | undefined;
}

/** The white space of the C locale. */
const trimmed = (text: string): string => text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, "");

export const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/**
 * Reads a file of tunnels as i2pd's own parser does (Boost's `read_ini`): a comment is a whole line, a name counts up
 * to the first "]", and one line that cannot be read spoils the whole file. What follows such a line is read as well,
 * for people.
 */
export function parseTunnels(text: string): TunnelText {
  const reading = new Reading();
  linesOf(text).forEach((raw, at) => {
    reading.line(trimmed(raw), at);
  });
  return reading.end(linesOf(text).length);
}

class Reading {
  readonly #sections: Section[] = [];
  readonly #loose = new Set<string>();
  #fault: string | undefined;
  #open: { readonly name: string; readonly values: Map<string, string>; readonly from: number } | undefined;

  line(content: string, at: number): void {
    if (content === "" || content.startsWith(";") || content.startsWith("#")) return;
    const why = content.startsWith("[") ? this.#head(content, at) : this.#value(content);
    if (why !== undefined) this.#fault ??= `line ${at + 1}: ${why}`;
  }

  end(at: number): TunnelText {
    this.#close(at);
    return { sections: this.#sections, fault: this.#fault };
  }

  #head(content: string, at: number): string | undefined {
    this.#close(at);
    const end = content.indexOf("]");
    const name = trimmed(content.slice(1, end < 0 ? undefined : end));
    const isTwice = this.#loose.has(name) || this.#sections.some((one) => one.name === name);
    this.#open = { name, values: new Map(), from: at };
    if (end < 0) return `"[" without "]"`;
    return isTwice ? `the section "${name}" is there twice` : undefined;
  }

  #value(content: string): string | undefined {
    const equals = content.indexOf("=");
    if (equals < 0) return `no "=" in it`;
    if (equals === 0) return `nothing before "="`;
    const key = trimmed(content.slice(0, equals));
    const isTwice = this.#open === undefined ? this.#loose.has(key) : this.#open.values.has(key);
    if (this.#open === undefined) this.#loose.add(key);
    else if (!isTwice) this.#open.values.set(key, trimmed(content.slice(equals + 1)));
    return isTwice ? `"${key}" is there twice` : undefined;
  }

  /** i2pd forgets a section without values. */
  #close(at: number): void {
    if (this.#open !== undefined && this.#open.values.size > 0) {
      const { name, values, from } = this.#open;
      this.#sections.push({ name, values, lines: [from, at] });
    }
    this.#open = undefined;
  }
}
