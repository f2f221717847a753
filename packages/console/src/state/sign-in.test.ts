import type { Link } from "@pilothouse/client/browser";
import { describe, expect, it } from "vitest";
import { fetchSetup } from "./sign-in.js";

const PASSWD = "sudo pilothouse passwd --data-dir /srv/attic";

describe("the setup of a service", () => {
  it("is the last that is known while the service is away, with the commands of its machine", async () => {
    let answers = true;
    const link: Link = {
      send: async (text) => {
        if (!answers) throw new Error("nobody answers");
        const id = /"id":("[^"]*"|\d+)/.exec(text)?.[1];
        const result = `{"choosePassword":true,"accounts":true,"passwd":"${PASSWD}"}`;
        return { text: `{"jsonrpc":"2.0","id":${id},"result":${result}}`, status: 200 };
      },
    };
    expect(await fetchSetup(link)).toEqual({ choose: true, accounts: true, passwd: PASSWD });
    answers = false;
    expect(await fetchSetup(link)).toEqual({ choose: false, accounts: true, passwd: PASSWD });
  });
});
