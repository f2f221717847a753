import { type Reason, type ReasonCode, reason, type Settings } from "@pilothouse/protocol";
import { isLoopbackAddress } from "@pilothouse/system";

interface Named {
  /** Full names, separated by white space. */
  readonly names: string;
}

/** What goes wrong with a value that is refused. Without `allows`, every value is. */
export interface Guarded extends Named {
  readonly why: ReasonCode & `rule.${string}`;
  /** `after` gives the value that each option will have, defaults included. */
  readonly allows?: (value: string, after: (name: string) => string) => boolean;
  /** How to do it on the machine itself, where that is not simply a line in i2pd.conf. */
  readonly instead?: Reason;
}

/** One judgement over some options of i2pd: that they may be set, and why that is so, or what keeps them from it. */
export type Rule = Guarded | (Named & { readonly harmless: string });

export const isOn = (value: string): boolean => ["true", "on", "yes", "1"].includes(value.toLowerCase());
export const isOff = (value: string): boolean => ["false", "off", "no", "0"].includes(value.toLowerCase());
/** i2pd takes no brackets. */
const isLocal = (address: string): boolean => address === "localhost" || isLoopbackAddress(address);

/**
 * Every option that i2pd 2.45 to 2.59 has, and whether a client of the service may set it. A client
 * with a token manages the router. It must not be able to write files elsewhere on the machine, open
 * the router to others, switch off a check, or cut the service off.
 */
