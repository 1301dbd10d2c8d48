import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import { SourceName } from "../../src/domain/Source.ts"
import type { Company } from "../../src/storage/signals/Mentions.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { contract, start } from "../support/Contract.ts"
import { assertMatches } from "../support/Matches.ts"
import { feed, news as newsOf, store } from "../support/News.ts"

const wire = SourceName.make("feed:wire.example")

let hour = 0

/** News, each an hour older than the one before. */
const news = (title: string, more: Partial<NewSignal> = {}): NewSignal =>
  newsOf(title, { published_at: new Date(start.getTime() - ++hour * 3_600_000), ...more })

const acme = { name: "Acme O'Neil", domain: "acme.example" }

const mentioning = (company: Company, limit = 100) =>
  Effect.flatMap(Signals, (signals) =>
    Effect.map(signals.mentioning(company, limit), (found) => found.map(({ title }) => title))
  )

contract("Mentions", Layer.provide(Signals.layer, Changes.layerAlone), (it) => {
  it.effect("are what searches for the name found, what names it, and what is on the site, newest first", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const items = [
        news("Searched"),
        news("Nothing of it"),
        news("ACME O’Neil opens a plant"),
        news("In the text", { snippet: "Shares of Acme O'Neil, the maker of anvils, rose." }),
        news("Press release", { url: "https://press.acme.example/1" }),
        news("Searched for another")
      ]
      yield* signals.upsert(feed, items)
      yield* signals.link("acme o'neil", feed, ["Searched", "Press release"])
      yield* signals.link("bolt", feed, ["Searched for another"])
      const all = ["Searched", "ACME O’Neil opens a plant", "In the text", "Press release"]
      assert.deepStrictEqual(yield* mentioning(acme), all)
      assert.deepStrictEqual(yield* mentioning({ ...acme, name: "  acme  O'NEIL" }), all)
      assert.deepStrictEqual(yield* mentioning(acme, 3), all.slice(0, 3))
      assert.deepStrictEqual(yield* mentioning(acme, 1), all.slice(0, 1))
      assert.deepStrictEqual(yield* mentioning({ name: "Nobody", domain: "nobody.example" }), [])
    })
  )

  it.effect("name a company by other names too, and not where these mean something else", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const items = [
        news("Square opens a bank"),
        news("Block reports earnings"),
        news("Square is open, and Bulls are at Madison Square Garden", { snippet: "Shares of Square rose." }),
        news("Found by its other name"),
        news("Found by a word"),
        news("Square is at Madison Square Garden", { url: "https://square.example/1" })
      ]
      yield* signals.upsert(feed, items)
      yield* signals.link("cash app", feed, ["Found by its other name"])
      yield* signals.link("block", feed, ["Found by a word"])
      const square = { name: "Square", domain: "square.example" }
      const names = { aliases: ["Block", "Cash App"], exclude: ["Madison Square Garden"] }
      assert.deepStrictEqual(yield* mentioning({ ...square, ...names }), [
        "Square opens a bank",
        "Block reports earnings",
        "Found by its other name",
        "Square is at Madison Square Garden"
      ])
      assert.include(yield* mentioning(square), "Square is open, and Bulls are at Madison Square Garden")
    })
  )

  it.effect("name a company by an everyday word only where something of the company is near", () =>
    Effect.gen(function* () {
      yield* store(
        news("Central bank keeps inflation target at 2 percent"),
        news("Target practice injures two"),
        news("Rebels Target Power Stations"),
        news("Target cuts prices of 5,000 things"),
        news("Shops open early", { snippet: "Shares of Target rose." }),
        news("Police find a Target bag", { snippet: "It was bought at target.example last week." }),
        news("A day in the Target car park", { snippet: "Analysts look at $TGT." }),
        news("Bullseye opens")
      )
      const target = { name: "Target", domain: "target.example", ticker: "TGT", aliases: ["Bullseye"] }
      const found = [
        "Target cuts prices of 5,000 things",
        "Shops open early",
        "Police find a Target bag",
        "A day in the Target car park",
        "Bullseye opens"
      ]
      assert.deepStrictEqual(yield* mentioning(target), found)
      assert.deepStrictEqual(yield* mentioning(target, 2), found.slice(0, 2))
    })
  )

  it.effect("name a company by any of many names, also where one is a word that its language passes over", () =>
    Effect.gen(function* () {
      yield* store(
        news("MAN baut neue Lastwagen", { language: "de" }),
        news("The heavy trucks of Munich are sold"),
        news("Trucks of the heavy kind are sold in Munich"),
        news("Neoplan opens a plant")
      )
      const aliases = ["Heavy Trucks of Munich", ...Array.from({ length: 18 }, (_, n) => `Nobody ${n}`), "Neoplan"]
      assert.deepStrictEqual(yield* mentioning({ name: "MAN", domain: "man.example", aliases }), [
        "MAN baut neue Lastwagen",
        "The heavy trucks of Munich are sold",
        "Neoplan opens a plant"
      ])
    })
  )

  it.effect("name a company by its words in order, and not by others of the same stem", () =>
    Effect.gen(function* () {
      yield* store(
        news("Delta Charge opens"),
        news("Delta-Charge opens again"),
        news("Delta Charges opens"),
        news("Charge of the Delta"),
        news("Delta and Charge"),
        news("Deltas Charge opens"),
        news("The end is Delta", { snippet: "Charge begins the text" }),
        news("By the publisher alone", { source: "Delta Charge" })
      )
      assert.deepStrictEqual(yield* mentioning({ name: "Delta Charge", domain: "delta.example" }), [
        "Delta Charge opens",
        "Delta-Charge opens again"
      ])
    })
  )

  it.effect("take in a name with words that say little, and whatever else a name may hold", () =>
    Effect.gen(function* () {
      yield* store(news("Bank of America grows"), news("Bank and America"), news("Søn & Co. at 100 %: 3M grows"))
      const named = (name: string) => mentioning({ name, domain: "nobody.example" })
      assert.deepStrictEqual(yield* named("Bank of America"), ["Bank of America grows"])
      assert.deepStrictEqual(yield* named("Søn & Co."), ["Søn & Co. at 100 %: 3M grows"])
      assert.deepStrictEqual(yield* named("3M"), ["Søn & Co. at 100 %: 3M grows"])
      for (const name of ["", "***", "' or 1=1 --", "&|!():*<->", "\\", "\u0000", "%", "_"])
        assert.deepStrictEqual(yield* named(name), [])
    })
  )

  it.effect("are on the site: the host with or without www, and all below it", () =>
    Effect.gen(function* () {
      yield* store(
        news("own", { url: "https://acme.example/" }),
        news("www", { url: "https://www.acme.example/1" }),
        news("port", { url: "http://blog.eu.acme.example:8080/1" }),
        news("another", { url: "https://notacme.example/" }),
        news("below another", { url: "https://acme.example.evil.example/" }),
        news("in the path", { url: "https://evil.example/https://acme.example/" }),
        news("in the query", { url: "https://evil.example?acme.example" }),
        news("upper", { url: "https://acme-example.example/" })
      )
      const site = (domain: string) => mentioning({ name: "zzz", domain })
      assert.deepStrictEqual(yield* site("acme.example"), ["own", "www", "port"])
      assert.deepStrictEqual(yield* site("www.acme.example"), ["own", "www", "port"])
      assert.deepStrictEqual(yield* site("eu.acme.example"), ["port"])
      assert.deepStrictEqual(yield* site("example.com"), [])
    })
  )

  it.effect("leave the customers' sites below a private suffix to the customers", () =>
    Effect.gen(function* () {
      yield* store(
        news("the host's own", { url: "https://github.io/" }),
        news("its www", { url: "https://www.github.io/" }),
        news("a customer's", { url: "https://acme.github.io/1" })
      )
      const site = (domain: string) => mentioning({ name: "zzz", domain })
      assert.deepStrictEqual(yield* site("github.io"), ["the host's own", "its www"])
      assert.deepStrictEqual(yield* site("acme.github.io"), ["a customer's"])
    })
  )

  it.effect("are stories that stand on the site among other places", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const title = "Maker of anvils doubles its sites in northern Spain this year"
      yield* signals.upsert(wire, [news(title, { identity: "wire", guid: "w", url: "https://wire.example/1" })])
      yield* signals.upsert(feed, [
        news(title, { identity: "own", guid: "o", url: "https://press.acme.example/9", source: "Acme" })
      ])
      assert.lengthOf(yield* signals.list({ limit: 10 }), 1)
      const [found, ...more] = yield* signals.mentioning(acme, 10)
      assert.deepStrictEqual(more, [])
      assertMatches(found, {
        url: "https://wire.example/1",
        also_in: [{ source: "Acme", url: "https://press.acme.example/9" }]
      })
    })
  )
})
