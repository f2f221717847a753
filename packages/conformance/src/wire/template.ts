/** Variables that stand for secrets stay names in everything that is shown. */
export interface Variables {
  readonly [name: string]: string;
}

const VARIABLE = /\$([A-Z][A-Z_]*)/g;

/** The map of all settings is the operator's own affair as well. */
const isSecret = (name: string): boolean => /TOKEN|PASSWORD|^MAP_/.test(name);
/** Variables that are JSON by themselves. */
const isJson = (name: string): boolean => /^(ID$|MAP_)/.test(name);

/** A body with its variables filled in: inside strings as JSON writes them, $ID as it is. */
export const filled = (template: string, variables: Variables): string =>
  template.replaceAll(VARIABLE, (whole, name: string) => {
    const value = variables[name];
    if (value === undefined) return whole;
    return isJson(name) ? value : JSON.stringify(value).slice(1, -1);
  });

/** The same for readers: secrets stay as their names. */
export const shown = (template: string, variables: Variables): string =>
  filled(template, Object.fromEntries(Object.entries(variables).filter(([name]) => !isSecret(name))));

/** Variables in headers and addresses, where nothing is escaped. */
export const plain = (template: string, variables: Variables): string =>
  template.replaceAll(VARIABLE, (whole, name: string) => variables[name] ?? whole);

/** The names of the variables that a template uses. */
export const variablesOf = (template: string): string[] =>
  [...template.matchAll(VARIABLE)].map(([, name]) => name ?? "");
