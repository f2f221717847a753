import { parseJson } from "@pilothouse/protocol";
import { run } from "@pilothouse/system";

/** The last error that the service wrote to the journal since then; undefined where there is none. */
export async function saidSince(since: Date): Promise<string | undefined> {
  const found = await run([
    ...["journalctl", "--quiet", "--no-pager", "--output=cat", "--priority=err", "--lines=1"],
    ...[`--since=@${Math.floor(since.getTime() / 1_000)}`, "_SYSTEMD_UNIT=pilothouse.service"],
  ]).catch(() => undefined);
  const line = found?.stdout.trim();
  return line ? messageOf(line) : undefined;
}

/** Of a line of the log, what a person needs; a complaint is one already. */
export function messageOf(line: string): string {
  if (!line.startsWith("{")) return line.replace(/^pilothouse: /, "");
  try {
    const { msg, err } = parseJson(line) as {
      readonly msg?: string;
      readonly err?: { readonly message?: string };
    };
    return [msg, err?.message].filter((one) => one !== undefined).join(": ") || line;
  } catch {
    return line;
  }
}