export const RULES: readonly Rule[] = [
  {
    names:
      "i2pcontrol.enabled i2pcontrol.address i2pcontrol.port i2pcontrol.password i2pcontrol.cert i2pcontrol.key",
    why: "rule.control",
    instead: reason("instead.itself"),
  },
  {
    names: "conf",
    why: "rule.conf",
    instead: reason("instead.setting", { name: "i2pd.config" }),
  },
  { names: "datadir", why: "rule.dataDir", instead: reason("instead.setting", { name: "i2pd.data_dir" }) },
  { names: "pidfile service", why: "rule.found", instead: reason("instead.atStart") },
  {
    names: "daemon",
    allows: isOff,
    why: "rule.detaches",
    instead: reason("instead.atStart"),
  },
  {
    names: "help version svcctl",
    why: "rule.noSetting",
    instead: reason("instead.help"),
  },
  {
    names: "logfile addressbook.hostsfile",
    why: "rule.writesFile",
  },
  {
    names: "tunconf tunnelsdir",
    why: "rule.readsTunnels",
  },
  {
    names: "certsdir",
    why: "rule.trusts",
  },
  {
    names: "reseed.file reseed.zipfile reseed.floodfill",
    allows: (value) => value === "",
    why: "rule.readsPeers",
  },
  {
    names: "httpproxy.keys socksproxy.keys",
    allows: (value) => /^(transient[\w-]*|[\w-]+\.dat)$/.test(value),
    why: "rule.keyFile",
  },
  {
    names: "family",
    allows: (value) => /^[\w.-]*$/.test(value) && !value.includes(".."),
    why: "rule.plainName",
  },
  {
    names: "limits.coresize",
    allows: (value) => value === "0",
    why: "rule.core",
  },
  {
    names: "reseed.verify",
    allows: isOn,
    why: "rule.verify",
  },
  {
    names: "reseed.urls reseed.yggurls",
    allows: (value, after) => value === "" || isOn(after("reseed.verify")),
    why: "rule.reseedUrls",
  },
  {
    names: "reseed.followredirect",
    allows: (value, after) => isOff(value) || isOn(after("reseed.verify")),
    why: "rule.redirect",
  },
  {
    names: "http.enabled",
    allows: (value, after) => isOff(value) || isOn(after("http.auth")),
    why: "rule.console",
  },
  {
    names: "http.auth",
    allows: (value, after) => isOn(value) || isOff(after("http.enabled")),
    why: "rule.auth",
  },
  {
    names: "http.strictheaders",
    allows: isOn,
    why: "rule.strict",
  },
  {
    names: "http.hostname",
    allows: isLocal,
    why: "rule.hostname",
  },
  {
    names: "http.webroot",
    allows: (value) => /^\/[\w./-]*$/.test(value),
    why: "rule.webroot",
  },
  {
    names:
      "http.address httpproxy.address socksproxy.address sam.address bob.address i2cp.address websockets.address",
    allows: isLocal,
    why: "rule.loopback",
  },
  {
    names: "log",
    allows: (value) => ["stdout", "file", "syslog"].includes(value),
    why: "rule.log",
  },
  {
    names: `http.port http.user http.pass http.lang http.theme http.showTotalTCSR
      httpproxy.enabled httpproxy.port socksproxy.enabled socksproxy.port sam.enabled sam.port sam.portudp
      sam.singlethread bob.enabled bob.port i2cp.enabled i2cp.port i2cp.singlethread i2cp.inboundlimit
      i2cp.outboundlimit websockets.enabled websockets.port`,
    harmless: "concerns services on loopback only, which are there for programs on this machine",
  },
  {
    names: `httpproxy.signaturetype httpproxy.inbound.length httpproxy.outbound.length
      httpproxy.inbound.quantity httpproxy.outbound.quantity httpproxy.inbound.lengthVariance
      httpproxy.outbound.lengthVariance httpproxy.latency.min httpproxy.latency.max httpproxy.outproxy
      httpproxy.addresshelper httpproxy.senduseragent httpproxy.i2cp.leaseSetType
      httpproxy.i2cp.leaseSetEncType httpproxy.i2cp.leaseSetPrivKey httpproxy.i2p.streaming.maxInboundSpeed
      httpproxy.i2p.streaming.maxOutboundSpeed httpproxy.i2p.streaming.maxWindowSize
      httpproxy.i2p.streaming.profile
      socksproxy.signaturetype socksproxy.inbound.length socksproxy.outbound.length
      socksproxy.inbound.quantity socksproxy.outbound.quantity socksproxy.inbound.lengthVariance
      socksproxy.outbound.lengthVariance socksproxy.latency.min socksproxy.latency.max
      socksproxy.outproxy.enabled socksproxy.outproxy socksproxy.outproxyport
      socksproxy.i2cp.leaseSetType socksproxy.i2cp.leaseSetEncType socksproxy.i2cp.leaseSetPrivKey
      socksproxy.i2p.streaming.maxInboundSpeed socksproxy.i2p.streaming.maxOutboundSpeed
      socksproxy.i2p.streaming.maxWindowSize socksproxy.i2p.streaming.profile
      shareddest.inbound.length shareddest.outbound.length shareddest.inbound.quantity
      shareddest.outbound.quantity shareddest.i2cp.leaseSetType shareddest.i2cp.leaseSetEncType
      shareddest.i2p.streaming.profile
      exploratory.inbound.length exploratory.outbound.length exploratory.inbound.quantity
      exploratory.outbound.quantity`,
    harmless: "shapes the tunnels of the router's own services",
  },
  {
    names: `host ifname ifname4 ifname6 nat port ipv4 ipv6 address4 address6 reservedrange netid notransit
      floodfill bandwidth share stan ntcp ssu ntcpproxy
      ntcp2.enabled ntcp2.published ntcp2.port ntcp2.addressv6 ntcp2.proxy ntcp2.version
      ssu2.enabled ssu2.published ssu2.port ssu2.mtu4 ssu2.mtu6 ssu2.proxy ssu2.firewalled4 ssu2.firewalled6
      upnp.enabled upnp.name meshnets.yggdrasil meshnets.yggaddress
      trust.enabled trust.family trust.routers trust.hidden`,
    harmless: "says how the router takes part in the network: its port for other routers is open by nature",
  },
  {
    names: `loglevel logclftime limits.openfiles limits.transittunnels limits.zombies limits.ntcpsoft
      limits.ntcphard limits.ntcpthreads precomputation.elgamal persist.profiles persist.addressbook
      cpuext.aesni cpuext.avx cpuext.force unix.handle_sigtstp insomnia close`,
    harmless: "concerns only the router's own process and files",
  },
  {
    names: `reseed.threshold reseed.proxy addressbook.enabled addressbook.defaulturl
      addressbook.subscriptions nettime.enabled nettime.ntpservers nettime.ntpsyncinterval nettime.frompeers`,
    harmless:
      "says where the router looks things up; what it finds is checked, or is no danger to the machine",
  },
];

/** What i2pd takes for an option that is not set, where a rule depends on it. */
export const I2PD_DEFAULTS: Settings = new Map([
  ["http.enabled", "true"],
  ["http.auth", "false"],
  ["http.strictheaders", "true"],
  ["http.hostname", "localhost"],
  ["reseed.verify", "false"],
  ["reseed.followredirect", "false"],
]);
