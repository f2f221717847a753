import { reason, reasonAs, type Settings, settingName, settingValue } from "@pilothouse/protocol";
import { requireFit, SettingRefused } from "../../port.js";
import { type Guarded, RULES, type Rule } from "./rules.js";

const BY_NAME: ReadonlyMap<string, Rule> = new Map(
  RULES.flatMap((rule) => rule.names.split(/\s+/).map((name) => [name, rule] as const)),
);

/** The rule for an option; undefined for one that this version of the service does not know. */
export const ruleFor = (name: string): Rule | undefined => BY_NAME.get(name);

/** Settings with these names are the service's own: they say how it controls the router. */
export const CONTROL = "i2pcontrol.";

/** Settings that are the service's own: never shown, changed or removed by a client. */
export const isOwn = (name: string): boolean => name.startsWith(CONTROL);

/** All names that i2pd has are of this form; anything else could mean another line of its file. */
const NAME = /^[A-Za-z0-9_]+([.-][A-Za-z0-9_]+)*$/;

/** Throws unless this setting would stand in the file as one line that means just that. */
export function checkLine(name: string, value: string): void {
  const blame = { key: name };
  requireFit(settingName, name, name, JSON.stringify(name));
  requireFit(settingValue, value, name, JSON.stringify(name));
  if (!NAME.test(name))
    throw new SettingRefused(reason("i2pd.noName", { name: JSON.stringify(name) }), blame);
  if (value.includes("#")) throw new SettingRefused(reason("i2pd.hash", { name }), blame);
  if (value !== value.trim()) throw new SettingRefused(reason("i2pd.space", { name }), blame);
  // Not compared with the value before: that is never shown, so no client can send it back unchanged.
  if (isOwn(name)) throw refusal(name, ruleFor(`${CONTROL}enabled`) as Guarded);
}

/**
 * Throws unless a client may make this change. What is against a rule already was decided on the
 * machine itself and may stay; a setting that is removed is judged by the default that then counts.
 */
export function checkChange(before: Settings, after: Settings, defaults: Settings): void {
  const valueIn = (settings: Settings) => (name: string) => settings.get(name) ?? defaults.get(name) ?? "";
  const [was, is] = [valueIn(before), valueIn(after)];
  for (const name of new Set([...after.keys(), ...defaults.keys()])) {
    const rule = ruleFor(name);
    if (rule === undefined || "harmless" in rule || isOwn(name) || allowed(rule, is(name), is)) continue;
    if (is(name) !== was(name) || allowed(rule, was(name), was)) throw refusal(name, rule);
  }
}

const allowed = ({ allows }: Guarded, value: string, settings: (name: string) => string): boolean =>
  allows?.(value, settings) ?? false;

/** Options that i2pd has and we have never judged: newer ones, which could do anything. */
export function checkKnown(before: Settings, after: Settings): void {
  for (const [name, value] of after)
    if (ruleFor(name) === undefined && !isOwn(name) && before.get(name) !== value)
      throw new SettingRefused(reason("i2pd.unjudged", { name }), { key: name });
}

const refusal = (name: string, { why, instead = reason("instead.locally") }: Guarded): SettingRefused =>
  new SettingRefused(
    reason("i2pd.rule", { name, ...reasonAs("why", reason(why)), ...reasonAs("instead", instead) }),
    { key: name },
  );
