import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { corrected } from "../../src/search/Query.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { type SignalQuery, Signals } from "../../src/storage/signals/Signals.ts"
import { hostileSearches } from "../../harness/HostileSearches.ts"
import { contract, start } from "../support/Contract.ts"
import { assertMatches } from "../support/Matches.ts"
import { feed, news, store } from "../support/News.ts"
import { signalsLayer } from "../support/OnCluster.ts"

const other = SourceName.make("feed:other.example")

const day = 24 * 3_600_000

const page = (query: Partial<SignalQuery>) =>
  Effect.flatMap(Signals, (signals) => signals.page({ limit: 20, ...query }))

const titlesOf = (json: string): ReadonlyArray<string> =>
  (JSON.parse(json) as ReadonlyArray<{ readonly title: string }>).map(({ title }) => title)

const find = (q: string, more: Partial<SignalQuery> = {}) =>
  Effect.map(page({ q, ...more }), ({ signals }) => titlesOf(signals))

/** In each language a text, and a question for it in other forms of its words or without their accents. */
const languages: ReadonlyArray<readonly [language: string, title: string, q: string]> = [
  ["en", "Companies raise prices for batteries", "battery price"],
  ["de", "Österreichs Strompreise steigen weiter", "osterreich strompreis"],
  ["fr", "Les économies européennes ralentissent", "economie europeenne"],
  ["es", "La inflación golpea a los mercados", "inflacion mercado"],
  ["pt", "As exportações brasileiras cresceram", "exportacoes brasileira"],
  ["it", "Le aziende italiane assumono ingegneri", "azienda ingegnere"],
  ["ru", "Цены на нефть выросли на рынках", "цена нефти рынок"],
  ["ar", "ارتفاع أسعار النفط في الأسواق", "اسعار النفط"],
  ["zh", "电动汽车充电桩市场快速增长", "充电"],
  ["ja", "電気自動車の充電インフラが拡大", "充電インフラ"],
  ["th", "ราคาน้ำมันในตลาดโลกปรับตัวสูงขึ้น", "ราคาน้ำมัน"]
]

/** In each language a text, and words of it with one error, some of them in another form than the text has. */
const mistyped: ReadonlyArray<readonly [language: string, title: string, typos: ReadonlyArray<string>]> = [
  ["en", "Makers of electric vehicles invest", ["vehicje", "electrci"]],
  ["de", "Neue Preise für Ladesäulen", ["preiise", "Ladesäulem", "Ladesäuled", "Ladseäule"]],
  ["fr", "Les économies profitent des brises", ["économei", "rbises"]],
  ["fr", "La publicité baisse", ["publicitté", "pubilcite"]],
  ["es", "Suben los precios", ["prceios", "pretios"]],
  ["it", "Le aziende assumono", ["aziendda", "azeinda"]],
  ["pt", "As exportações cresceram", ["exportacaos", "exprotações"]],
  ["ru", "Ключевая ставка и станции", ["стаки", "станици"]],
  ["ar", "السياسات الجديدة", ["السياات"]]
]

