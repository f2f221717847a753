import { go, JAVA, LUA, page, plain, request, requests, urllib } from "./client-heads.js";

/**
 * What existing clients send, as recorded from their runs or, for those that do not run here, as their sources say.
 * `$PASSWORD`, `$TOKEN` and `$LENGTH` stand for what changes from run to run.
 */

export interface Recorded {
  readonly over: "https" | "http";
  readonly head: string;
  readonly login: string;
  /** A call after the login, and what the client must find in the answer. */
  readonly calls: readonly (readonly [body: string, answer: RegExp])[];
}

const LOGIN =
  '{"id": 1, "method": "Authenticate", "params": {"API": 1, "Password": "$PASSWORD"}, "jsonrpc": "2.0"}';
const ROUTER_INFO =
  '"i2p.router.uptime": "", "i2p.router.net.status": "", "i2p.router.netdb.knownpeers": "", "i2p.router.net.bw.inbound.1s": "", "i2p.router.net.tunnels.successrate": "", "i2p.router.net.total.sent.bytes": ""';
const SERVICES = '"I2PTunnel": "", "SOCKS": "", "HTTPProxy": "", "SAM": "", "BOB": "", "I2CP": ""';
const INFO =
  /"i2p.router.uptime":\d+,"i2p.router.net.status":\d+,"i2p.router.netdb.knownpeers":\d+,"i2p.router.net.bw.inbound.1s":\d+\.\d+,"i2p.router.net.tunnels.successrate":\d+\.\d+,"i2p.router.net.total.sent.bytes":\d+\.\d+/;
const SERVICES_INFO =
  /"I2PTunnel":\{"client":"","server":""\},"HTTPProxy":\{"enabled":"false"\},"SOCKS":\{"enabled":"false"\},"SAM":\{"enabled":"false"\},"BOB":\{"enabled":"false"\},"I2CP":\{"enabled":"false"\}/;
const NUMBER = /"result":\{"Result":-?\d+\.\d+\}/;

const goLogin = '{"method":"Authenticate","params":{"API":1,"Password":"$PASSWORD"},"id":0,"jsonrpc":"2.0"}';
const goCall = (method: string, params: string) =>
  `{"method":"${method}","params":{${params}"Token":"$TOKEN"},"id":0,"jsonrpc":"2.0"}`;
const goLibrary: Recorded = {
  over: "http",
  head: go("/jsonrpc/", "127.0.0.1:7657", "Accept: application/json"),
  login: goLogin,
  calls: [
    [goCall("Echo", '"Echo":"hi",'), /"id":0,"result":\{"Result":"hi"\}/],
    [goCall("RouterManager", '"FindUpdates":"",'), /"result":\{"FindUpdates":false\}/],
    [goCall("GetRate", '"Period":600000,"Stat":"tunnel.buildRequestTime",'), NUMBER],
  ],
};

const luaCall = (method: string, params: string) =>
  `{"method":"${method}","params":{${params}"Token":"$TOKEN"},"jsonrpc":"2.0","id":"0.39438292663544"}`;
const luaRate = (stat: string) => [luaCall("GetRate", `"Period":600000,"Stat":"${stat}",`), NUMBER] as const;
const luaLogin =
  '{"method":"Authenticate","params":{"API":1,"Password":"$PASSWORD"},"jsonrpc":"2.0","id":"0.84018771676347"}';

const pythonNull = (method: string, params: string) =>
  `{"method": "${method}", "jsonrpc": "2.0", "id": null, "params": {${params}}}`;
const py2pcontrol: Recorded = {
  over: "https",
  head: requests("Content-Type: application/json; charset=utf-8"),
  login: pythonNull("Authenticate", '"API": 1, "Password": "$PASSWORD"'),
  calls: [
    [pythonNull("RouterInfo", `"Token": "$TOKEN", ${ROUTER_INFO}`), INFO],
    [pythonNull("Echo", '"Token": "$TOKEN", "Echo": "x"'), /"id":null,"result":\{"Result":"x"\}/],
  ],
};

