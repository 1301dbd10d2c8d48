/*
 * Everything that the demo tells is invented: publishers, companies, figures and events. Names end in `.example`, which
 * nobody can register (RFC 2606).
 */

/** A publisher of the demo, with the format that its feed has. */
export interface Publisher {
  readonly title: string
  readonly host: string
  readonly about: string
  readonly format: "rss" | "wire" | "plain" | "atom" | "rdf" | "json"
}

export const publishers = {
  meridian: {
    title: "The Meridian Ledger",
    host: "www.meridianledger.example",
    about: "Companies, markets and policy",
    format: "rss"
  },
  northgate: {
    title: "Northgate Newswire",
    host: "www.northgatewire.example",
    about: "Business news as it happens",
    format: "wire"
  },
  kilowatt: {
    title: "Kilowatt Weekly",
    host: "kilowattweekly.example",
    about: "The trade paper of the electrified economy",
    format: "atom"
  },
  rheinmarkt: {
    title: "Rheinmarkt Journal",
    host: "www.rheinmarkt.example",
    about: "Wirtschaft für Europa, in English",
    format: "rdf"
  },
  harbour: {
    title: "Silicon Harbour",
    host: "siliconharbour.example",
    about: "Chips, devices and the people who ship them",
    format: "json"
  },
  shelf: {
    title: "Shelf & Basket",
    host: "shelfandbasket.example",
    about: "Grocery, retail and what ends up in the trolley",
    format: "plain"
  }
} as const satisfies Record<string, Publisher>

export type PublisherId = keyof typeof publishers

export const publisherIds = Object.keys(publishers) as ReadonlyArray<PublisherId>

/** The address of a page of the publisher. */
export const pageOf = ({ host }: Publisher, path: string): string => `https://${host}${path}`
