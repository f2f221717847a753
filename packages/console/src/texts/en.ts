import type { InfoName } from "@pilothouse/client/browser";
import type {
  Action,
  FindingKey,
  LifecycleAction,
  NetStatus,
  NetworkKey,
  NetworkValue,
  RateStat,
} from "@pilothouse/protocol";
import type { PageName } from "../page-names.js";
import { plural } from "./plural.js";
import { reasons } from "./reasons/en.js";

const many = plural("en");

/** Texts of network findings are under `net`, by the router's status code. */
export type KnownFinding = Exclude<FindingKey, `net.${string}`>;

/** The texts in English. The other languages have the type of this object: a missing text does not compile. */
export const en = {
  units: {
    bytes: ["B", "KiB", "MiB", "GiB", "TiB"],
    perSecond: (unit: string) => `${unit}/s`,
    span: { minute: "min", hour: "h", day: "d", year: "y" },
  },

  shell: {
    skip: "Skip to the content",
    menu: "Menu",
    pages: "Pages",
    language: "Language",
    theme: "Theme",
    themes: { auto: "System theme", light: "Light theme", dark: "Dark theme" },
    signOut: "Sign out",
    service: (version: string) => `Service ${version}`,
    notLoaded: "This could not be loaded: the service does not answer, or it was updated.",
    draft: "Changes not saved",
    signOutTitle: "Sign out and lose unsaved changes?",
    unsaved: "Changes on these pages are not saved:",
    stay: "Stay signed in",
    signOutYes: "Sign out and discard them",
  },

  pages: {
    fleet: "Fleet",
    rollouts: "Roll-outs",
    invitations: "Invitations",
    overview: "Overview",
    control: "Control",
    network: "Network settings",
    advanced: "Advanced settings",
    applications: "Access for other programs",
    rates: "Rates",
    sessions: "Password and sessions",
    audit: "Audit",
    explorer: "API explorer",
    events: "Events",
    logs: "Logs",
    changes: "Settings history",
    notifications: "Notifications",
    welcome: "First steps",
    traffic: "Traffic",
    templates: "Templates",
    operators: "Accounts",
  } satisfies Record<PageName, string>,

  common: {
    cancel: "Cancel",
    next: "Continue",
    loading: "Loading…",
    tryAgain: "Try again",
    failed: "That did not work:",
    serviceSays: "The service says:",
    on: "on",
    off: "off",
    unknown: "unknown",
    refresh: "Refresh",
    remove: "Remove",
    undo: "Undo",
    copied: "Copied",
    close: "Close",
    since: (time: string) => `since ${time}`,
    copy: "Copy",
    show: "Show",
    hide: "Hide",
    hidden: "(hidden)",
    actions: "Actions",
    needs: (needed: string, held: string) =>
      `View only: changes here need the scope “${needed}”, and you have “${held}”.`,
  },

  signIn: {
    account: "Account",
    accountHint: "Leave it empty for the hub's own password.",
    title: "Sign in",
    password: "Password",
    action: "Sign in",
    wrong: "The password is wrong.",
    wait: (time: string) => `Too many failed attempts. Try again in ${time}.`,
    away: "The service does not answer.",
    ended: "Your session has ended. Please sign in again.",
    kept: "Your unsaved changes are kept.",
    signedOut: "You have signed out.",
    hint: "You stay signed in until this tab is closed.",
    forgotten:
      "No password yet, or forgotten? Set one on the machine that runs the service, with this command:",
    show: "Show the password",
  },

  password: {
    choose: "Choose a new password",
    why: "Everyone knows the factory password. Nothing else works until you have chosen your own.",
    change: "Change the password",
    ends: "Every session ends, on all devices. You are signed in again here.",
    current: "Current password",
    field: "New password",
    again: "Repeat the new password",
    differ: "The two passwords are not the same.",
    short: "At least 10 characters, please.",
    common: "This is among the first passwords that are tried. Choose another.",
    action: "Set the password",
    changed: "The password was changed.",
    strength: "Strength",
    levels: ["very weak", "weak", "fair", "good", "strong"],
    advice: "Length counts most: four or five unrelated words make a good password.",
  },

  banners: {
    simulated: "Demo mode:",
    simulatedMore: "simulated router, no real traffic.",
    serviceAway: "The service does not answer.",
    router: "Router",
    lastValues: (age: string) => `Last values: ${age}. Reconnecting automatically…`,
    back: "Connected again. The values are current.",
    restartNeeded: "Restart to apply saved settings.",
    restart: "Restart…",
    factory: "The factory password is in force. Anyone who can reach this service can control the router.",
    changeIt: "Change it",
    realRouter: "Manage a real router",
  },

  phases: {
    running: "Running",
    starting: "Starting",
    stopping: "Shutting down",
    stopped: "Stopped",
    crashed: "Crashed",
    unreachable: "Does not answer",
    draining: { restart: "Restarts when the tunnels have ended", stop: "Stops when the tunnels have ended" },
  },
  phaseAdvice: {
    starting: "It takes a few minutes until peers and tunnels are there.",
    stopping: "The router ends its connections.",
    stopped: "The router is not running.",
    crashed: "The router crashed and is being started again. If this repeats, look at its log.",
    unreachable: "Retrying every few seconds. If this lasts, check whether the router's process still runs.",
    draining: "No new tunnels are accepted. You can still restart or stop now.",
  },

  net: {
    0: { says: "All is well", advice: "The router can be reached from outside. There is nothing to do." },
    1: {
      says: "Testing whether the router can be reached",
      advice: "Wait a few minutes: it is tested automatically after every start.",
    },
    2: { says: "Behind a firewall", advice: "The router works, but others cannot open connections to it." },
    3: {
      says: "Hidden",
      advice:
        "The router does not publish its address and carries no tunnels for others. Nothing to do if that is what you want.",
    },
    4: { says: "Fast, but behind a firewall", advice: "You share much bandwidth that others cannot reach." },
    5: {
      says: "A floodfill behind a firewall",
      advice: "Floodfill routers must be reachable. Forward the router's port, or switch floodfill off.",
    },
    6: {
      says: "Behind a firewall, with inbound TCP enabled",
      advice: "TCP is announced, but UDP does not get through. Forward the UDP port as well.",
    },
    7: {
      says: "Behind a firewall, with UDP disabled",
      advice: "Enable UDP, or make sure that the TCP port is forwarded and its host name is set.",
    },
    8: {
      says: "The client interface (I2CP) does not work",
      advice:
        "Applications cannot use the router. See in its log why the I2CP port could not be opened; often it is in use.",
    },
    9: {
      says: "The clock is wrong",
      advice:
        "Set the time of the machine on which the router runs, and keep it right with a time service (NTP).",
    },
    10: {
      says: "The TCP address is private",
      advice:
        "Others cannot reach a private address. Set the NTCP host name to your public address, or leave it empty.",
    },
    11: {
      says: "Behind a symmetric NAT",
      advice:
        "Your network changes the UDP port for every connection. Forward a fixed port, or set up TCP to be reachable.",
    },
    12: {
      says: "The UDP port is in use",
      advice:
        "Another program uses it. Choose another SSU port under Network settings, and restart the router.",
    },
    13: {
      says: "No active peers",
      advice:
        "Check this machine's connection to the Internet and its firewall. If both are right, start a reseed on the page Control.",
    },
    14: {
      says: "UDP is disabled and TCP is not set up",
      advice:
        "The router cannot talk to anyone. Enable UDP, or set the NTCP host name and port under Network settings.",
    },
  } satisfies Record<NetStatus, { says: string; advice: string }>,

  overview: {
    uptime: "Uptime",
    version: "Version",
    inbound: "Inbound",
    outbound: "Outbound",
    average: (rate: string) => `${rate} over 15 s`,
    total: (amount: string) => `${amount} in total`,
    tunnels: "Participating tunnels",
    success: (share: string) => `Tunnel build success: ${share}`,
    active: "Active peers",
    known: "Known peers",
    fast: "Fast",
    highCapacity: "High capacity",
    reseeding: "Reseeding…",
    detail: "Tunnels and peers in detail",
    figures: {
      "net.tunnels.inbound": "Own inbound tunnels",
      "net.tunnels.outbound": "Own outbound tunnels",
      "net.tunnels.totalsuccessrate": "Tunnel build success since the start",
      "net.tunnels.queue": "Tunnel requests waiting",
      "net.tunnels.tbmqueue": "Tunnel build messages waiting",
      "net.transit.sent.bytes": "Sent for others since the start",
      "netdb.floodfills": "Known floodfills",
      "netdb.leasesets": "Known lease sets",
    } satisfies { readonly [K in InfoName]?: string },
    numbers: "The router now",
  },

  graphs: {
    title: "History",
    range: "Range",
    bandwidth: "Bandwidth",
    peers: "Peers",
    active: "Active",
    hint: "Drag across a graph to zoom in; double-click for the whole range.",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    earlier: "Earlier",
    later: "Later",
    empty: "Nothing was recorded in this time.",
    numbers: "Table",
    series: "Series",
    lowest: "Lowest",
    mean: "Mean",
    highest: "Highest",
    last: "Last",
    from: (from: string, to: string) => `${from} to ${to}`,
    limit: "Limit",
    csv: "Save as CSV",
    png: "Save as PNG",
    happened: "What happened",
  },

  stats: {
    "bw.sendRate": "Outbound bandwidth",
    "bw.recvRate": "Inbound bandwidth",
    "bw.combined": "Bandwidth both ways",
    "tunnel.participatingTunnels": "Participating tunnels",
    "router.activePeers": "Active peers",
    "router.fastPeers": "Fast peers",
    "router.highCapacityPeers": "High-capacity peers",
    "netDb.knownPeers": "Known peers",
  } satisfies Record<RateStat, string>,

  control: {
    life: "Start and stop",
    start: "Start",
    timeLeft: "Time left, at most",
    overtake: "You can still restart or stop now.",
    cancelWait: { restart: "Cancel restart", stop: "Cancel shutdown" },
    cannotCancel: {
      i2pd: "i2pd can cancel this wait only if its web console was on at its start (http.enabled on the page Advanced settings).",
      other: "This router cannot cancel the wait from here.",
    },
    cancelled: "Cancelled. The router keeps running.",
    reseed: "Reseed",
    reseedMore: "Download a fresh list of peers. Only needed when the router knows too few.",
    reseedRuns: (known: string) => `Reseeding… ${known} peers known so far`,
    reseedDone: (known: string) => `The reseed is over: ${known} peers known.`,
    updates: "Updates",
    updatesMore: (version: string) => `The router runs version ${version}.`,
    runs: (time: string) => `Under way for ${time}…`,
    found: "An update is available.",
    notFound: "The router is up to date.",
    noFeed: "Updates aren't set up.",
    sent: "Command sent.",
    noFeedHow: "How to set them up",
    noFeedMore:
      "Put the address of a signed update feed and its public key into the service's settings (update.feed and update.public_key), then restart the service. On Debian, updates of i2pd come with the system's own updates.",
    now: "Without waiting…",
    cuts: "Cuts all connections",
  },

  actions: {
    FindUpdates: "Look for updates",
    Update: "Install the update…",
    Reseed: "Start a reseed",
    Restart: "Restart now…",
    RestartGraceful: "Restart gracefully…",
    Shutdown: "Shut down now…",
    ShutdownGraceful: "Shut down gracefully…",
  } satisfies Record<Action, string>,
  asks: {
    Update: {
      title: "Install the update?",
      more: "It is fetched, its signature is checked, and it is installed. The new version runs after the next restart.",
    },
    Restart: { title: "Restart the router now?", more: "All connections end at once." },
    RestartGraceful: {
      title: "Restart when the tunnels have ended?",
      more: "From now on no new tunnels are accepted. The restart follows when the last one has ended, after about ten minutes at most.",
    },
    Shutdown: {
      title: "Shut the router down now?",
      more: "All connections end at once. The router stays off until you start it again; this service keeps running.",
    },
    ShutdownGraceful: {
      title: "Shut down when the tunnels have ended?",
      more: "From now on no new tunnels are accepted. The router stops when the last one has ended, after about ten minutes at most.",
    },
  } satisfies Record<LifecycleAction | "Update", { title: string; more: string }>,
  lifeHelp: {
    Restart: "Ends all connections and starts again at once.",
    RestartGraceful: "Lets the tunnels of others end first, ten minutes at most.",
    Shutdown: "Ends all connections and stops at once.",
    ShutdownGraceful: "Lets the tunnels of others end first, then stops.",
  } satisfies Record<LifecycleAction, string>,
  cutTunnels: (count: number, shown: string) =>
    many(count, {
      one: `${shown} transit tunnel will be cut.`,
      other: `${shown} transit tunnels will be cut.`,
    }),
  waitTunnels: (count: number, shown: string) =>
    many(count, {
      one: `${shown} transit tunnel runs through this router.`,
      other: `${shown} transit tunnels run through this router.`,
    }),

  network: {
    groups: { ntcp: "TCP (NTCP)", ssu: "UDP (SSU)", bw: "Bandwidth", other: "Other" },
    fields: {
      "router.net.ntcp.port": { label: "TCP port", help: "" },
      "router.net.ntcp.hostname": {
        label: "TCP host name",
        help: "The name or address under which others reach this router.",
      },
      "router.net.ntcp.autoip": { label: "Find the TCP address automatically", help: "" },
      "router.net.ssu.port": { label: "UDP port", help: "" },
      "router.net.ssu.hostname": {
        label: "UDP host name",
        help: "The name or address under which others reach this router.",
      },
      "router.net.ssu.autoip": { label: "Where the UDP address is learned from", help: "" },
      "router.net.ssu.detectedip": {
        label: "Detected UDP address",
        help: "Reported by the router; it cannot be set.",
      },
      "router.net.upnp": { label: "UPnP", help: "Opens the ports in a home router automatically." },
      "router.net.bw.share": {
        label: "Share for others, percent",
        help: "How much of the bandwidth tunnels of others may use.",
      },
      "router.net.bw.in": { label: "Inbound limit, KiB/s", help: "0 lets nothing through." },
      "router.net.bw.out": { label: "Outbound limit, KiB/s", help: "0 lets nothing through." },
      "router.net.laptopmode": {
        label: "Laptop mode",
        help: "Changes the router's identity and port when its address changes.",
      },
    } satisfies Record<NetworkKey, { label: string; help: string }>,
    autoip: {
      always: "always, even behind a firewall",
      true: "when it can be reached",
      false: "never",
    } satisfies Record<NetworkValue<"router.net.ntcp.autoip">, string>,
    sources: {
      ssu: "other routers",
      "local,ssu": "this machine, other routers",
      "upnp,ssu": "UPnP, other routers",
      "local,upnp,ssu": "this machine, UPnP, other routers",
    } satisfies Record<NetworkValue<"router.net.ssu.autoip">, string>,
    range: (least: string, most: string) => `${least} to ${most}.`,
    host: "Host name or IP address; empty for none.",
    needsRestart: "needs a restart",
    unset: "not set",
    save: (count: number) => many(count, { one: "Save the change", other: `Save ${count} changes` }),
    nothing: "No changes",
    discard: "Discard",
    saved: "Saved.",
    notSaved: "Nothing was saved.",
    correct: "Correct the marked fields first.",
    wantsRange: (least: string, most: string) => `Enter a whole number from ${least} to ${most}.`,
    wantsAtLeast: (least: string) => `Enter a whole number, ${least} or more.`,
  },

  explorer: {
    about: "The interface as it describes itself. Requests are sent with your own session.",
    method: "Method",
    extension: "extension",
    parameters: "Parameters",
    noParameters: "None but the token, which is added.",
    include: (name: string) => `Send ${name}`,
    required: "required",
    badJson: "This is not JSON.",
    send: "Send",
    request: "Request",
    reply: "Reply",
    took: (time: string) => `Answered after ${time}`,
    hidden: "Token and passwords are not shown.",
  },

  groups: {
    fleet: "Fleet",
    router: "Router",
    access: "Access",
    insight: "Insight",
    developer: "Developer",
  },

  confirms: {
    Update: "Install the update",
    Restart: "Restart now",
    RestartGraceful: "Restart gracefully",
    Shutdown: "Shut down now",
    ShutdownGraceful: "Shut down gracefully",
  },

  findings: {
    "sample.none": { says: "No answer yet", more: "The router has not answered yet. Wait a moment." },
    "sample.old": {
      says: "Slow answers",
      more: "The values are {age} seconds old. Check the load of the router's machine.",
    },
    "router.unreachable": {
      says: "The router does not answer",
      more: "Retrying every few seconds ({reason}). Check that the router runs and can be reached.",
    },
    "router.stopped": { says: "The router is stopped", more: "It stays off until you start it." },
    "router.crashed": {
      says: "The router crashed",
      more: "Cause: {cause}. It is started again automatically; its log says more.",
    },
    "router.crashloop": {
      says: "The router keeps crashing",
      more: "{count} crashes within {minutes} minutes. Look at its log, and undo the last change of its settings.",
    },
    "router.starting": {
      says: "Starting",
      more: "It takes a few minutes until peers and tunnels are there.",
    },
    "router.stopping": { says: "Shutting down", more: "The router ends its connections." },
    "router.draining": {
      says: "Waiting for tunnels to end",
      more: "No new tunnels are accepted. You can still restart or stop now.",
    },
    "peers.none": {
      says: "No active peers",
      more: "Check the internet connection and the firewall. If both are right, download a fresh list of peers.",
    },
    "peers.few": {
      says: "Few known peers",
      more: "The router knows only {known} other routers. Download a fresh list of peers.",
    },
    "tunnels.failing": {
      says: "Tunnels fail to build",
      more: "Only {percent} % of tunnel builds succeed. Check reachability and clock; after a fresh start this improves without action.",
    },
    "traffic.none": {
      says: "No traffic",
      more: "Nothing was sent or received for {minutes} minutes. Check the internet connection and the bandwidth limits.",
    },
    "traffic.full": {
      says: "At the bandwidth limit",
      more: "Traffic is at the limit of {limit} KiB/s. Raise it if your line has more.",
    },
    "limit.in_zero": {
      says: "Nothing can come in",
      more: "The inbound bandwidth limit is 0, which means none, not unlimited.",
    },
    "limit.out_zero": {
      says: "Nothing can go out",
      more: "The outbound bandwidth limit is 0, which means none, not unlimited.",
    },
    "limit.share_zero": {
      says: "Nothing is shared",
      more: "The router shares no bandwidth with others. Sharing helps the network and hides your own traffic.",
    },
    "settings.restart": {
      says: "Restart to apply saved settings",
      more: "Saved settings take effect after a restart.",
    },
    "update.restart": {
      says: "The update is installed",
      more: "Restart to run the new version[, {version}].",
    },
    "update.available": {
      says: "An update is available[: version {version}]",
      more: "The new version runs after the next restart.",
    },
    "password.factory": {
      says: "The factory password is in force",
      more: "Anyone who can reach this service can control the router. Choose your own password.",
    },
    "disk.low": {
      says: "The disk is nearly full",
      more: "{freeMiB} MiB free ({percent} %) where the service keeps its data. Make space.",
    },
    "certificate.expires": {
      says: "The certificate expires soon",
      more: "It is valid for {days} more days. Put a new one in its place and reload the service.",
    },
    "budget.near": {
      says: "The traffic budget is nearly used",
      more: "{percent} % is used; the period ends on {ends}. Bandwidth is lowered in steps.",
    },
    "budget.used": {
      says: "The traffic budget is used up",
      more: "{percent} % is used; the period ends on {ends}.",
    },
    "budget.unable": {
      says: "The traffic budget is only counted",
      more: "The limits cannot be lowered here: {why}",
    },
    "logins.failed": {
      says: "Many failed logins",
      more: "{count} within {minutes} minutes. If that was not you, see where they came from.",
    },
  } satisfies { readonly [K in KnownFinding]: { says: string; more: string } },

  health: {
    forward: (ports: string) =>
      `Forward ${ports} to this machine in your home router and firewall, or switch on UPnP.`,
    stale: (age: string) => `Values are ${age} old`,
    staleMore: "No fresh values arrive. Reconnecting automatically…",
    state: "State",
    reach: "Reachability",
    reachable: "Reachable from outside",
    reachableMore: "Other routers can connect to yours.",
    reachUnknown: "Not known",
    sharing: "Sharing",
    sharingOf: (rate: string, limit: string) => `${rate} of ${limit}`,
    sharePercent: (share: string) => `${share} of it for others`,
    today: "Today",
    month: "This month",
    allTime: "All time",
    allTraffic: "All traffic, your own and that of others:",
    inOut: (received: string, sent: string) => `${received} in, ${sent} out`,
    estimated: "Estimated from the bandwidth.",
    budget: (used: string, limit: string, ends: string) => `Budget: ${used} of ${limit}, until ${ends}`,
    lowered: "Bandwidth is lowered to stay within the budget.",
    todo: "To do",
    open: (page: string) => `Open: ${page}`,
    and: "and",
    byDay: "Traffic by day and month",
    period: "Period",
    resolved: (says: string) => `Resolved: ${says}`,
  },

  eventTexts: {
    "service.started": "Service started, version {version}",
    "service.stopped": "Service stopped",
    "service.interrupted": "The service had ended unexpectedly: crash, kill or power cut",
    "router.started": "Router started",
    "router.stopped": "Router stopped",
    "router.restarted": "Router restarted",
    "router.crashed": "Router crashed: {cause}",
    "router.unreachable": "Router does not answer: {reason}",
    "router.answers": "Router answers again",
    "reachability.good": "Reachable from outside: {now} (before: {was})",
    "reachability.bad": "Hard to reach from outside: {now} (before: {was})",
    "address.changed": "Address changed from {was} to {now}",
    "settings.saved": "Settings changed by {by}: {names}",
    "settings.reverted":
      "The router did not start with its settings; the last working ones are back[, without {lost}]. The others are in {file}",
    "update.found": "Update available",
    "update.ready": "Update[ to {version}] installed; it runs after the next restart",
    "update.installed": "Router updated from {was} to {now}",
    "update.failed": "Update failed: {status}",
    "logins.failed": "{count} failed logins within {minutes} minutes, the last from {address}",
    "disk.low": "Disk nearly full: {freeMiB} MiB free ({percent} %)",
    "disk.enough": "Disk has space again: {freeMiB} MiB free ({percent} %)",
    "certificate.expiring": "Certificate expires on {expires}",
    "certificate.renewed": "Certificate valid until {expires}",
    "budget.lowered": "Limits lowered to {limits}: {why}",
    "budget.restored": "Your own limits are back: {limits}",
    "budget.left": "{names} changed while lowered by the budget; left as it is until the next step",
    "budget.unable": "The traffic budget cannot be kept: {why}",
    "backup.made": "Backup made: {file}",
    "backup.failed": "No backup could be made: {reason}",
    "notify.failed": "Notifications by {channel} fail: {why}",
    "notify.works": "Notifications by {channel} work again",
  },

  reasons,

  errors: {
    unreachable: "The router cannot be reached.",
    timeout: "The router did not answer in time.",
    login: "The router refuses the service's password.",
    certificate: "The router's certificate is not trusted.",
    failed: "The router could not do this.",
    notPossible: "This router cannot do this.",
    diskFull: "The disk is full.",
    invalidParams: "A value was not accepted.",
    outOfScope: "You are not allowed to do this.",
    refused: "Too many requests. Try again in a moment.",
    internal: "The service made an error.",
  },

  logs: {
    source: "Log",
    router: "Router",
    service: "Service",
    level: "From level",
    text: "Contains",
    follow: "Follow",
    empty: "No line matches.",
    none: "This log is not within reach.",
    missed: "Some lines are left out here.",
    about: "Secrets, addresses and names of users are taken out.",
    kept: "The last 2,000 lines since the start of the service. Older ones are in the system's log: journalctl -u pilothouse.",
    save: "Save these lines",
  },

  palette: {
    open: "Search",
    title: "Go to a page or do something",
    placeholder: "Type a page or an action…",
    none: "Nothing matches.",
    shortcuts: "Keyboard shortcuts",
    showShortcuts: "Show these shortcuts",
    followedBy: "then",
    oldNames: "Web applications, webapps, jsonrpc, I2PControl, tokens",
  },
};

export type Texts = typeof en;