const curlBody = (method: string, id: string, params: string) =>
  `{\n        "jsonrpc":"2.0",\n        "id":"${id}",\n        "method":"${method}",\n        "params":{\n            ${params}}\n        }`;
const curl: Recorded = {
  over: "https",
  head: request(
    "/",
    "Host: 127.0.0.1:7650",
    "User-Agent: curl/7.88.1",
    "Accept: */*",
    "content-type:application/json-rpc;",
    "Content-Length: $LENGTH",
  ),
  login: curlBody("Authenticate", "test", '"API": 1,\n            "Password": "$PASSWORD"'),
  calls: [
    [
      curlBody(
        "RouterInfo",
        "i2p.router.version",
        '"i2p.router.version": "null",\n            "Token": "$TOKEN"',
      ),
      /"result":\{"i2p.router.version":"[\d.]+"\}/,
    ],
  ],
};

const compact = (id: string, method: string, params: string) =>
  `{"id":${id},"method":"${method}","params":{${params}},"jsonrpc":"2.0"}`;
const shortInfo = (id: string) =>
  compact(id, "RouterInfo", '"i2p.router.uptime":"","i2p.router.net.status":"","Token":"$TOKEN"');
const shortLogin = (id: string) => compact(id, "Authenticate", '"API":1,"Password":"$PASSWORD"');
const SHORT = /"result":\{"i2p.router.uptime":\d+,"i2p.router.net.status":\d+\}/;

const withinParams: Recorded = {
  over: "https",
  head: urllib("/"),
  login: LOGIN,
  calls: [
    [
      `{"id": 1, "method": "RouterInfo", "params": {${ROUTER_INFO}, "Token": "$TOKEN"}, "jsonrpc": "2.0"}`,
      INFO,
    ],
  ],
};

