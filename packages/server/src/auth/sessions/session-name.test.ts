import { describe, expect, it } from "vitest";
import { sessionNameFrom } from "./session-name.js";

describe("the name of a session", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0", "Firefox, Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/123.0.0.0 Safari/537.36",
      "Chrome, Windows",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/123.0.0.0 Safari/537.36 Edg/123.0.0.0",
      "Edge, Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
      "Safari, macOS",
    ],
    [
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/123.0.0.0 Mobile Safari/537.36",
      "Chrome, Android",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      "Safari, iOS",
    ],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/123.0.0.0 Safari/537.36",
      "Chrome, Linux",
    ],
    ["Mozilla/4.0", "Browser"],
    ["Mozilla/5.0 (X11; Linux x86_64) Gecko", "Browser, Linux"],
    ["curl/8.5.0", "curl/8.5.0"],
    ["pilothouse/0.1.0", "pilothouse/0.1.0"],
    ["Java/17 \u0000\u001b[31m\u00e9", "Java/17 [31m"],
    ["\u00e9 curl/8.5.0 \u00e9", "curl/8.5.0"],
    ["x".repeat(100), "x".repeat(64)],
    ["", ""],
    [undefined, ""],
  ])("of %j is %j", (agent, name) => {
    expect(sessionNameFrom(agent)).toBe(name);
  });
});
