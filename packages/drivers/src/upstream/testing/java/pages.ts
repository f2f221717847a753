import type http from "node:http";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Jetty's error page: JSON, though no JSON-RPC, for a caller that prefers it; HTML for everyone else. */
export function errorPage(
  { headers, url = "" }: http.IncomingMessage,
  response: http.ServerResponse,
  status: number,
  { message, stack }: { readonly message: string; readonly stack?: string | undefined },
): void {
  if (headers.accept?.startsWith("application/json")) {
    const reported = { servlet: "jsonrpc", message, url, status: String(status) };
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(reported));
    return;
  }
  const more = stack === undefined ? "" : `<h3>Caused by:</h3><pre>${escaped(stack)}</pre>`;
  response
    .writeHead(status, { "Content-Type": "text/html;charset=iso-8859-1" })
    .end(
      `<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html;charset=ISO-8859-1"/>\n<title>Error ${status} ${escaped(message)}</title>\n</head>\n<body><h2>HTTP ERROR ${status} ${escaped(message)}</h2>${more}</body>\n</html>\n`,
    );
}
