import { isIP } from "node:net";
import { expect, it } from "vitest";
import { addressBytes } from "./address-bytes.js";

it.each([
  ["127.0.0.1", "7f000001"],
  ["255.255.255.255", "ffffffff"],
  ["::1", "00000000000000000000000000000001"],
  ["::", "00000000000000000000000000000000"],
  ["1::", "00010000000000000000000000000000"],
  ["fe80::1:2%eth0", "fe800000000000000000000000010002"],
  ["2001:db8:0:1:2:3:4:5", "20010db8000000010002000300040005"],
  ["2001:DB8::FFFF:192.0.2.1", "20010db8000000000000ffffc0000201"],
])("The bytes of %s are %s", (text, bytes) => {
  expect(isIP(text)).not.toBe(0);
  expect(addressBytes(text)?.toString("hex")).toBe(bytes);
});

it.each([
  "",
  "localhost",
  "1.2.3",
  "1.2.3.4.5",
  "1.2.3.256",
  "01.2.3.4",
  ":",
  "1:2",
  "1::2::3",
  "::1]:80/[",
  "g::1",
  "::1.2",
  "::1%",
  "::1%a b",
])("%j is no address", (text) => {
  expect(isIP(text)).toBe(0);
  expect(addressBytes(text)).toBeUndefined();
});
