import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { send, startService } from "../support/service.js";

const root = resolve(import.meta.dirname, "../..");
const SCRAPE_TOKEN = "a-token-for-the-scraper-0123456789";

/** Runs promtool; the text is empty when it has nothing to say. */
function promtool(args: readonly string[], input?: string): string {
  const options = { encoding: "utf8", stdio: "pipe", ...(input !== undefined && { input }) } as const;
  try {
    execFileSync(join(bin, "promtool"), args, options);
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

let bin: string;
let dir: string;
let running: Awaited<ReturnType<typeof startService>>;
let prometheus: ChildProcess;
let api: string;

interface Vector {
  readonly metric: { readonly [label: string]: string };
  readonly value: readonly [number, string];
}

async function query(expr: string): Promise<Vector[]> {
  const answer = await fetch(`${api}query?query=${encodeURIComponent(expr)}`);
  const { status, data, error } = (await answer.json()) as {
    status: string;
    data: { result: Vector[] };
    error?: string;
  };
  if (status !== "success") throw new Error(`${expr}: ${error}`);
  return data.result;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200))
    if (await holds().catch(() => false)) return;
  throw new Error(`waited in vain: ${what}`);
}

beforeAll(async () => {
  bin = execFileSync(process.execPath, [join(root, "scripts/fetch/unpacked.mjs"), "prometheus"], {
    encoding: "utf8",
  }).trim();
  dir = scratch();
  const tokenFile = join(dir, "token");
  writeFileSync(tokenFile, SCRAPE_TOKEN);
  running = await startService({
    "metrics.enabled": "true",
    "metrics.allow_loopback": "true",
    "metrics.token_file": tokenFile,
  });
  const target = (url: string) => new URL(url).host;
  writeFileSync(
    join(dir, "prometheus.yml"),
    JSON.stringify({
      global: { scrape_interval: "1s", scrape_timeout: "1s" },
      rule_files: [join(root, "deploy", "alerts.yml")],
      scrape_configs: [
        {
          job_name: "pilothouse",
          scheme: "https",
          authorization: { credentials_file: tokenFile },
          tls_config: { ca_file: join(running.dataDir, "certificate.pem") },
          static_configs: [{ targets: [target(running.https)] }],
        },
        { job_name: "plain", static_configs: [{ targets: [target(running.http)] }] },
      ],
    }),
  );
  prometheus = spawn(
    join(bin, "prometheus"),
    [
      `--config.file=${join(dir, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(dir, "data")}`,
      "--web.listen-address=127.0.0.1:0",
      "--log.level=info",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  prometheus.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  await until("Prometheus listens", async () => /msg="Listening on" address=\S+:[1-9]/.test(log));
  api = `http://${/msg="Listening on" address=(\S+)/.exec(log)?.[1]}/api/v1/`;
  await running.call("Echo", {});
  // A rate needs two scrapes.
  await until(
    "both endpoints are scraped",
    async () => (await query("count_over_time(i2p_router_up[1m]) >= 4")).length === 2,
  );
});

afterAll(async () => {
  if (prometheus?.exitCode === null) {
    prometheus.kill();
    await once(prometheus, "exit");
  }
  await running?.stop();
});

describe("Prometheus itself", () => {
  it("scrapes both endpoints, one with a token over TLS", async () => {
    const targets = async () => {
      const { data } = (await (await fetch(`${api}targets`)).json()) as {
        data: { activeTargets: { scrapePool: string; health: string; lastError: string }[] };
      };
      return data.activeTargets
        .map(({ scrapePool, health, lastError }) => [scrapePool, health, lastError])
        .sort();
    };
    await expect.poll(targets).toEqual([
      ["pilothouse", "up", ""],
      ["plain", "up", ""],
    ]);
  });

  it("keeps the router's figures under the names that dashboards in the field know", async () => {
    for (const [name, series] of [
      ["i2p_router_up", 1],
      ["i2p_router_status", 1],
      ["i2p_router_build_info", 1],
      ["i2p_router_uptime_seconds", 1],
      ["i2p_router_net_bw_bytes_per_second", 4],
      ["i2p_router_net_bytes_total", 2],
      ["i2p_router_net_status", 15],
      ["i2p_router_tunnels_participating", 1],
      ["i2p_router_tunnels_success_ratio", 1],
      ["i2p_router_netdb_activepeers", 1],
      ["i2p_router_netdb_knownpeers", 1],
      ["i2p_router_netdb_fastpeers", 1],
      ["i2p_router_netdb_highcapacitypeers", 1],
      ["i2p_router_netdb_reseeding", 1],
    ] as const) {
      const found = await query(`${name}{job="pilothouse",router="simulator"}`);
      expect([name, found.length]).toEqual([name, series]);
    }
  });

  it("has loaded the alert rules and finds nothing wrong with a router that has just started", async () => {
    const { data } = (await (await fetch(`${api}rules`)).json()) as {
      data: { groups: { rules: { name: string; health: string; state: string; lastError?: string }[] }[] };
    };
    const rules = data.groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThanOrEqual(8);
    expect(rules.filter(({ state }) => state === "firing")).toEqual([]);
    expect(rules.filter(({ lastError }) => lastError !== undefined)).toEqual([]);
  });
});

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(readFileSync(join(root, "deploy", "grafana-dashboard.json"), "utf8")) as {
  readonly panels: readonly Panel[];
};
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
);

describe("the dashboard", () => {
  it.each(panels)("shows something in %s: %s", async (_title, expr) => {
    const filled = expr
      .replaceAll("$__rate_interval", "1m")
      .replaceAll("$instance", ".*")
      .replaceAll("$router", ".*");
    await until(`${filled} has a value`, async () => (await query(filled)).length > 0);
  });
});

describe("promtool", () => {
  it("has nothing to say about the figures", async () => {
    const { text } = await send(`${running.http}metrics`);
    expect(promtool(["check", "metrics"], text)).toBe("");
  });

  it("takes the alert rules, and sees each fire when it should and only then", () => {
    expect(promtool(["check", "rules", join(root, "deploy", "alerts.yml")])).toBe("");
    expect(promtool(["test", "rules", join(import.meta.dirname, "alerts.test.yml")])).toBe("");
  });

  it("finds only figures in the alert rules that the service exports", async () => {
    const { text } = await send(`${running.http}metrics`);
    const families = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const rules = readFileSync(join(root, "deploy", "alerts.yml"), "utf8");
    const used = [...rules.matchAll(/\b(?:i2p_router|pilothouse|process)_[a-z_]+/g)].map(([name]) => name);
    // Exported only after somebody has searched for an update.
    const unknown = used.filter((name) => !families.has(name) && name !== "pilothouse_update_available");
    expect(used.length).toBeGreaterThan(8);
    expect(unknown).toEqual([]);
  });
});
