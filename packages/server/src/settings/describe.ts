import type { Effective } from "./load.js";
import { flagOf, SETTING_NAMES, type SettingName, settingRow, variableOf } from "./table.js";

/** The file of settings with every default, documented: what `pilothouse config --default` prints. */
export function defaultFile(): string {
  const top = SETTING_NAMES.filter((name) => !name.includes("."));
  const sections = [...new Set(SETTING_NAMES.flatMap((name) => name.split(".").slice(0, -1)))];
  return [
    "# pilothouse.toml: settings of the service. Lines that are commented out show the default.",
    "# A flag outranks an environment variable, and both outrank this file.",
    "",
    ...top.flatMap((name) => entry(name, name)),
    ...sections.flatMap((section) => [
      `[${section}]`,
      ...SETTING_NAMES.filter((name) => name.startsWith(`${section}.`)).flatMap((name) =>
        entry(name, name.slice(section.length + 1)),
      ),
    ]),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function entry(name: SettingName, key: string): string[] {
  const row = settingRow(name);
  const value =
    row.default === undefined
      ? ""
      : typeof row.default === "function"
        ? '"~/.local/state/pilothouse"'
        : row.kind.toToml(row.default);
  return [
    `# ${row.says}`,
    `# Wants ${row.kind.wants}. Also ${flagOf(name)} and ${variableOf(name)}.`,
    `# ${key} =${value === "" ? "" : ` ${value}`}`,
    "",
  ];
}

/** The values in force and where each came from, a line each. */
export function effectiveLines({ settings, sources }: Effective): string[] {
  const shown = (name: SettingName) =>
    settings[name] === undefined ? "(unset)" : settingRow(name).kind.toToml(settings[name]);
  const width = Math.max(...SETTING_NAMES.map((name) => `${name} = ${shown(name)}`.length));
  return SETTING_NAMES.map((name) => {
    const { source, where } = sources[name];
    return `${`${name} = ${shown(name)}`.padEnd(Math.min(width, 60))}  # ${source}${where === "" ? "" : ` ${where}`}`;
  });
}

/** The table of settings in the README. */
export function settingsTable(): string {
  const rows = SETTING_NAMES.map((name) => {
    const row = settingRow(name);
    const preset = typeof row.default === "function" ? "`$XDG_STATE_HOME/pilothouse`" : row.default;
    const value =
      preset === undefined
        ? ""
        : typeof row.default === "function"
          ? String(preset)
          : `\`${row.kind.toToml(preset)}\``;
    return `| \`${name}\` | ${value} | ${row.says} |`;
  });
  return ["| Setting | Default | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
}
