import { flag, path, type SettingDefinitions } from "@pilothouse/system";

/** Figures for Prometheus. */
export const METRICS_SETTINGS = {
  "metrics.enabled": {
    type: flag,
    default: false,
    description: "Whether /metrics serves figures for Prometheus, on both endpoints.",
    live: true,
  },
  "metrics.allow_loopback": {
    type: flag,
    default: false,
    description: "Lets programs on this machine read /metrics without a token.",
    live: true,
  },
  "metrics.token_file": {
    type: path,
    description:
      "File that holds a token, 20 characters or more, that opens /metrics and nothing else; read again on SIGHUP.",
    live: true,
  },
} as const satisfies SettingDefinitions;
