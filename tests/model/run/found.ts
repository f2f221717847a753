import type { Step } from "./run.js";

interface Found {
  readonly what: string;
  readonly steps: readonly Step[];
}

/** Sequences in which something once did not hold, each the shortest. They run first. */
export const FOUND: readonly Found[] = [
  {
    what: "the budget shows the limits that were saved a moment ago",
    steps: [
      ["set settings of the service", { who: 0, some: [[1, 1]] }],
      ["time passes", { seconds: 25 }],
      ["save network settings", { who: 0, some: [[4, 1]] }],
    ],
  },
  {
    what: "a limit that you saved while it was lowered is shown as your own at once",
    steps: [
      ["set settings of the service", { who: 0, some: [[1, 0]] }],
      ["time passes", { seconds: 25 }],
      ["save network settings", { who: 0, some: [[3, 2]] }],
    ],
  },
  {
    what: "a restored backup does not say that the service had crashed",
    steps: [
      ["back up", {}],
      ["restore a backup", { n: 0 }],
      ["kill -9", {}],
    ],
  },
  {
    what: "the name of a token that is over is free, also after the clock was set back",
    steps: [
      ["make a token", { who: 0, name: "reader", scope: "read", days: 0.01 }],
      ["hours pass", { hours: 1 }],
      ["the clock is set", { minutes: -90 }],
      ["make a token", { who: 0, name: "reader", scope: "read", days: 1 }],
    ],
  },
  {
    what: "what a person ordered before logging out is done",
    steps: [
      ["time passes", { seconds: 25 }],
      ["log in", {}],
      ["order", { who: 1, action: "ShutdownGraceful" }],
      ["log out", { who: 1 }],
      ["time passes", { seconds: 25 }],
    ],
  },
  {
    what: "each write of the budget is on record, also if an hour has passed in one step",
    steps: [
      [
        "set settings of the service",
        {
          who: 3,
          some: [
            [14, 1],
            [13, 2],
          ],
        },
      ],
      ["kill -9 while a change is undone", { n: 1 }],
      ["hours pass", { hours: 1 }],
    ],
  },
  {
    what: "a token that was over when the password was changed is unknown",
    steps: [
      ["make a token", { who: 0, name: "reader", scope: "settings", days: 1 }],
      ["the clock is set", { minutes: 2000 }],
      ["change the password", { who: 0, password: "another password", keepTokens: false, own: true }],
      ["echo", { who: 1 }],
    ],
  },
  {
    what: "a session that was over when all others were revoked is said to be over",
    steps: [
      ["log in", {}],
      ["the clock is set", { minutes: 2000 }],
      ["log in", {}],
      ["revoke all other sessions", { who: 0 }],
      ["echo", { who: 2 }],
    ],
  },
  {
    what: "a restart at once is done on a full disk, though a graceful one is stored",
    steps: [
      ["log in", {}],
      ["order", { who: 1, action: "RestartGraceful" }],
      ["the disk is full", {}],
      ["order", { who: 1, action: "Restart" }],
    ],
  },
  {
    what: "a limit that you saved again while it was lowered stays yours when the router restarts at once",
    steps: [
      ["set settings of the service", { who: 0, some: [[1, 0]] }],
      ["time passes", { seconds: 25 }],
      ["save network settings", { who: 0, some: [[3, 0]] }],
      ["order", { who: 0, action: "Restart" }],
      ["time passes", { seconds: 25 }],
    ],
  },
  {
    what: "a notification that was taken while the disk was full is not sent again",
    steps: [
      ["set settings of the service", { who: 0, some: [[2, 0]] }],
      ["the receiver of notifications refuses them", {}],
      ["set settings of the service", { who: 0, some: [[0, 0]] }],
      ["time passes", { seconds: 90 }],
      ["the disk is full", {}],
      ["the receiver of notifications takes them again", {}],
      ["time passes", { seconds: 90 }],
      ["the disk has room again", {}],
      ["time passes", { seconds: 25 }],
    ],
  },
  {
    what: "a graceful wait is cancelled within a second after the session is revoked, also in a long step",
    steps: [
      ["time passes", { seconds: 25 }],
      ["log in", {}],
      ["order", { who: 1, action: "ShutdownGraceful" }],
      ["revoke all other sessions", { who: 0 }],
      ["hours pass", { hours: 1 }],
    ],
  },
  {
    what: "a router that crashes while it does not answer may start again, though it was shut down",
    steps: [
      ["the router hangs", {}],
      ["order", { who: 0, action: "Shutdown" }],
      ["the router crashes", {}],
      ["the router answers again", {}],
      ["wait until the router is what was ordered", {}],
    ],
  },
  {
    what: "of two calls at once with a token that is over only one is told so",
    steps: [
      ["make a token", { who: 0, name: "reader", scope: "all", days: 1 }],
      ["the clock is set", { minutes: 2_000 }],
      [
        "two save at once",
        { a: { who: 1, some: [[19, 5]], network: true }, b: { who: 1, some: [[17, 1]], network: false } },
      ],
    ],
  },
  {
    what: "a session that was told on a full disk that it is over is unknown after a restore",
    steps: [
      ["back up", {}],
      ["log in", {}],
      ["the disk is full", {}],
      ["the clock is set", { minutes: 2_000 }],
      ["set settings of the service", { who: 1, some: [[12, 5]] }],
      ["the disk has room again", {}],
      ["restore a backup", { n: 0 }],
      ["make a token", { who: 1, name: "panel", scope: "operate", days: 90 }],
    ],
  },
  {
    what: "a tunnel that was renamed keeps its port from others",
    steps: [
      [
        "change tunnels",
        {
          who: 0,
          changes: [
            { action: "create", n: 1, m: 3 },
            { action: "rename", n: 1, m: 3 },
          ],
        },
      ],
      ["change tunnels", { who: 0, changes: [{ action: "create", n: 1, m: 4 }] }],
    ],
  },
  {
    what: "a router that is restarted for its tunnels has not what was saved right after that",
    steps: [
      ["save network settings", { who: 0, some: [[0, 1]] }],
      ["change tunnels", { who: 0, changes: [{ action: "create", n: 0, m: 0 }] }],
      ["undo a change", { who: 0, n: 0, force: false }],
      ["save network settings", { who: 0, some: [[0, 2]] }],
      ["time passes", { seconds: 25 }],
    ],
  },
  {
    what: "a tunnel whose change is undone while the service is killed is there as a whole, with its address",
    steps: [
      ["change tunnels", { who: 0, changes: [{ action: "create", n: 0, m: 0 }] }],
      ["change tunnels", { who: 0, changes: [{ action: "rename", n: 0, m: 0 }] }],
      ["kill -9 while a change is undone", { n: 1 }],
      ["kill -9 while tunnels are changed", { action: "rename", m: 0, n: 1 }],
    ],
  },
  {
    what: "undo of an edit takes away what the edit had set for the first time",
    steps: [
      ["change tunnels", { who: 0, changes: [{ action: "create", n: 3, m: 2 }] }],
      ["change tunnels", { who: 0, changes: [{ action: "edit", n: 3, m: 1 }] }],
      ["undo a change", { who: 0, n: 0, force: false }],
    ],
  },
  {
    what: "a simulated router that was restored makes up the same key once more",
    steps: [
      ["back up", {}],
      ["change a tunnel by TunnelManager", { who: 0, one: { action: "create", n: 1, m: 3 } }],
      ["restore a backup", { n: 0 }],
      ["change a tunnel by TunnelManager", { who: 0, one: { action: "create", n: 1, m: 4 } }],
    ],
  },
  {
    what: "a tunnel that is stopped does not hold its port",
    steps: [
      ["change tunnels", { who: 0, changes: [{ action: "create", n: 1, m: 4 }] }],
      ["stop, start or restart all tunnels", { who: 0, action: "stop" }],
      [
        "change tunnels",
        {
          who: 0,
          changes: [
            { action: "rename", n: 1, m: 4 },
            { action: "create", n: 1, m: 2 },
          ],
        },
      ],
    ],
  },
  {
    what: "an option of a tunnel that is called otherwise now is not put back, and makes no tunnel",
    steps: [
      ["change tunnels", { who: 0, changes: [{ action: "create", n: 3, m: 0 }] }],
      ["change tunnels", { who: 0, changes: [{ action: "stop", n: 3, m: 0 }] }],
      ["change tunnels", { who: 0, changes: [{ action: "rename", n: 3, m: 1 }] }],
      ["preview an undo, and carry it out", { who: 0, n: 1 }],
      ["undo a change", { who: 0, n: 1, force: true }],
    ],
  },
  {
    what: "a graceful wait may just begin when a change of tunnels is previewed",
    steps: [
      ["order", { who: 0, action: "RestartGraceful" }],
      ["preview a change of tunnels, and carry it out", { who: 0, one: { action: "create", n: 1, m: 2 } }],
    ],
  },
  {
    what: "of several ways in which the budget may have come to its limits, the one on record counts",
    steps: [
      [
        "set settings of the service",
        {
          who: 2,
          some: [
            [13, 5],
            [0, 5],
          ],
        },
      ],
      ["time passes", { seconds: 25 }],
      ["undo a change", { who: 0, n: 0, force: false }],
      ["time passes", { seconds: 90 }],
      ["change a tunnel by TunnelManager", { who: 1, one: { action: "create", n: 3, m: 3 } }],
      ["make a token", { who: 1, name: "panel", scope: "settings", days: 90 }],
      ["make a token", { who: 6, name: "reader", scope: "settings", days: 90 }],
      ["log in", {}],
      [
        "set settings of the service",
        {
          who: 5,
          some: [
            [7, 5],
            [5, 2],
          ],
        },
      ],
      ["hours pass", { hours: 1 }],
    ],
  },
  {
    what: "who may not put back a secret hears that, also where it was changed again since",
    steps: [
      ["set a secret", { who: 6, n: 2 }],
      ["kill -9 while a change is undone", { n: 3 }],
      ["log in", {}],
      ["make a token", { who: 5, name: "script", scope: "settings", days: 0.01 }],
      ["set a secret", { who: 3, n: 0 }],
      ["make a token", { who: 0, name: "reader", scope: "read", days: 90 }],
      ["log in", {}],
      ["undo a change", { who: 3, n: 4, force: false }],
    ],
  },
  {
    what: "the budget may write before a template is taken back, or after it",
    steps: [
      ["time passes", { seconds: 1 }],
      ["the clock is set", { minutes: 90 }],
      ["time passes", { seconds: 1 }],
      ["time passes", { seconds: 5 }],
      ["time passes", { seconds: 25 }],
      [
        "apply a template with a restart",
        {
          who: 6,
          network: [
            [4, 2],
            [19, 2],
          ],
          advanced: [
            [8, 3],
            [6, 4],
            [11, 5],
          ],
          graceful: true,
        },
      ],
      ["the router crashes", {}],
      [
        "set settings of the service",
        {
          who: 6,
          some: [
            [17, 4],
            [19, 1],
          ],
        },
      ],
      [
        "set advanced settings",
        {
          who: 2,
          some: [
            [1, 2],
            [20, 0],
            [15, 1],
          ],
        },
      ],
      ["time passes", { seconds: 90 }],
    ],
  },
];

