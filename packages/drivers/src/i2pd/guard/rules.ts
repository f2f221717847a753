import type { Settings } from "@pilothouse/protocol";
import { isLoopbackAddress } from "@pilothouse/system";

/** One judgement over some options of i2pd. Without `allows`, every value is refused. */
export interface Rule {
  /** Full names, separated by white space. */
  readonly names: string;
  /** Why it is harmless, or what goes wrong with a value that is refused. Follows the name in a sentence. */
  readonly why: string;
  /** `after` gives the value that each option will have, defaults included. */
  readonly allows?: (value: string, after: (name: string) => string) => boolean;
  /** How to do it on the machine itself, where that is not simply a line in i2pd.conf. */
  readonly instead?: string;
}

const any = (): boolean => true;
export const isOn = (value: string): boolean => ["true", "on", "yes", "1"].includes(value.toLowerCase());
export const isOff = (value: string): boolean => ["false", "off", "no", "0"].includes(value.toLowerCase());
/** i2pd takes no brackets. */
const isLocal = (address: string): boolean => address === "localhost" || isLoopbackAddress(address);

const STARTS_IT = "you cannot; the service decides it when it starts i2pd";

/**
 * Every option that i2pd 2.45 to 2.59 has, and whether a client of the service may set it. A client
 * with a token manages the router. It must not be able to write files elsewhere on the machine, open
 * the router to others, switch off a check, or cut the service off.
 */
export const RULES: readonly Rule[] = [
  {
    names:
      "i2pcontrol.enabled i2pcontrol.address i2pcontrol.port i2pcontrol.password i2pcontrol.cert i2pcontrol.key",
    why: "belongs to the control service through which Pilothouse manages this router",
    instead: "you cannot; the service sets it itself",
  },
  {
    names: "conf",
    why: "names the file that holds these settings",
    instead: "set i2pd.config in pilothouse.toml",
  },
  { names: "datadir", why: "says where the router lives", instead: "set i2pd.data_dir in pilothouse.toml" },
  { names: "pidfile service", why: "says how the router is found", instead: STARTS_IT },
  {
    names: "daemon",
    allows: isOff,
    why: "would detach the router from the service",
    instead: STARTS_IT,
  },
  {
    names: "help version svcctl",
    why: "is not a setting",
    instead: "run i2pd --help in a terminal",
  },
  {
    names: "logfile addressbook.hostsfile",
    why: "makes the router write to a file of your choice",
  },
  {
    names: "tunconf tunnelsdir",
    why: "makes the router read tunnels, which can open ports of this machine to everyone, from a file of your choice",
  },
  {
    names: "certsdir",
    why: "decides whose signatures the router trusts",
  },
  {
    names: "reseed.file reseed.zipfile reseed.floodfill",
    allows: (value) => value === "",
    why: "makes the router read a file of your choice and trust the peers in it",
  },
  {
    names: "httpproxy.keys socksproxy.keys",
    allows: (value) => /^(transient[\w-]*|[\w-]+\.dat)$/.test(value),
    why: 'must be "transient-…" or the name of a .dat file in the data directory: i2pd creates a missing file wherever the path leads',
  },
  {
    names: "family",
    allows: (value) => /^[\w.-]*$/.test(value) && !value.includes(".."),
    why: "must be a plain name: i2pd makes a file name of it",
  },
  {
    names: "limits.coresize",
    allows: (value) => value === "0",
    why: "would let a crash write the router's memory, keys included, to the disk",
  },
  {
    names: "reseed.verify",
    allows: isOn,
    why: "must stay on: without it anyone who can answer for a reseed server chooses this router's peers",
  },
  {
    names: "reseed.urls reseed.yggurls",
    allows: (value, after) => value === "" || isOn(after("reseed.verify")),
    why: "is only allowed while reseed.verify is on: otherwise that server's peers are trusted unchecked",
  },
  {
    names: "reseed.followredirect",
    allows: (value, after) => isOff(value) || isOn(after("reseed.verify")),
    why: "is only allowed while reseed.verify is on: otherwise the peers of any server that it is sent on to are trusted unchecked",
  },
  {
    names: "http.enabled",
    allows: (value, after) => isOff(value) || isOn(after("http.auth")),
    why: "needs http.auth = true with it: i2pd's own console lets every user of the machine stop the router",
  },
  {
    names: "http.auth",
    allows: (value, after) => isOn(value) || isOff(after("http.enabled")),
    why: "must stay on while http.enabled is: i2pd's own console lets every user of the machine stop the router",
  },
  {
    names: "http.strictheaders",
    allows: isOn,
    why: "must stay on: without it a web page in your browser can use i2pd's own console (DNS rebinding)",
  },
  {
    names: "http.hostname",
    allows: isLocal,
    why: "must be a loopback name: with another one a web page can use i2pd's own console (DNS rebinding)",
  },
  {
    names: "http.webroot",
    allows: (value) => /^\/[\w./-]*$/.test(value),
    why: 'must be a plain path such as "/router/": i2pd writes it into the pages of its console as it is, where it could be a script',
  },
  {
    names:
      "http.address httpproxy.address socksproxy.address sam.address bob.address i2cp.address websockets.address",
    allows: isLocal,
    why: "must be a loopback address: on another one, other machines can use this router",
  },
  {
    names: "log",
    allows: (value) => ["stdout", "file", "syslog"].includes(value),
    why: 'must be "stdout", "file" or "syslog"',
  },
  {
    names: `http.port http.user http.pass http.lang http.theme http.showTotalTCSR
      httpproxy.enabled httpproxy.port socksproxy.enabled socksproxy.port sam.enabled sam.port sam.portudp
      sam.singlethread bob.enabled bob.port i2cp.enabled i2cp.port i2cp.singlethread i2cp.inboundlimit
      i2cp.outboundlimit websockets.enabled websockets.port`,
    allows: any,
    why: "concerns services on loopback only, which are there for programs on this machine",
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
    allows: any,
    why: "shapes the tunnels of the router's own services",
  },
  {
    names: `host ifname ifname4 ifname6 nat port ipv4 ipv6 address4 address6 reservedrange netid notransit
      floodfill bandwidth share stan ntcp ssu ntcpproxy
      ntcp2.enabled ntcp2.published ntcp2.port ntcp2.addressv6 ntcp2.proxy ntcp2.version
      ssu2.enabled ssu2.published ssu2.port ssu2.mtu4 ssu2.mtu6 ssu2.proxy ssu2.firewalled4 ssu2.firewalled6
      upnp.enabled upnp.name meshnets.yggdrasil meshnets.yggaddress
      trust.enabled trust.family trust.routers trust.hidden`,
    allows: any,
    why: "says how the router takes part in the network: its port for other routers is open by nature",
  },
  {
    names: `loglevel logclftime limits.openfiles limits.transittunnels limits.zombies limits.ntcpsoft
      limits.ntcphard limits.ntcpthreads precomputation.elgamal persist.profiles persist.addressbook
      cpuext.aesni cpuext.avx cpuext.force unix.handle_sigtstp insomnia close`,
    allows: any,
    why: "concerns only the router's own process and files",
  },
  {
    names: `reseed.threshold reseed.proxy addressbook.enabled addressbook.defaulturl
      addressbook.subscriptions nettime.enabled nettime.ntpservers nettime.ntpsyncinterval nettime.frompeers`,
    allows: any,
    why: "says where the router looks things up; what it finds is checked, or is no danger to the machine",
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
