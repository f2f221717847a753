/** Secrets that nobody has, one for each form. */
export declare const SECRET_VALUES: {
  readonly "a login in an address": "http://canary:canaryword@proxy.example:8080";
  readonly "a login without a scheme": "canary:canaryword@proxy.example:8080";
  readonly "a login with odd characters": "socks://canary:can/ary@w@proxy.example";
  readonly "a token in an address": "https://canarytoken@example.org/feed";
  readonly "a private key": "-----BEGIN PRIVATE KEY----- MIGHAgEACANARY -----END PRIVATE KEY-----";
  readonly "a key in I2P's base64": "CanaryYKE2~Vd0sRpQm7wXtB4nLzH9uJgFcA1oTrS6k=";
  readonly "a key in base64": "CanaryYKE2/Vd0sRpQm7wXtB4nLzH9uJ+gFcA1oTrS6k";
  readonly "a short key in base64": "CanaryYKE2Vd0sRpQm7wXg==";
  readonly "a key in base32": "canarydd2ohxeqqd5nqzwq4hp3rl7xvb2c6t3m2kz5w7y4g6h2q";
  readonly "a key in hexadecimal": "ca0a4100112233445566778899aabbccddeeff0123456789";
  readonly "an MD5 hash": "ca0a4122b5e0e2a0c4f3f5a1d9c8b7e6";
  readonly "a private destination": `Canary${string}AAA=`;
  readonly "a signed token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmVkQ2FuYXJ5";
  readonly "a hash of argon2": "$argon2id$v=19$m=65536,t=3,p=4$Y2FuYXJ5$Y2FuYXJ5aGFzaA";
  readonly "a hash of bcrypt": "$2b$10$canaryN9qo8uLOickgx2ZMRZo.";
  readonly "a hash of crypt": "$1$canary$8w1zXq2b3";
  readonly "an authorization": "Authorization: Digest canary, response=ca0a41";
  readonly "a bearer token": "Bearer canary.t0ken";
  readonly "a password among arguments": "-Dx.password=canaryword";
};
/** A name for a pattern of names. */
export declare const someName: (pattern: string) => string;
//# sourceMappingURL=planted.d.ts.map
