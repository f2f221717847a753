import { NET_STATUS, type NetStatus } from "@pilothouse/protocol";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../settings/languages.js";
import { type Status, statusText } from "./status-text.js";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const CODES = Object.keys(NET_STATUS).map(Number) as NetStatus[];
const minutes = (n: number) => NOW + n * 60_000;

const draining = (next: "restart" | "stop", until: number): Status => ({
  phase: { name: "draining", next, until },
  netStatus: 0,
  simulated: false,
});
const PHASES: readonly Status[] = [
  ...(["running", "starting", "stopping", "stopped", "crashed"] as const).map((name) => ({
    phase: { name },
    simulated: false,
  })),
  ...(["timeout", "login"] as const).map((reason) => ({
    phase: { name: "unreachable" as const, reason },
    simulated: false,
  })),
  draining("stop", minutes(7)),
  draining("restart", minutes(7)),
];
const RUNNING: readonly Status[] = CODES.map((netStatus) => ({
  phase: { name: "running" },
  netStatus,
  simulated: false,
}));
const everything = [...PHASES, ...RUNNING];

describe("the status of a running router", () => {
  test.each<[NetStatus, Language, string]>([
    [0, "en", "OK"],
    [2, "en", "Firewalled"],
    [2, "de", "Hinter einer Firewall"],
    [9, "es", "Error: el reloj no está en hora"],
    [12, "fr", "Erreur\u00a0: le port UDP est déjà utilisé"],
    [3, "pt", "Oculto"],
    [14, "ru", "Ошибка: UDP отключён, а TCP не настроен"],
    [0, "zh", "正常"],
  ])("with network status %i in %s is %j", (netStatus, language, text) => {
    expect(statusText({ phase: { name: "running" }, netStatus, simulated: false }, language, NOW)).toBe(text);
  });

  test("that does not report its network status is that it runs", () => {
    expect(statusText({ phase: { name: "running" }, simulated: false }, "en", NOW)).toBe("Running");
  });
});

describe("the status of a router that is not simply running", () => {
  test("is its phase, with any network status", () => {
    expect(statusText({ phase: { name: "stopped" }, netStatus: 13, simulated: false }, "de", NOW)).toBe(
      "Gestoppt",
    );
    const phase = { name: "unreachable", reason: "timeout" } as const;
    expect(statusText({ phase, netStatus: 0, simulated: false }, "en", NOW)).toBe(
      "Unreachable: the router does not answer",
    );
  });

  test("says what a graceful wait ends in, and when", () => {
    expect(statusText(draining("stop", minutes(7)), "en", NOW)).toBe(
      "Shutting down when the last of the participating tunnels ends, in about 7 min",
    );
    expect(statusText(draining("restart", minutes(7)), "de", NOW)).toBe(
      "Startet neu, sobald der letzte teilnehmende Tunnel endet, in etwa 7 min",
    );
  });

  test.each([
    [minutes(6.2), 7],
    [minutes(0.1), 1],
    [NOW, 1],
    [minutes(-3), 1],
  ])("rounds the wait up to whole minutes, at least one (until %i: %i)", (until, shown) => {
    expect(statusText(draining("stop", until), "en", NOW)).toMatch(new RegExp(` ${shown} min$`));
    expect(statusText(draining("stop", until), "zh", NOW)).toContain(` ${shown} 分钟`);
  });
});

describe.each(LANGUAGES)("in %s", (language) => {
  test("every state has words of its own, fit for one line", () => {
    const texts = everything.map((status) => statusText(status, language, NOW));
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(text).toMatch(/^[^\s\p{Cc}][^\p{Cc}]{0,99}(?<![\s.])$/u);
  });

  test("every state of a simulated router says that it is a simulation", () => {
    const word = {
      en: "Simulation",
      de: "Simulation",
      es: "Simulación",
      fr: "Simulation",
      pt: "Simulação",
      ru: "Симуляция",
      zh: "模拟",
    };
    for (const status of everything) {
      const real = statusText(status, language, NOW);
      const simulated = statusText({ ...status, simulated: true }, language, NOW);
      expect(simulated.startsWith(word[language])).toBe(true);
      expect(simulated.endsWith(real)).toBe(true);
      expect(real).not.toContain(word[language]);
    }
  });
});

test("Every phase but running is said in its own way in every language", () => {
  for (const status of PHASES.filter(({ phase }) => phase.name !== "running"))
    expect(new Set(LANGUAGES.map((language) => statusText(status, language, NOW))).size).toBe(
      LANGUAGES.length,
    );
});
