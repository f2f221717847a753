/** The first lines of requests, as the HTTP libraries of existing clients write them. */

export const request = (path: string, ...headers: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, ...headers].join("\r\n");
export const urllib = (path: string, port = 7650) =>
  request(
    path,
    "Accept-Encoding: identity",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Length: $LENGTH",
    `Host: 127.0.0.1:${port}`,
    "User-Agent: Python-urllib/3.11",
    "Connection: close",
  );
export const requests = (...more: readonly string[]) =>
  request(
    "/",
    "Host: 127.0.0.1:7650",
    "User-Agent: python-requests/2.34.2",
    "Accept-Encoding: gzip, deflate",
    "Accept: */*",
    "Connection: keep-alive",
    ...more,
    "Content-Length: $LENGTH",
  );
export const go = (path: string, host: string, ...accept: readonly string[]) =>
  request(
    path,
    `Host: ${host}`,
    "User-Agent: Go-http-client/1.1",
    "Content-Length: $LENGTH",
    ...accept,
    "Content-Type: application/json",
    "Accept-Encoding: gzip",
  );
export const JAVA = request(
  "/jsonrpc",
  "Content-Type: application/json",
  "User-Agent: Java/17.0.20.1",
  "Host: 127.0.0.1:7650",
  "Accept: text/html, image/gif, image/jpeg, */*; q=0.2",
  "Connection: keep-alive",
  "Content-Length: $LENGTH",
);
export const LUA = request(
  "/jsonrpc/",
  "User-Agent: LuaSocket 3.0.0",
  "Content-Length: $LENGTH",
  "Host: 127.0.0.1:7657",
  "Connection: close, TE",
  "Content-Type: application/json-rpc",
  "TE: trailers",
);
export const page = (origin: string) =>
  request(
    "/jsonrpc/",
    "Host: 127.0.0.1:7657",
    "Connection: keep-alive",
    "Content-Length: $LENGTH",
    "Content-Type: application/json",
    "Accept: */*",
    `Origin: ${origin}`,
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Mode: cors",
  );
export const plain = (path: string, host: string) =>
  request(path, `Host: ${host}`, "Content-Type: application/json", "Accept: */*", "Content-Length: $LENGTH");
