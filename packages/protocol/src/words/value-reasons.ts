/**
 * What values should have been: reasons as in `reasons.ts`, in a table of its own because every client has the types of
 * values. Those that begin with `wants` stand in another one, after "wants".
 */
export const VALUE_REASONS = {
  "value.wants": "wants {wants}[, got {got}]",
  "wants.whole": "a whole number from {least} to {most}",
  "wants.digits": 'a string of decimal digits from "{least}" to "{most}"',
  "wants.choice": "one of {options}",
  "wants.period": "a whole number of milliseconds from {least} to {most} (31 days)",
  "wants.host": 'a host name or IP address, or "" to unset it',
  "wants.settingName": 'a name of 1 to {most} characters without control characters, "=", "#" or ";"',
  "wants.settingValue": "a string of up to 64 KiB without control characters",
  "wants.sessionName": "a name of 1 to 64 characters, all of which can be seen",
  "wants.tokenName":
    "a name of 1 to 64 letters, digits, dots, hyphens and underscores that begins with a letter or digit",
  "wants.nodeName":
    "a name of 1 to 63 small letters, digits, dots and hyphens that begins and ends with a letter or digit",
  "wants.operatorName":
    "a name of 1 to 32 small letters, digits, dots, hyphens and underscores that begins with a letter",
  "wants.labels":
    "an object of at most {most} labels: keys of 1 to 63 small letters, digits, dots, hyphens and underscores, values of the same with capitals",
  "value.inSetting": "has {name}, which {why}",
  "value.noSetting": "wants at least one setting, got none",
  "labels.many": "wants at most {most} labels, got {count}",
  "labels.key": "wants {wants}; {name} is not such a key",
  "labels.value": "wants {wants}; {name} is {got}",
  "value.many": "wants {most} at most, got {count}",
  "java.poison":
    '{names} cannot hold "#" or a line break: Java I2P takes it, cannot write it to its file, and then answers every write with an error',
  "java.poisoned":
    "Every write fails, because its file cannot hold {names}: overwrite them in one request, or replace all settings",
} as const satisfies Record<string, string>;
