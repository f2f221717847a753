import { duration, flag, path, type SettingDefinitions } from "@pilothouse/system";

/** Who may call. */
export const ACCESS_SETTINGS = {
  "auth.token_lifetime": {
    type: duration,
    default: 86_400_000,
    description: "How long a token lives from its issue.",
    live: true,
  },
  "auth.allow_factory_password": {
    type: flag,
    default: false,
    description: "Lets the factory password be used for everything. Only for throw-away set-ups.",
    live: true,
  },
  "auth.password_file": {
    type: path,
    description: "File that holds the first password; used while the factory password is in force.",
    redact: "password",
    env: "PILOTHOUSE_PASSWORD_FILE",
  },
} as const satisfies SettingDefinitions;