contract("SearchIndex", Layer.provide(signalsLayer, Changes.layerAlone), (it) => {
  it.effect("knows in how many texts a term is", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* store(news("Heat pumps sell"), news("Pumps and roofs"), news("Roofs"))
      const { documents, frequency } = yield* index.frequencies(["pump", "roof", "bridg"])
      assert.deepStrictEqual([documents, frequency("pump"), frequency("roof"), frequency("bridg")], [3, 2, 2, 0])
    })
  )

  it.effect("finds texts of eleven languages by other forms of their words, and without accents", () =>
    Effect.gen(function* () {
      yield* store(...languages.map(([language, title]) => news(title, { language })))
      for (const [language, title, q] of languages) {
        const [first] = yield* find(q)
        assert.strictEqual(first, title, language)
      }
      assert.deepStrictEqual(
        (yield* (yield* SearchIndex).languages).toSorted(),
        languages.map(([code]) => code).toSorted()
      )
    })
  )

  it.effect("tells the language of a text that states none, and of a tag takes its language", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* store(
        news("Die Regierung will die Steuern für kleine Unternehmen senken", { language: null }),
        news("Le gouvernement veut réduire les impôts des petites entreprises", { language: null }),
        news("Grüezi mitenand", { language: "de-CH" }),
        news("XKCD", { language: null }),
        // With a name in Latin letters, short words of which are words of Spanish and Dutch.
        news("Центральный банк обсудит с De Haas ставку", { language: null }),
        // Finnish has no words here: by its letters it could be any language.
        news("Yhtiö kertoi torstaina tuloksesta", {
          language: null,
          snippet:
            "Liikevaihto kasvoi viime vuonna selvästi vaikka kysyntä heikkeni kotimaassa. Johto odottaa kasvua myös tänä vuonna"
        })
      )
      const shown = new Map(
        (yield* signals.list({ limit: 10 })).map(({ language, title }) => [title.slice(0, 6), language])
      )
      assert.deepStrictEqual(
        shown,
        new Map([
          ["XKCD", "en"],
          ["Grüezi", "de"],
          ["Le gou", "fr"],
          ["Die Re", "de"],
          ["Центра", "ru"],
          ["Yhtiö ", "en"]
        ])
      )
      assert.lengthOf(yield* find("unternehmen", { language: "de" }), 1)
      assert.deepStrictEqual(yield* find("unternehmen", { language: "fr" }), [])
    })
  )

  it.effect("puts what has all words before what has some, and the title before the text", () =>
    Effect.gen(function* () {
      yield* store(
        news("Copper copper copper"),
        news("In the text", { snippet: "A copper mine in Chile" }),
        news("Copper mine opens"),
        news("A mine and nothing else"),
        news("Gold")
      )
      const found = yield* find("copper mine")
      assert.deepStrictEqual(found.slice(0, 2), ["Copper mine opens", "In the text"])
      assert.deepStrictEqual(found.slice(2).toSorted(), ["A mine and nothing else", "Copper copper copper"])
    })
  )

  it.effect("prefers what is new, but not over what is much better", () =>
    Effect.gen(function* () {
      const old = new Date(start.getTime() - 300 * day)
      yield* store(
        news("Lithium, an old one", { published_at: old }),
        news("Lithium, a new one"),
        news("Something else", { snippet: `${"other words ".repeat(40)} with a word on lithium batteries` }),
        news("Lithium batteries explained", { published_at: old })
      )
      const [best, next] = yield* find("lithium")
      assert.strictEqual(best, "Lithium, a new one")
      assert.include(next, "Lithium")
      assert.strictEqual((yield* find("lithium batteries"))[0], "Lithium batteries explained")
      assert.lengthOf((yield* find("lithium", { sort: "newest" })).toSorted().slice(-2), 2)
    })
  )

  it.effect("wants quoted phrases and leaves out what is excluded, whatever else matches", () =>
    Effect.gen(function* () {
      yield* store(news("Interest rates rise"), news("Rates of interest rise"), news("Interest rates fall"))
      assert.deepStrictEqual((yield* find('"interest rates"')).toSorted(), [
        "Interest rates fall",
        "Interest rates rise"
      ])
      assert.deepStrictEqual(yield* find('"interest rates" rise -fall'), ["Interest rates rise"])
      assert.deepStrictEqual(yield* find('rise -"interest rates"'), ["Rates of interest rise"])
      assert.deepStrictEqual(yield* find("-rise"), [])
      assert.deepStrictEqual(yield* find('"rates rise" "interest fall"'), [])
      // What is left open is closed at the end.
      assert.deepStrictEqual(yield* find('"interest rates fall'), ["Interest rates fall"])
    })
  )

  it.effect("finds by more words in more languages than an index takes at once, and leaves out as many", () =>
    Effect.gen(function* () {
      const words = Array.from({ length: 30 }, (_, n) => `z${"aeiou"[n % 5]!}${"bdfgkl"[n % 6]!}alities`)
      const languages = ["de", "fr", "es", "it", "pt", "sv", "ru"]
      yield* store(
        ...words.map((word) => news(`Steel ${word}`)),
        ...languages.map((language, n) => news(`Kupfer ${words[n]!}`, { language }))
      )
      for (const sort of ["relevance", "newest"] as const) {
        const q = words.join(" ")
        const all = yield* page({ q, sort, limit: 100 })
        assert.deepStrictEqual([titlesOf(all.signals).length, all.total], [37, { count: 37, exact: true }], sort)
        const some = yield* page({ q, sort, limit: 100, since: new Date(start.getTime() - day), language: "en" })
        assert.strictEqual(some.total.count, 30, sort)
        const excluded = words.slice(1).map((word) => `-${word}`)
        const without = yield* page({ q: ["steel", ...excluded].join(" "), sort })
        assert.deepStrictEqual(titlesOf(without.signals), [`Steel ${words[0]!}`], sort)
        assert.deepStrictEqual(without.total, { count: 1, exact: true }, sort)
        const phrased = [`"steel ${words[0]!}"`, ...excluded].join(" ")
        assert.deepStrictEqual(yield* find(phrased, { sort }), [`Steel ${words[0]!}`], sort)
      }
    })
  )

  it.effect("asks for many phrases in many languages in few queries", () =>
    Effect.gen(function* () {
      const languages = ["de", "fr", "es", "it", "pt", "sv", "ru", "nl", "da", "fi"]
      const word = (n: number) => `z${"aeiou"[n % 5]!}${"bdfgkl"[n % 6]!}alities`
      const phrase = (n: number) => `${word(n)} ${word(n + 7)} ${word(n + 13)}`
      const phrases = Array.from({ length: 12 }, (_, n) => phrase(n))
      yield* store(
        news(phrases.slice(0, 6).join(", "), { snippet: phrases.slice(6).join(", ") }),
        news(phrases.slice(0, 6).join(", "), { snippet: phrases.slice(7).join(", ") }),
        ...languages.map((language, n) => news(`Kupfer ${word(n)}`, { language }))
      )
      const q = phrases.map((each) => `"${each}"`).join(" ")
      for (const sort of ["relevance", "newest"] as const) {
        const found = yield* page({ q, sort })
        assert.deepStrictEqual([titlesOf(found.signals).length, found.total], [1, { count: 1, exact: true }], sort)
      }
      const long = `"${Array.from({ length: 20 }, (_, n) => word(n)).join(" ")}"`
      assert.deepStrictEqual((yield* page({ q: `${long} ${q}` })).total, { count: 0, exact: true })
    })
  )

  it.effect("looks in each text for the words of its own language, also for those to leave out", () =>
    Effect.gen(function* () {
      yield* store(
        news("Steel in the new house", { source: "Post" }),
        news("Die casting of steel", { source: "Post" }),
        news("Nouvelles de l’acier", { language: "fr", source: "Poste" }),
        news("Die Stahlpreise steigen", { language: "de", source: "Bote" })
      )
      for (const sort of ["relevance", "newest"] as const) {
        // In French "news" has the same stem as "new".
        const without = yield* page({ q: "steel -news", sort })
        assert.sameMembers([...titlesOf(without.signals)], ["Steel in the new house", "Die casting of steel"], sort)
        assert.deepStrictEqual(without.total, { count: 2, exact: true }, sort)
        // German passes over the article.
        const die = yield* page({ q: "die", sort })
        assert.deepStrictEqual([...titlesOf(die.signals)], ["Die casting of steel"], sort)
        assert.deepStrictEqual(die.total, { count: 1, exact: true }, sort)
      }
    })
  )

  it.effect("narrows by date, publisher and language, with and without a question", () =>
    Effect.gen(function* () {
      const dated = (n: number) => ({ published_at: new Date(start.getTime() - n * day) })
      yield* store(
        news("Steel today", { source: "One" }),
        news("Steel last week", { source: "Two", ...dated(7) }),
        news("Stahl letzte Woche", { source: "Two", language: "de", ...dated(7) }),
        news("Steel last year", { source: "Three", ...dated(365) })
      )
      const since = new Date(start.getTime() - 10 * day)
      const before = new Date(start.getTime() - day)
      for (const q of ["steel stahl", ""]) {
        const ask = (query: Partial<SignalQuery>) => Effect.map(find(q, query), (found) => found.toSorted())
        assert.deepStrictEqual(yield* ask({ since }), ["Stahl letzte Woche", "Steel last week", "Steel today"])
        assert.deepStrictEqual(yield* ask({ since, before }), ["Stahl letzte Woche", "Steel last week"])
        assert.deepStrictEqual(yield* ask({ sources: ["One", "Three"] }), ["Steel last year", "Steel today"])
        assert.deepStrictEqual(yield* ask({ language: "de" }), ["Stahl letzte Woche"])
        assert.deepStrictEqual(yield* ask({ language: "de", sources: ["One"] }), [])
        assert.deepStrictEqual((yield* page({ q, since, sources: ["Two"] })).total, { count: 2, exact: true })
      }
    })
  )

  it.effect("narrows by the sources that bring a signal, first or later, with and without a question", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const old = { published_at: new Date(start.getTime() - 400 * day) }
      const [both, dated] = [news("Tin for both"), news("Tin of an unknown day", { published_at: null })]
      yield* store(both, dated, news("Tin in German", { language: "de" }), news("Tin for one"))
      yield* signals.upsert(other, [both, dated, news("Old tin", old), news("Zinc", old)])
      for (const [q, sort] of [["tin"], ["tin", "newest"], [""]] as const) {
        const ask = (names: ReadonlyArray<string>, more: Partial<SignalQuery> = {}) =>
          Effect.map(page({ q, ...(sort && { sort }), broughtBy: names, ...more }), ({ signals, total }) => {
            const found = titlesOf(signals).filter((title) => title !== "Zinc")
            assert.deepStrictEqual(total, { count: titlesOf(signals).length, exact: true })
            return found.toSorted()
          })
        assert.deepStrictEqual(yield* ask([other]), ["Old tin", "Tin for both", "Tin of an unknown day"])
        assert.deepStrictEqual(yield* ask([other, feed]), [
          "Old tin",
          "Tin for both",
          "Tin for one",
          "Tin in German",
          "Tin of an unknown day"
        ])
        assert.deepStrictEqual(yield* ask([other], { since: start }), ["Tin for both", "Tin of an unknown day"])
        assert.deepStrictEqual(yield* ask([feed], { language: "de" }), ["Tin in German"])
        assert.deepStrictEqual(yield* ask([other], { language: "de" }), [])
        assert.deepStrictEqual(yield* ask(["feed:nobody"]), [])
        assert.deepStrictEqual(yield* ask([]), [])
        const many = [other, ...Array.from({ length: 150 }, (_, n) => `feed:${n}`)]
        const ofMany = titlesOf((yield* page({ q, ...(sort && { sort }), broughtBy: many })).signals)
        assert.includeMembers([...ofMany], ["Old tin", "Tin for both", "Tin of an unknown day"])
        assert.notInclude(ofMany, "Tin for one")
      }
      // An edit leaves it with both.
      yield* store({ ...both, title: "Tungsten" })
      assert.deepStrictEqual(yield* find("tungsten", { broughtBy: [other] }), ["Tungsten"])
      const [edited] = yield* signals.list({ q: "tungsten", limit: 1 })
      const bringers = yield* signals.bringersOf([edited!.id])
      assert.deepStrictEqual(bringers.get(edited!.id)?.toSorted(), [feed, other])
    })
  )

  for (const [name, query] of [
    ["by relevance", { q: "zinc" }],
    ["by date", { q: "zinc", sort: "newest" }],
    ["of all", {}],
    ["of all of a time", { since: new Date(0) }],
    ["of all of two sources", { broughtBy: [feed, other] }]
  ] as const satisfies ReadonlyArray<readonly [string, Partial<SignalQuery>]>) {
    it.effect(`goes on from where a page ended, while more comes in: ${name}`, () =>
      Effect.gen(function* () {
        const items = Array.from({ length: 60 }, (_, n) =>
          news(`Zinc ${n}`, {
            snippet: "zinc ".repeat(n % 7),
            published_at: n % 5 === 0 ? null : new Date(start.getTime() - (n % 9) * day)
          })
        )
        yield* store(...items)
        yield* (yield* Signals).upsert(other, items.slice(20))
        const whole = titlesOf((yield* page({ ...query, limit: 60 })).signals)
        assert.strictEqual(new Set(whole).size, 60)
        const read: Array<string> = []
        let at = yield* page({ ...query, limit: 7 })
        assert.deepStrictEqual(at.total, { count: 60, exact: true })
        while (at.next !== null) {
          read.push(...titlesOf(at.signals))
          // At the head of the list, whichever it is.
          yield* store(
            news(`Zinc, number ${read.length}`, { published_at: new Date(start.getTime() + read.length * 1_000) })
          )
          at = yield* page({ ...query, limit: 7, after: at.next })
        }
        read.push(...titlesOf(at.signals))
        assert.deepStrictEqual(read, whole)
      })
    )
  }

  it.effect("counts publishers, languages and days of what is found", () =>
    Effect.gen(function* () {
      yield* store(
        news("Nickel one", { source: "A" }),
        news("Nickel two", { source: "A", published_at: new Date(start.getTime() - day) }),
        news("Nickel drei", { source: "B", language: "de" }),
        news("Gold", { source: "C" })
      )
      assertMatches((yield* page({ q: "nickel", facets: true })).facets, {
        counted: 3,
        source: [
          { value: "A", count: 2 },
          { value: "B", count: 1 }
        ],
        language: [
          { value: "en", count: 2 },
          { value: "de", count: 1 }
        ],
        day: [
          { value: "2026-03-10", count: 2 },
          { value: "2026-03-09", count: 1 }
        ]
      })
      // All of them, however few are shown.
      yield* store(...Array.from({ length: 400 }, (_, n) => news(`Tungsten ${n}`, { source: n < 30 ? "D" : "E" })))
      assertMatches((yield* page({ q: "tungsten", limit: 5, facets: true })).facets, {
        counted: 400,
        source: [
          { value: "E", count: 370 },
          { value: "D", count: 30 }
        ]
      })
      assert.strictEqual((yield* page({ facets: true })).facets?.counted, 404)
      assert.isNull((yield* page({ q: "nickel" })).facets)
    })
  )

  it.effect("lists the newest of a misspelt word first, by its likeliest reading and by none at once", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 900 }, (_, n) => n)
      const at = (n: number) => new Date(start.getTime() - 2 * day - Math.floor((33 * day * n) / many.length))
      const shuffled = many.toSorted((one, other) => ((one * 7_919) % many.length) - ((other * 7_919) % many.length))
      const title = (n: number) => `Electric battery ${String(n).padStart(4, "0")} of widget`
      yield* store(
        ...shuffled.map((n) => news(title(n), { published_at: at(n) })),
        ...Array.from({ length: 300 }, (_, n) => news(`Oven for bakery ${n} of widget`)),
        ...Array.from({ length: 300 }, (_, n) => news(`Another matter ${n} altogether`))
      )
      const { meant, signals } = yield* page({ q: "electric batery", limit: 50 })
      assert.deepStrictEqual([...meant], [["batery", "battery"]])
      assert.deepStrictEqual(titlesOf(signals), many.slice(0, 50).map(title))
    })
  )

  it.effect("lists the newest first where more are as good than are ranked", () =>
    Effect.gen(function* () {
      // Of two days nothing but others; then more than are all ranked, in 33 days.
      const many = Array.from({ length: 1_100 }, (_, n) => n)
      const at = (n: number) => new Date(start.getTime() - 2 * day - Math.floor((33 * day * n) / many.length))
      // In an order of its own, so that neither the first nor the last that come in are the newest.
      const shuffled = many.toSorted((one, other) => ((one * 7_919) % many.length) - ((other * 7_919) % many.length))
      const title = (n: number) => `Volume bulk notice ${String(n).padStart(4, "0")} about widget`
      yield* store(
        ...shuffled.map((n) => news(title(n), { published_at: at(n), source: `Publisher ${n % 11}` })),
        ...Array.from({ length: 400 }, (_, n) => news(`Another matter ${n} altogether`))
      )
      for (const q of ["widget", "widget notice", "widget -altogether"]) {
        const first = yield* page({ q, limit: 100, facets: true })
        assert.deepStrictEqual(titlesOf(first.signals), many.slice(0, 100).map(title), q)
        // No publisher stands out among those that are counted.
        const { counted, source } = first.facets!
        assert.lengthOf(source, 11)
        assert.isBelow(source[0]!.count, counted / 5, q)
        const read = [...titlesOf(first.signals)]
        for (let next = first.next; next !== null;) {
          const more = yield* page({ q, limit: 100, after: next })
          read.push(...titlesOf(more.signals))
          next = more.next
        }
        assert.deepStrictEqual(read.toSorted(), many.map(title), q)
      }
    })
  )

  it.effect(
    "asks for the word of a possessive or behind an article, and for numbers, initials and R&D as a whole",
    () =>
      Effect.gen(function* () {
        yield* store(
          news("Germany exports more steel"),
          news("Apple's suppliers hire"),
          news("S Group closes shops"),
          news("L'économie ralentit", { language: "fr" }),
          news("NIO's U.S. sales rise, R&D costs 4,000 dollars"),
          news("Research in Denmark costs 4 kroner"),
          news("Plan 9 from the D group: 000 is its code")
        )
        const found = (q: string) => Effect.map(page({ q }), ({ signals }) => titlesOf(signals))
        for (const q of ["Germany's", "Germany’s"])
          assert.deepStrictEqual(yield* found(q), ["Germany exports more steel"], q)
        assert.deepStrictEqual(yield* found("l'économie"), ["L'économie ralentit"])
        for (const q of ["U.S.", "R&D", "4,000", "u.s"])
          assert.deepStrictEqual(yield* found(q), ["NIO's U.S. sales rise, R&D costs 4,000 dollars"], q)
        // What has the parts apart is not counted either.
        yield* store(news("Halvorsen pays 4.5 kroner"), news("Halvorsen pays 5 of 4 bills"), news("Budgets of 2024"))
        for (const q of ["4.5", "R&D"]) assert.deepStrictEqual((yield* page({ q })).total, { count: 1, exact: true }, q)
        assert.deepStrictEqual(yield* found("2023,2024,2025"), ["Budgets of 2024"])
      })
  )

  it.effect("finds everyday words that lists of stop words have, and reads signs as keyboards write them", () =>
    Effect.gen(function* () {
      yield* store(
        news("Neue Woche, neues Jahr: Mensch und Welt", { language: "de" }),
        news("Halvorsen zahlt 1.5bn Kronen", { language: "de" }),
        news("Statement 1 on battery prices"),
        news("Crypto prices fall")
      )
      for (const q of ["Mensch", "Menschen", "der Mensch", "Jahre"])
        assert.deepStrictEqual(yield* find(q), ["Neue Woche, neues Jahr: Mensch und Welt"], q)
      for (const q of ["the", "of the"]) assert.deepStrictEqual(yield* find(q), [], q)
      assert.deepStrictEqual(yield* find("1.5bn"), ["Halvorsen zahlt 1.5bn Kronen"])
      assert.deepStrictEqual(yield* find("ｂａｔｔｅｒｙ"), ["Statement 1 on battery prices"])
      for (const minus of ["-", "–", "−"])
        assert.deepStrictEqual(yield* find(`prices ${minus}crypto`), ["Statement 1 on battery prices"], minus)
    })
  )

  it.effect("finds two letters in capitals as initials and without points, and not the small word", () =>
    Effect.gen(function* () {
      const american = ["The U.S. imposes tariffs", "US tariffs rise", "US-Zölle steigen"]
      yield* store(
        news(american[0]!),
        news(american[1]!),
        news(american[2]!, { language: "de" }),
        news("They told us nothing of it"),
        news("Tariffs and us"),
        news("IT firms hire")
      )
      for (const q of ["US", "U.S.", "u.s", '"US"', '"U.S."'])
        assert.deepStrictEqual((yield* find(q)).toSorted(), american.toSorted(), q)
      assert.deepStrictEqual((yield* find("US tariffs")).slice(0, 2).toSorted(), american.slice(0, 2).toSorted())
      assert.deepStrictEqual(yield* find("IT"), ["IT firms hire"])
      assert.deepStrictEqual(yield* find('"US tariffs"'), ["US tariffs rise"])
      // Who types no capitals may mean either.
      assert.deepStrictEqual(yield* find("it"), [])
      assert.lengthOf(yield* find("us"), 5)
      assert.deepStrictEqual((yield* find("tariffs -US")).toSorted(), ["Tariffs and us"])
    })
  )

  it.effect("finds a number however its thousands are grouped, in the question and in the text", () =>
    Effect.gen(function* () {
      const titles = ["A plant for 4,000 people", "Ein Werk für 4.000 Leute", "Fabrik für 4’000 Leute", "Jobs: 4000"]
      yield* store(
        ...titles.map((title) => news(title)),
        news("Sales of 1,234,567.89 dollars"),
        news("Version 4.0.000 and 000 and 4"),
        news("Rates rise by 4.5 %")
      )
      for (const q of ["4000", "4,000", "4.000", "4’000", '"4.000"'])
        assert.deepStrictEqual((yield* find(q)).toSorted(), titles.toSorted(), q)
      for (const q of ["1234567", "1.234.567", '"1,234,567.89 dollars"'])
        assert.deepStrictEqual(yield* find(q), ["Sales of 1,234,567.89 dollars"], q)
      assert.deepStrictEqual(yield* find("4,5"), ["Rates rise by 4.5 %"])
      assert.lengthOf(yield* find('-"4,000" jobs werk plant'), 0)
    })
  )

  it.effect("finds a number whose thousands are grouped by spaces, in the question and in the text", () =>
    Effect.gen(function* () {
      const titles = [
        "It cuts 4 200 postes",
        "It cuts 4\u00A0200 jobs",
        "It cuts 4\u202F200 jobs again",
        "4,200 go",
        "4.200 gehen",
        "4200 left"
      ]
      yield* store(
        ...titles.map((title) => news(title)),
        news("Room 4 has 200 chairs"),
        news("In 2024 200 people left")
      )
      for (const q of ["4200", "4 200", "4\u00A0200", "4,200", "4.200", "(4 200)"])
        assert.deepStrictEqual((yield* find(q)).toSorted(), titles.toSorted(), q)
      assert.deepStrictEqual(yield* find("4 200 postes", { limit: 1 }), ["It cuts 4 200 postes"])
      assert.deepStrictEqual(yield* find('"4 200 postes"'), ["It cuts 4 200 postes"])
      assert.deepStrictEqual((yield* page({ q: "4 200" })).total, { count: 6, exact: true })
      assert.deepStrictEqual(yield* find('postes -"4200"'), [])
      // Two numbers side by side are also found.
      const jets = ["Boeing 737-800 lands", "A 737 800 of Boeing"]
      yield* store(...jets.map((title) => news(title)))
      assert.deepStrictEqual((yield* find("737 800")).toSorted(), jets.toSorted())
      assert.deepStrictEqual(yield* find("737800"), ["A 737 800 of Boeing"])
      assert.deepStrictEqual(yield* find('"737 800" -boeing'), [])
      // The part of a word after a sign excludes nothing.
      assert.include(yield* find("4 200-jobs"), "It cuts 4\u00A0200 jobs")
    })
  )

  it.effect("finds a time however it is written", () =>
    Effect.gen(function* () {
      const titles = ["Polls close at 8 p.m. today", "Polls close at 8 P.M. today", "Doors open at 8pm", "8 pm sharp"]
      yield* store(...titles.map((title) => news(title)), news("P.M. Modi talks"), news("9 p.m."), news("At 8 o'clock"))
      for (const q of ["8 p.m.", "8 P.M.", "8pm", "8 pm", "8PM", '"8 p.m."'])
        assert.deepStrictEqual((yield* find(q)).toSorted(), titles.toSorted(), q)
      assert.deepStrictEqual(yield* find("PM"), ["P.M. Modi talks"])
      yield* store(news("Teil 8 am Montag", { language: "de" }), news("Opens 8 am"), news("Opens 8 A.M."))
      for (const q of ["8am", "8 a.m."])
        assert.deepStrictEqual((yield* find(q)).toSorted(), ["Opens 8 A.M.", "Opens 8 am", "Teil 8 am Montag"], q)
    })
  )

  it.effect("finds words with accents that are typed without, also where only another form is stored", () =>
    Effect.gen(function* () {
      yield* store(
        news("Exportações crescem", { language: "pt" }),
        news("Crescem as tendências", { language: "pt" }),
        news("Baja la inversión", { language: "es" })
      )
      for (const [q, title] of [
        ["exportacao", "Exportações crescem"],
        ["tendencia", "Crescem as tendências"],
        ["inversion", "Baja la inversión"],
        ["inversiones", "Baja la inversión"]
      ] as const)
        assert.deepStrictEqual(titlesOf((yield* page({ q })).signals), [title], q)
    })
  )

  it.effect("finds what was meant by a word with a typo, below what has it as it is typed", () =>
    Effect.gen(function* () {
      yield* store(
        ...Array.from({ length: 55 }, (_, n) => news(`Semiconductor makers invest ${n}`)),
        news("Semiconducter is misspelt here"),
        news("Inflation rises"),
        news("Inflation falls")
      )
      const found = yield* page({ q: "semiconducter" })
      assert.strictEqual(titlesOf(found.signals)[0], "Semiconducter is misspelt here")
      assert.deepStrictEqual(found.total, { count: 56, exact: true })
      assert.deepStrictEqual([...found.meant], [["semiconducter", "semiconductor"]])
      assert.deepStrictEqual([...(yield* page({ q: "inflatoin" })).meant], [["inflatoin", "inflation"]])
      // Four letters are too few to be wrong about, and what matches is not questioned.
      for (const q of ["golf", "inflation semiconductor makers", "xylophones"]) {
        assert.deepStrictEqual([...(yield* page({ q })).meant], [], q)
      }
    })
  )

  it.effect(
    "takes no word that is stored for a misspelling of one in another language, or of one hardly as frequent",
    () =>
      Effect.gen(function* () {
        yield* store(
          ...Array.from({ length: 60 }, (_, n) => news(`The market rises ${n}`)),
          ...Array.from({ length: 12 }, (_, n) => news(`Tariff number ${n}`)),
          news("Märkte erholen sich", { language: "de" }),
          news("Ein neuer Tarif", { language: "de" }),
          news("Tariffa stands here")
        )
        for (const [q, title] of [
          ["Märkte", "Märkte erholen sich"],
          ["tarif", "Ein neuer Tarif"],
          ["tariffa", "Tariffa stands here"]
        ] as const) {
          const { meant, signals } = yield* page({ q })
          assert.deepStrictEqual([...meant], [], q)
          assert.deepStrictEqual(titlesOf(signals), [title], q)
        }
      })
  )

  it.effect("finds what was meant by a word that nothing has, whatever the others match", () =>
    Effect.gen(function* () {
      yield* store(
        ...Array.from({ length: 30 }, (_, n) => news(`Prices rise ${n}`)),
        news("Battery prices fall", { published_at: new Date(start.getTime() - 90 * day) }),
        news("Battery makers invest")
      )
      const { meant, signals, total } = yield* page({ q: "batery prices", limit: 40 })
      assert.deepStrictEqual([...meant], [["batery", "battery"]])
      const found = titlesOf(signals)
      assert.deepStrictEqual([found[0], found.at(-1)], ["Battery prices fall", "Battery makers invest"])
      assert.deepStrictEqual(total, { count: 32, exact: true })
      // By date, too.
      const newest = yield* page({ q: "batery", sort: "newest" })
      assert.deepStrictEqual([...newest.meant], [["batery", "battery"]])
      assert.deepStrictEqual(titlesOf(newest.signals), ["Battery makers invest", "Battery prices fall"])
    })
  )

  it.effect("finds what is one error away from a word in any of its forms, in eight languages", () =>
    Effect.gen(function* () {
      for (const [language, title, typos] of mistyped) {
        yield* store(news(title, { language }))
        for (const q of typos)
          assert.include(titlesOf((yield* page({ q, language })).signals), title, `${q} for ${title}`)
      }
      // Without the language, too.
      for (const [, title, typos] of mistyped) for (const q of typos) assert.include(yield* find(q), title, q)
      assert.deepStrictEqual((yield* find("xylophones")).length, 0)
    })
  )

  it.effect("finds two words that are typed as one, if they stand side by side", () =>
    Effect.gen(function* () {
      yield* store(
        news("Heat pump sales rise"),
        news("Solar heat and power"),
        news("Ein Werk für Wärme Pumpen", { language: "de" }),
        news("Heat waves")
      )
      for (const [q, meant, titles] of [
        ["heatpump", "heat pump", ["Heat pump sales rise"]],
        ["heatpumps", "heat pumps", ["Heat pump sales rise"]],
        ["Wärmepumpe", "wärme pumpe", ["Ein Werk für Wärme Pumpen"]],
        ["heatpump power", "heat pump power", ["Solar heat and power", "Heat pump sales rise"]],
        ["solarpower", null, []],
        ['"heatpump"', '"heat pump"', []],
        ["-heatpump", null, []]
      ] as const) {
        const found = yield* page({ q })
        assert.strictEqual(found.meant.size === 0 ? null : corrected(q, found.meant), meant, q)
        assert.deepStrictEqual(titlesOf(found.signals), titles, q)
      }
    })
  )

  it.effect("suggests words with their accents, and does not replace the name of a field", () =>
    Effect.gen(function* () {
      yield* store(
        news("Wärmepumpen sind gefragt", { language: "de" }),
        news("Große Straßenbahnen", { language: "de" }),
        news("Battery prices until winter, till heat")
      )
      for (const [q, suggested] of [
        ["Wärmepumpne", "wärmepumpen"],
        ["Zürich batery", "Zürich battery"],
        ["Märkte Wärmepumpenn", "Märkte wärmepumpen"],
        ["Straßenbahnne", "straßenbahnen"],
        ["strassenbahnne", "straßenbahnen"],
        ["title:batery", "title:battery"]
      ] as const)
        assert.strictEqual(corrected(q, (yield* page({ q })).meant), suggested, q)
      assert.deepStrictEqual([...(yield* page({ q: "title:heat" })).meant], [])
    })
  )

  it.effect("takes the most similar words for what was meant, not the most frequent one", () =>
    Effect.gen(function* () {
      yield* store(
        ...Array.from({ length: 20 }, (_, n) => news(`Bakery prices rise ${n}`)),
        news("Lithium battery factory"),
        news("Battery prices fall")
      )
      const { meant, signals } = yield* page({ q: "batery prices", limit: 40 })
      assert.deepStrictEqual([...meant], [["batery", "battery"]])
      const found = titlesOf(signals)
      assert.strictEqual(found[0], "Battery prices fall")
      assert.include(found, "Lithium battery factory")
      // As near, though less similar.
      assert.strictEqual((yield* page({ q: "batery" })).total.count, 22)
    })
  )

  it.effect("takes a word of the language of the question, or else of most signals, and then the most frequent", () =>
    Effect.gen(function* () {
      yield* store(
        ...Array.from({ length: 20 }, (_, n) => news(`Aktier har en bättre dag ${n}`, { language: "sv" })),
        ...Array.from({ length: 30 }, (_, n) => news(`Prices rise again ${n}`)),
        news("A battery factory"),
        ...Array.from({ length: 5 }, (_, n) => news(`A study of nations ${n}`)),
        ...Array.from({ length: 9 }, (_, n) => news(`Sturdy roofs ${n}`))
      )
      for (const [q, suggested] of [
        ["battry prices", "battery prices"],
        ["battrey prices", "battery prices"],
        ["battry", "battery"],
        ["the battry", "the battery"],
        ["aktier battry", "aktier bättre"],
        ["stardy", "sturdy"],
        ["stury", "sturdy"]
      ] as const)
        assert.strictEqual(corrected(q, (yield* page({ q })).meant), suggested, q)
      // What the question's language has is not mixed with words of another one.
      assert.notInclude(yield* find("battry prices", { limit: 60 }), "Aktier har en bättre dag 0")
    })
  )

  it.effect(
    "takes a word with fewer letters to change for what was meant, not a frequent one with a similar stem",
    () =>
      Effect.gen(function* () {
        yield* store(
          ...Array.from({ length: 20 }, (_, n) => news(`It is over, inverse and produced ${n}`)),
          news("Government investment in production")
        )
        for (const [q, word] of [
          ["goverment", "government"],
          ["invesment", "investment"],
          ["prodution", "production"]
        ] as const) {
          const found = yield* page({ q })
          assert.deepStrictEqual([...found.meant], [[q, word]])
          assert.deepStrictEqual(titlesOf(found.signals), ["Government investment in production"], q)
        }
      })
  )

  it.effect("does not take a rare word for one that is frequent only in another language", () =>
    Effect.gen(function* () {
      yield* store(
        ...Array.from({ length: 60 }, (_, n) => news(`Court cases ${n}`)),
        ...Array.from({ length: 60 }, (_, n) => news(`Un cas grave ${n}`, { language: "fr" })),
        news("Deux cases vides", { language: "fr" }),
        news("Le prix est cassé", { language: "fr" })
      )
      for (const q of ["cassés", "prix cassés"]) {
        const { meant, signals } = yield* page({ q })
        assert.deepStrictEqual([...meant], [], q)
        assert.deepStrictEqual(titlesOf(signals), ["Le prix est cassé"], q)
      }
    })
  )

  it.effect("suggests words as most texts write them", () =>
    Effect.gen(function* () {
      yield* store(
        ...Array.from({ length: 3 }, (_, n) => news(`Die Wärmepumpe Nummer ${n}`, { language: "de" })),
        news("Eine Warmepumpe", { language: "de" }),
        news("Cafés and résumés")
      )
      for (const [q, suggested] of [
        ["waermepumpe", "wärmepumpe"],
        ["warmepumppe", "wärmepumpe"],
        ['"Waermepumpe"', '"wärmepumpe"'],
        ["résummés", "résumés"],
        ["resummes", "résumés"]
      ] as const)
        assert.strictEqual(corrected(q, (yield* page({ q })).meant), suggested, q)
    })
  )

  it.effect("takes a word of the language that is asked for", () =>
    Effect.gen(function* () {
      yield* store(
        ...Array.from({ length: 5 }, (_, n) => news(`La inflación sube ${n}`, { language: "es" })),
        news("Inflation rises")
      )
      const found = yield* page({ q: "inflasion", language: "en" })
      assert.deepStrictEqual([...found.meant], [["inflasion", "inflation"]])
      assert.deepStrictEqual(titlesOf(found.signals), ["Inflation rises"])
      assert.strictEqual((yield* page({ q: "inflasion", language: "es" })).total.count, 5)
      assert.deepStrictEqual([...(yield* page({ q: "inflasion", language: "de" })).meant], [])
    })
  )

  it.effect("finds words in quotation marks only as they are, and suggests others where nothing matches", () =>
    Effect.gen(function* () {
      yield* store(...Array.from({ length: 60 }, (_, n) => news(`The market rises ${n}`)), news("A marked decline"))
      const quoted = yield* page({ q: '"marked"' })
      assert.deepStrictEqual([titlesOf(quoted.signals), quoted.total.count], [["A marked decline"], 1])
      assert.deepStrictEqual([...quoted.meant], [])
      const wrong = yield* page({ q: '"the markett"' })
      assert.deepStrictEqual([titlesOf(wrong.signals), wrong.total.count], [[], 0])
      assert.deepStrictEqual([...wrong.meant], [["markett", "market"]])
      assert.deepStrictEqual(yield* find('markett -"decline" -marked', { limit: 1 }), ["The market rises 0"])
    })
  )

  it.effect("mends four words of a question, those first that nothing has", () =>
    Effect.gen(function* () {
      const right = ["economic", "industry", "minister", "exchange", "research", "election"]
      yield* store(...right.map((word) => news(`About ${word}`)))
      const wrong = right.map((word) => word.replace(/(.)(.)$/, "$2$1"))
      const { meant, signals } = yield* page({ q: [...wrong, "industry"].join(" ") })
      assert.strictEqual(meant.size, 4)
      assert.isAtLeast(titlesOf(signals).length, 4)
    })
  )

  it.effect("gives a signal by its id, and what is most like it", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* store(
        news("Volkswagen opens battery factory in Salzgitter"),
        news("Salzgitter battery factory of Volkswagen begins"),
        news("Volkswagen sells more cars"),
        news("Weather stays cold")
      )
      const all = yield* signals.list({ limit: 10 })
      const one = all.find(({ title }) => title.startsWith("Volkswagen opens"))!
      assert.deepStrictEqual(yield* signals.get(one.id), one)
      const like = yield* signals.related(one.id, 10)
      assert.strictEqual(like[0]?.title, "Salzgitter battery factory of Volkswagen begins")
      assert.notInclude(
        like.map(({ title }) => title),
        "Weather stays cold"
      )
      assert.notInclude(
        like.map(({ id }) => id),
        one.id
      )
      const nobody = (all.length + 1_000) as typeof one.id
      assert.strictEqual((yield* Effect.flip(signals.get(nobody))).code, "signal_not_found")
      assert.strictEqual((yield* Effect.flip(signals.related(nobody, 5))).code, "signal_not_found")
    })
  )

  it.effect("finds an edited signal by its new words and not by its old ones", () =>
    Effect.gen(function* () {
      yield* store(news("Cobalt", { guid: "1" }))
      yield* store(news("Cobalt", { guid: "1", title: "Tungsten" }))
      assert.deepStrictEqual(yield* find("tungsten"), ["Tungsten"])
      assert.deepStrictEqual(yield* find("cobalt"), [])
    })
  )

  it.effect("tells which engine it is, and how much is indexed", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* store(news("One"), news("Two"))
      const { engine, indexed, pending } = yield* index.state
      assert.include(["bm25", "gin", "memory"], engine)
      assert.deepStrictEqual({ indexed, pending }, { indexed: 2, pending: 0 })
    })
  )

  it.effect("answers hostile questions with a list", () =>
    Effect.gen(function* () {
      yield* store(news("Tin"), news("100 % tin | ! & <-> ( ) ' \\ :*"))
      for (const [name, q] of Object.entries(hostileSearches)) {
        assert.isAtMost((yield* find(q)).length, 2, name)
      }
      for (const name of ["operators of tsquery", "half a surrogate pair", "U+0000", "from right to left"]) {
        assert.lengthOf(yield* find(hostileSearches[name]!), 2, name)
      }
    })
  )

  it.effect("counts the signals of a frequent phrase, and lists them to the end", () =>
    Effect.gen(function* () {
      yield* store(
        ...Array.from({ length: 2_600 }, (_, n) =>
          news(`Market price ${n}`, { published_at: new Date(start.getTime() - n * 3_600_000) })
        ),
        ...Array.from({ length: 30 }, (_, n) => news(`Price of market ${n}`))
      )
      const query = { q: '"market price"', limit: 500 }
      const read = new Set<string>()
      let at = yield* page(query)
      assert.deepStrictEqual(at.total, { count: 2_600, exact: true })
      for (;;) {
        for (const title of titlesOf(at.signals)) read.add(title)
        if (at.next === null) break
        at = yield* page({ ...query, after: at.next })
      }
      assert.strictEqual(read.size, 2_600)
    })
  )

  it.effect("keeps words that are small ones of another language than the question's", () =>
    Effect.gen(function* () {
      yield* store(
        news("War reaches the harbour", { language: "en" }),
        news("The hat is back", { language: "en" }),
        news("Ukraine sells grain", { language: "en" }),
        news("Wo die Kriege begannen", { language: "de" })
      )
      assert.sameMembers([...(yield* find("war in ukraine"))], ["War reaches the harbour", "Ukraine sells grain"])
      assert.sameMembers([...(yield* find("man with hat"))], ["The hat is back"])
      assert.deepStrictEqual(yield* find("wo hat der Krieg begonnen"), ["Wo die Kriege begannen"])
    })
  )

  it.effect("counts what it lists, even if small words of the question are words of other languages", () =>
    Effect.gen(function* () {
      const texts = (count: number, language: string, title: (n: number) => string) =>
        Array.from({ length: count }, (_, n) => news(title(n), { language }))
      yield* store(
        ...texts(3_200, "en", (n) => `The story of the village number ${n}`),
        ...texts(40, "en", (n) => `The price of tea in town ${n}`),
        ...texts(20, "de", (n) => `Das Museum zeigt Bilder aus der Stadt ${n}`),
        ...texts(10, "fr", (n) => `Le musée de la ville montre des images ${n}`),
        ...texts(5, "de", (n) => `Das Lied „The Price of Love“ kommt wieder ${n}`),
        // English that a feed states as German.
        ...texts(15, "de", (n) => `Village of The Three ${n}`)
      )
      for (const [q, count] of [
        ["what is the price of tea", 45],
        ["price of tea", 60],
        ["musee de la ville", 10],
        ["the museum", 40]
      ] as const) {
        for (const sort of ["relevance", "newest"] as const) {
          const { signals, total } = yield* page({ q, sort, limit: 100 })
          assert.deepStrictEqual(total, { count, exact: true }, `${q}, ${sort}`)
          assert.lengthOf(titlesOf(signals), count, `${q}, ${sort}`)
        }
      }
    })
  )

  it.effect("finds phrases of words that nearly all texts have, wherever they stand", () =>
    Effect.gen(function* () {
      // More than are looked at where the words are not in a row.
      yield* store(
        ...Array.from({ length: 1_200 }, (_, n) =>
          news(`Price of market ${n}`, { published_at: new Date(start.getTime() - n * 3_600_000) })
        ),
        news("Market price of tin", { published_at: new Date(start.getTime() - 1_300 * 3_600_000) })
      )
      const phrases = yield* page({ q: '"market price"' })
      assert.deepStrictEqual(titlesOf(phrases.signals), ["Market price of tin"])
      assert.deepStrictEqual(phrases.total, { count: 1, exact: true })
      assert.deepStrictEqual((yield* page({ q: 'market -"price of market"' })).total, { count: 1, exact: true })
    })
  )
})
