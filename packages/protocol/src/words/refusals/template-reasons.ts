/** What is wrong with a fleet.toml. No client needs them. */
export const TEMPLATE_REASONS = {
  "toml.syntax": "is not TOML: {text}",
  "toml.long": "has {count} characters, and at most {most} are possible",
  "toml.groups": "has {count} groups, and at most {most} are possible",
  "toml.settings": "has {count} different advanced settings, and at most {most} are possible",
  "toml.tunnels": "has {count} different options of tunnels, and at most {most} are possible",
  "toml.brackets": "wants [[group]], with two brackets: there may be several",
  "toml.readOnly": "has {name}, which can only be read",
  "toml.secret": "has {name}, which holds a secret and does not belong here: set it on the node",
  "toml.hidden": "has {name} with {hidden}, which stands for a secret: leave it out",
  "wants.table": "a table",
  "wants.names": "a list of names",
  "wants.plain": "a text, a number, true or false",
} as const satisfies Record<string, string>;
