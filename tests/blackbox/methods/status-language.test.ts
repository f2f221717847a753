import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";

/** The word for "stopped" in each language. */
const STOPPED = {
  en: "Stopped",
  de: "Gestoppt",
  es: "Detenido",
  fr: "Arrêté",
  pt: "Parado",
  ru: "Остановлен",
  zh: "已停止",
} as const;

async function stopped(settings = {}): Promise<Here> {
  const here = await startHere({ settings });
  await here.call("RouterManager", { Shutdown: true });
  here.clock.advance(5_000);
  return here;
}

const status = async (here: Here, languages?: string) => {
  const headers = languages === undefined ? {} : { "Accept-Language": languages };
  const { result } = await here.call("RouterInfo", { "svc.router.status": "" }, { headers });
  return result["svc.router.status"];
};

describe("svc.router.status", () => {
  let here: Here;
  beforeAll(async () => {
    here = await stopped();
  });

  it.each(Object.entries(STOPPED))("is in %s: %s", async (language, word) => {
    expect(await status(here, language)).toContain(word);
  });

  it.each([
    ["de-AT", "de"],
    ["fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"],
    ["en;q=0.1, ru;q=0.9", "ru"],
    ["en-US, de;q=0.7", "en"],
    ["nl, pt;q=0.3", "pt"],
    ["zh-Hans-CN", "zh"],
    ["ES", "es"],
    ["nl", "en"],
    ["*", "en"],
    ["", "en"],
    ["de;q=0, en", "en"],
    ["\u00e4\u00f6;;;=,,", "en"],
    [undefined, "en"],
  ] as const)("answers Accept-Language %j in %s", async (header, language) => {
    expect(await status(here, header)).toContain(STOPPED[language]);
  });

  it("is English when an answer comes without any language", async () => {
    const { text } = await here.ask("RouterInfo", { "svc.router.status": "" });
    expect(text).toContain(STOPPED.en);
  });

  it("falls back to the locale setting, which a caller's wish outranks", async () => {
    const german = await stopped({ locale: "de" });
    expect(await status(german)).toContain(STOPPED.de);
    expect(await status(german, "nl")).toContain(STOPPED.de);
    expect(await status(german, "es")).toContain(STOPPED.es);
  });
});