/** By the names in docs/clients.md. */
export const RECORDED: { readonly [client: string]: Recorded } = {
  itoopie: {
    over: "https",
    head: JAVA,
    login:
      '{"method":"Authenticate","id":1562538663,"params":{"API":1,"Password":"$PASSWORD"},"jsonrpc":"2.0"}',
    calls: [
      // It logs in when it is told that the token is missing.
      [
        '{"method":"Echo","id":1562538662,"params":{"Echo":"hi"},"jsonrpc":"2.0"}',
        /"id":1562538662,"error":\{"code":-32002,/,
      ],
      [
        '{"method":"GetRate","id":-1562538664,"params":{"Stat":"bw.sendRate","Period":3600000,"Token":"$TOKEN"},"jsonrpc":"2.0"}',
        /"id":-1562538664,"result":\{"Result":\d+\.\d+\}/,
      ],
    ],
  },
  qtoopie: {
    over: "http",
    head: plain("/", "localhost:7650"),
    login: compact('"0"', "Authenticate", '"API":"1","Password":"$PASSWORD"'),
    calls: [
      [
        compact(
          '"0"',
          "RouterInfo",
          '"Token":"$TOKEN","i2p.router.uptime":null,"i2p.router.net.status":null',
        ),
        SHORT,
      ],
    ],
  },
  gotoopie: {
    over: "https",
    head: go("/", "localhost:7650"),
    login: compact('"1"', "Authenticate", '"API":1,"Password":"$PASSWORD","Token":""'),
    calls: [
      [
        compact('"2"', "RouterInfo", '"Token":"$TOKEN","i2p.router.netdb.fastpeers":"x"'),
        /"id":"2","result":\{"i2p.router.netdb.fastpeers":\d+\}/,
      ],
    ],
  },
  "toopie.html, the page": {
    over: "http",
    head: page("http://127.0.0.1:8080"),
    login: shortLogin('"aB3xY9"'),
    calls: [
      [shortInfo('"aB3xY9"'), /access-control-allow-origin: http:\/\/127\.0\.0\.1:8080[\s\S]*"result"/i],
    ],
  },
  "toopie.html, the browser extension": {
    over: "http",
    head: page("moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc"),
    login: shortLogin('"aB3xY9"'),
    calls: [[shortInfo('"aB3xY9"'), /access-control-allow-origin: moz-extension:[\s\S]*"result"/i]],
  },
  "i2pcontrol.py": {
    over: "https",
    head: urllib("/jsonrpc/"),
    login: '{"id":1, "method":"Authenticate","params":{"API":1, "Password":"$PASSWORD"}, "jsonrpc":"2.0"}',
    calls: [
      [
        '{"id":2, "method":"GetRate","params":{"Stat":"bw.receiveBps", "Period":3600000, "Token":"$TOKEN" }, "jsonrpc":"2.0"}',
        NUMBER,
      ],
    ],
  },
  py2pcontrol,
  i2py: {
    ...py2pcontrol,
    head: urllib("/"),
    login:
      '{"jsonrpc": "2.0", "method": "Authenticate", "params": {"API": 1, "Password": "$PASSWORD"}, "id": "8f1c"}',
    calls: [
      [
        `{"jsonrpc": "2.0", "method": "RouterInfo", "params": {"Token": "$TOKEN", ${ROUTER_INFO}}, "id": "8f1d"}`,
        INFO,
      ],
    ],
  },
  "i2pmon, for munin": py2pcontrol,
  "i2p-control, go-i2pcontrol": goLibrary,
  "go-i2pcontrol of Nick2k4L": goLibrary,
  i2pdctl: {
    ...withinParams,
    calls: [
      ...withinParams.calls,
      [
        `{"id": 1, "method": "ClientServicesInfo", "params": {${SERVICES}, "Token": "$TOKEN"}, "jsonrpc": "2.0"}`,
        SERVICES_INFO,
      ],
    ],
  },
  "i2pd-stats.py, for LibreNMS": withinParams,
  "graphic-monitoring, for conky": {
    over: "http",
    head: LUA,
    login: luaLogin,
    calls: [
      luaRate("bw.sendRate"),
      [
        luaCall("NetworkSetting", '"i2p.router.net.ssu.detectedip":"",'),
        /"i2p.router.net.ssu.detectedip":"[\d.]+"/,
      ],
    ],
  },
  "graphic-monitoring with RNsmods": {
    over: "http",
    head: LUA,
    login: luaLogin,
    calls: [
      "tunnel.buildExploratorySuccess",
      "tunnel.buildClientSuccess",
      "tunnel.buildClientReject",
      "tunnel.buildClientExpire",
      "tunnel.tunnelBuildSuccessAvg",
    ].map(luaRate),
  },
  i2prpcapi_aliases: curl,
  "docker-testnet": {
    over: "https",
    head: requests(),
    login: LOGIN,
    calls: [
      [
        `{"id": 1, "method": "RouterInfo", "params": {${ROUTER_INFO}}, "jsonrpc": "2.0", "Token": "$TOKEN"}`,
        INFO,
      ],
      [
        `{"id": 1, "method": "ClientServicesInfo", "params": {${SERVICES}}, "jsonrpc": "2.0", "Token": "$TOKEN"}`,
        SERVICES_INFO,
      ],
    ],
  },
  "i2pd-webui": {
    over: "https",
    head: urllib("/"),
    login: shortLogin("1"),
    calls: [[shortInfo("1"), SHORT]],
  },
  I2PMonitor: {
    over: "https",
    head: plain("/", "127.0.0.1:7650"),
    login: shortLogin('"1"'),
    calls: [[shortInfo('"1"'), SHORT]],
  },
  Netherloom: {
    over: "http",
    head: plain("/jsonrpc/", "127.0.0.1:7657"),
    login: shortLogin("1731668366591"),
    calls: [[shortInfo("1731668366592"), SHORT]],
  },
  "i2pd-exporter up to 2.1.0": {
    over: "https",
    head: plain("/", "127.0.0.1:7650"),
    login: shortLogin("1"),
    calls: [[shortInfo("1"), SHORT]],
  },
  "shell scripts with curl": curl,
};
