import { describe, expect, it } from "vitest";
import { serveJava } from "./served.js";

const key = (name: string) => `svc.router.net.bw.${name}`;
const SCHEDULE = "daily 0-24 in=20 out=15 share=10";

describe("a traffic schedule over Java I2P", () => {
  it("lowers share and bandwidth while it runs, and says so in events", async () => {
    const { call, later, service, settings } = await serveJava();
    const own = { [key("in")]: "200", [key("out")]: "100", [key("share")]: "80" };
    await call("NetworkSetting", own);
    await later(1);
    const limits = async () =>
      (await call("NetworkSetting", Object.fromEntries(Object.keys(own).map((name) => [name, null])))).result;
    await service.reload({ ...settings, "budget.schedule": [SCHEDULE] });
    await expect.poll(limits).toMatchObject({
      [key("in")]: "20",
      [key("out")]: "15",
      [key("share")]: "10",
      RestartNeeded: false,
    });
    const events = async () =>
      (await call("pilothouse.events", { kinds: ["budget.lowered"] })).result["events"];
    await expect.poll(events).toMatchObject([{ data: { why: `schedule ${SCHEDULE}` } }]);
    await service.reload(settings);
    await expect.poll(limits).toMatchObject(own);
  });

  it("says that it cannot lower a limit that is not set, and leaves it unset", async () => {
    const { call, later } = await serveJava({}, { "budget.schedule": SCHEDULE });
    await later(1);
    const unable = async () =>
      ((await call("pilothouse.traffic")).result["budget"] as { unable: string | null }).unable;
    await expect.poll(unable).toContain("no bandwidth limit (in, out)");
    expect((await call("NetworkSetting", { [key("in")]: null })).result[key("in")]).toBeNull();
  });
});