/** The same, on the double of Java I2P. */
export const FOUND_ON_JAVA: readonly Found[] = [
  {
    what: "a host name that is unset and saved as empty is no change",
    steps: [["save network settings", { who: 0, some: [[1, 0]] }]],
  },
  {
    what: "a limit that counts at once asks for no restart when a host name is saved as empty with it",
    steps: [
      [
        "save network settings",
        {
          who: 0,
          some: [
            [2, 1],
            [1, 0],
          ],
        },
      ],
    ],
  },
  {
    what: "a router that was restarted is not said to need that restart",
    steps: [
      ["order", { who: 0, action: "Restart" }],
      ["time passes", { seconds: 1 }],
      ["save network settings", { who: 0, some: [[5, 1]] }],
      ["time passes", { seconds: 1 }],
    ],
  },
  {
    what: "a router that was not restarted is not said to be, when the clock is set and the service killed",
    steps: [
      ["the clock is set", { minutes: 2_000 }],
      ["kill -9", {}],
    ],
  },
];

/** The same, with a real i2pd. */
export const FOUND_ON_I2PD: readonly Found[] = [
  {
    what: "a port that was the general one is in the audit when it is saved",
    steps: [["save network settings", { who: 0, some: [[0, 0]] }]],
  },
  {
    what: "an undo lists a port that was saved with the value of the general one by its name in the file",
    steps: [
      ["save network settings", { who: 0, some: [[0, 0]] }],
      ["save network settings", { who: 0, some: [[0, 1]] }],
      ["undo a change", { who: 0, n: 1, force: true }],
    ],
  },
  {
    what: "a limit for both directions that was saved as that of one is on record for the other too",
    steps: [
      ["save network settings", { who: 0, some: [[4, 1]] }],
      ["set settings of the service", { who: 0, some: [[1, 0]] }],
      ["wait until the router is what was ordered", {}],
      ["save network settings", { who: 0, some: [[3, 0]] }],
      ["go back to an earlier state", { who: 0, n: 2, force: false, part: "network" }],
    ],
  },
  {
    what: "what is asked of a router that has just crashed is refused with a reason",
    steps: [
      ["the router crashes", {}],
      ["read", { who: 0, method: "ClientServicesInfo" }],
    ],
  },
  {
    what: "a start of the router that nobody saw, because the service was restarted, counts",
    steps: [
      ["save network settings", { who: 0, some: [[0, 1]] }],
      ["order", { who: 0, action: "RestartGraceful" }],
      ["undo a change", { who: 0, n: 0, force: false }],
      ["restart the service", {}],
    ],
  },
  {
    what: "a run of the router that a restored backup does not know was started by somebody",
    steps: [
      ["back up", {}],
      ["order", { who: 0, action: "Restart" }],
      ["wait until the router is what was ordered", {}],
      ["restore a backup", { n: 0 }],
    ],
  },
];
