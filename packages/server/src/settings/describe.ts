import { hideLogins } from "@pilothouse/protocol";
import type { SettingDefinition } from "@pilothouse/system";
import type { Effective } from "./load.js";
import { flagOf, type SettingsTable, valueIn, variableOf } from "./table.js";

/** The settings file with every default, documented: what `pilothouse config --default` prints. */
export function defaultFile(table: SettingsTable): string {
  const rows = [...table];
  const top = rows.filter(([name]) => !name.includes("."));
  const sections = [...new Set(rows.flatMap(([name]) => name.split(".").slice(0, -1)))];
  return [
    "# pilothouse.toml: settings of the service. Lines that are commented out show the default.",
    "# A flag outranks an environment variable, and both outrank this file.",
    "",
    ...top.flatMap(([name, row]) => entry(name, row, name)),
    ...sections.flatMap((section) => [
      `[${section}]`,
      ...rows
        .filter(([name]) => name.startsWith(`${section}.`))
        .flatMap(([name, row]) => entry(name, row, name.slice(section.length + 1))),
    ]),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function entry(name: string, row: SettingDefinition, key: string): string[] {
  const value = defaultText(row, '"~/.local/state/pilothouse"');
  return [
    `# ${row.description}`,
    `# Must be ${row.type.wants}. Also ${flagOf(name)} and ${variableOf(name, row)}.`,
    `# ${key} =${value === "" ? "" : ` ${value}`}`,
    "",
  ];
}

/** Empty where there is none. What depends on the machine is only the data directory. */
function defaultText({ default: preset, type }: SettingDefinition, dataDir: string): string {
  if (preset === undefined) return "";
  return typeof preset === "function" ? dataDir : type.toToml(preset);
}

/** A value as it may be shown: of an address that holds a secret only where it leads. */
export function shownValue({ redact }: SettingDefinition, value: unknown): unknown {
  if (typeof value !== "string") return value;
  return redact === "secret url" ? `${new URL(value).origin}/…` : hideLogins(value);
}

/** The values in force and where each came from, a line each. */
export function effectiveLines(table: SettingsTable, { settings, sources }: Effective): string[] {
  const lines = [...table].map(([name, row]) => {
    const value = shownValue(row, valueIn(settings, name));
    return { name, text: `${name} = ${value === undefined ? "(unset)" : row.type.toToml(value)}` };
  });
  const width = Math.max(...lines.map(({ text }) => text.length));
  return lines.map(({ name, text }) => {
    const { source = "default", where = "" } = sources[name] ?? {};
    return `${text.padEnd(Math.min(width, 60))}  # ${source}${where === "" ? "" : ` ${where}`}`;
  });
}

/** The table in docs/settings.md. */
export function settingsTable(table: SettingsTable): string {
  const rows = [...table].map(([name, row]) => {
    const value = defaultText(row, "$XDG_STATE_HOME/pilothouse");
    return `| \`${name}\` | ${value === "" ? "" : `\`${value}\``} | ${row.description} |`;
  });
  return ["| Setting | Default | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
}
