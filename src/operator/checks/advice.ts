/** What an operator can do about the reason that a source gave, first match first. */
const cures: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /redirected to an address that is not/,
    "If you mean that host, put its address on the list (`sonde sources add`) and its name into ALLOW_PRIVATE_HOSTS"
  ],
  [/public internet/, "If you mean this host, name it in ALLOW_PRIVATE_HOSTS"],
  [/gone for good/, "Remove the source: sonde sources remove <name>"],
  [/answered (401|402|403|407|451)/, "The publisher refuses: set CONTACT, ask him, or remove the source"],
  [/answered 404/, "Look for its new address at the publisher's and add that: sonde sources add <address>"],
  [/rest/, "Nothing: it is read again by itself"],
  [/host name/, "Check the address (sonde sources export); if many fail so, this machine's DNS"],
  [/certificate/, "Check this machine's clock and certificates; if both are right, the publisher must act"],
  [/TLS/, "Check whether the address begins with http or https, and its port"],
  [/web page, not a feed/, "The address shows a page: look there for that of the feed"],
  [/redirect/, "Open the address in a browser, and add the one where it ends"],
  [
    /took longer|refused the connection|did not accept|connection/,
    "Check the address, and this machine's way out (firewall, proxy)"
  ],
  [/larger than/, "Look for a shorter feed of the publisher's"],
  [/fault in this program/, "Look into the service's log, and report what it says"]
]

export const adviceFor = (reason: string): string =>
  cures.find(([pattern]) => pattern.test(reason))?.[1] ??
  "It is tried again by itself; if it stays so, look at the address or pause the source"
