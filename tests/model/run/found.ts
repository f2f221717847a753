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
];
