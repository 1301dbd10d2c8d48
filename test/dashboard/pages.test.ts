import { readFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import type Axe from "axe-core"
import type { Browser, BrowserContextOptions } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { chromiumPath, openTab, printedLink, signIn, startBrowser, type Tab } from "../support/Browser.ts"
import { type Service, startService } from "../../harness/Service.ts"
import { prepared } from "../support/Preparation.ts"
import { overflowing, widths } from "./Layout.ts"
import { everyPage, fill, type Ids } from "./Pages.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** A page may cost this much to load for the first time, in bytes and in milliseconds on this machine. */
const most = { bytes: 250_000, milliseconds: 1_000 }

/** Of WCAG 2.2, A and AA. By its defaults axe leaves out the size of targets, which 2.2 has added. */
const rules = { type: "tag" as const, values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }
/** What may differ from one width to another. */
const rulesOfWidths = {
  type: "rule" as const,
  values: ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"]
}
const rulesOfColours = { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] }

/** Looked at one after the other. In the dark the stylesheet has other colours and nothing else. */
const views = [
  { width: 360, colorScheme: "light", asked: rules },
  { width: 1440, colorScheme: "light", asked: rulesOfWidths },
  { width: 1440, colorScheme: "dark", asked: rulesOfColours }
] as const

describe.skipIf(chromiumPath === undefined)("the pages of the dashboard", { timeout: 120_000 }, () => {
  // A model that is out of order: while it is held, a report stays at its writing; then the report quotes its sources.
  // What is asked before, about the niche and its news, is refused at once.
  const held: Array<ServerResponse> = []
  let hold = false
  const refuse = (response: ServerResponse) => response.writeHead(400, { "content-type": "application/json" }).end("{}")
  const model = createServer((request, response) => {
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => void parts.push(part))
    request.on("end", () => {
      const isGathering = /You (?:help a search engine|choose the evidence)/.test(Buffer.concat(parts).toString())
      if (hold && !isGathering) held.push(response)
      else refuse(response)
    })
  })
  let service: Service
  let browser: Browser
  let me: Tab
  let ids: Ids
  let signedIn: BrowserContextOptions

  const prepare = async (begin: (step: string) => void) => {
    begin("starting the model's server")
    await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve))
    const { port } = model.address() as AddressInfo
    const environment = {
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      RATE_LIMIT_PER_MINUTE: "0"
    }
    begin("starting the demo and the browser")
    ;[service, browser] = await Promise.all([
      startService(environment, { program: "src/demo/main.ts" }),
      startBrowser()
    ])
    begin("signing in")
    me = await openTab(browser, service.url)
    await signIn(me, printedLink(service.output()))
    await me.page.waitForURL(`${service.url}/dashboard`)
    ids = await fill(me.page, service.url, service.printedKey!, begin)
    signedIn = { storageState: await me.context.storageState() }
  }

  beforeAll(() => prepared(115, prepare), 120_000)

  afterAll(async () => {
    await browser?.close()
    model.closeAllConnections()
    await service?.stop()
    model.close()
  })

  const open = (path: string) => me.page.goto(`${service.url}/dashboard${path}`)

  it("make a report while one watches, and let it be read from claim to source and back", async () => {
    const { page } = me
    hold = true
    await open("/reports")
    await page.getByLabel("Market or industry").fill("heat pumps")
    await page.getByLabel("Kind of report").selectOption("decision_brief")
    await page.getByRole("button", { name: "Make the report" }).click()
    await page.locator("[aria-current=step]", { hasText: "Writing" }).waitFor()
    hold = false
    held.splice(0).forEach(refuse)

    await page.getByRole("heading", { name: "Evidence against" }).waitFor()
    const cite = page.locator(".cite").first()
    const n = (await cite.textContent())!
    await cite.click()
    const target = page.locator("li:target")
    assert.strictEqual(await target.getAttribute("value"), n)
    await target.getByRole("link", { name: `Back to citation 1 of source ${n}`, exact: true }).click()
    assert.strictEqual(await page.locator(":target").getAttribute("id"), `cite-${n}-1`)

    await page.getByRole("link", { name: /^confidence \d+ %$/ }).click()
    assert.include(await page.locator(".measures").textContent(), "The service checks this itself")

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download Markdown" }).click()
    ])
    assert.match(readFileSync(await download.path(), "utf8"), /^# Decision brief: heat pumps\n/)

    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete the report" }).click()
    await page.getByText("The report is deleted").waitFor()
    assert.deepStrictEqual(me.complaints, [])
  })

  it("find as one types, and put it into the address", async () => {
    const { page } = me
    await open("/signals")
    await page.getByRole("searchbox").pressSequentially("charging forecast")
    await vi.waitFor(
      async () =>
        assert.match((await page.locator("#results [role=status]").textContent())!, /for “charging forecast”/),
      { timeout: 10_000 }
    )
    assert.include(await page.locator(".signals").textContent(), "Voltmarsh raises its forecast")
    assert.strictEqual(new URL(page.url()).searchParams.get("q"), "charging forecast")
    await page.getByRole("searchbox").fill("zzzzzz")
    await page.getByText("Nothing found").waitFor()
  })

  it("add more to a list to its end, each signal once, and go on there", async () => {
    const { page } = me
    await open("/signals?before=2100-01-01")
    const titles = page.locator(".signals .title")
    const total = Number.parseInt((await page.locator("#results [role=status]").textContent())!, 10)
    assert.isAbove(total, 50)
    for (let shown = 25; shown < total; shown = Math.min(total, shown + 25)) {
      assert.strictEqual(await titles.count(), shown)
      await page.getByRole("link", { name: "Load more" }).click()
      await vi.waitFor(async () => assert.isAbove(await titles.count(), shown), { timeout: 10_000 })
      const next = await titles.nth(shown).getByRole("link").getAttribute("href")
      assert.strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("href")), next)
    }
    assert.strictEqual(await page.getByRole("link", { name: "Load more" }).count(), 0)
    const hrefs = await titles.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")))
    assert.strictEqual(new Set(hrefs).size, total)
    assert.strictEqual(new URL(page.url()).search, "?before=2100-01-01")
  })

  it("find pages, actions and the news by typing, with the keyboard alone, and give the focus back", async () => {
    const { page } = me
    const palette = page.getByRole("dialog", { name: "Find" })
    const focused = () => page.evaluate(() => document.activeElement?.id)
    const chosen = palette.getByRole("option", { selected: true })
    await open("/signals")
    // In a field it is a character like others.
    await page.getByRole("searchbox").press("/")
    assert.strictEqual(await page.getByRole("searchbox").inputValue(), "/")
    assert.isFalse(await palette.isVisible())
    await page.keyboard.press("Control+k")
    await palette.getByRole("option", { name: "Overview" }).waitFor()
    await page.keyboard.press("Escape")
    assert.isFalse(await palette.isVisible())
    assert.strictEqual(await focused(), "q")

    await open("")
    await page.keyboard.press("/")
    await palette.getByRole("option", { name: "Overview" }).waitFor()
    await page.keyboard.type("trënds")
    assert.strictEqual(await chosen.textContent(), "Trends")
    await page.keyboard.press("ArrowUp")
    assert.strictEqual(await chosen.textContent(), "Search for “trënds”")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/dashboard/trends")

    // An action on the same page goes to its field.
    await open("/reports")
    await page.getByRole("button", { name: "Find" }).click()
    await palette.getByRole("option", { name: "Make a report" }).click()
    assert.isFalse(await palette.isVisible())
    await vi.waitFor(async () => assert.strictEqual(await focused(), "field-niche"))
    await page.keyboard.press("Control+k")
    await page.keyboard.type("oat milk")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/dashboard/signals?q=oat+milk")

    await page.getByRole("heading", { level: 1 }).click()
    await page.keyboard.press("/")
    await palette.getByRole("checkbox").uncheck()
    await page.keyboard.press("Escape")
    await page.keyboard.press("/")
    assert.isFalse(await palette.isVisible())
    await page.reload()
    await page.keyboard.press("/")
    assert.isFalse(await palette.isVisible())
    assert.deepStrictEqual(me.complaints, [])
  })

  it("say that the service cannot be reached, until it can", async () => {
    const { context, page } = me
    await open("/reports")
    const said = page.locator("[data-reach]")
    await context.setOffline(true)
    await page.getByText("The service cannot be reached.").waitFor()
    await context.setOffline(false)
    await vi.waitFor(async () => assert.strictEqual(await said.textContent(), ""))
    me.forget()
  })

  it("watch, pause and archive a competitor, and say what is wrong with one", async () => {
    const { page } = me
    await open("/competitors")
    const add = async (name: string, domain: string) => {
      await page.getByLabel("Name").fill(name)
      await page.getByLabel("Domain").fill(domain)
      await page.getByRole("button", { name: "Watch", exact: true }).click()
    }
    await add("Nobody", "not a domain")
    await page.locator("#field-domain-fault").waitFor()
    assert.strictEqual(await page.getByLabel("Name").inputValue(), "Nobody")
    await add("Kerbwell again", "kerbwell.example")
    await page.getByText("Is on your list already.").waitFor()
    await add("Brightlane", "brightlane.example")
    await page.getByText("The competitor is on your list").waitFor()
    await page.getByRole("button", { name: "Pause Brightlane" }).click()
    await page.getByText("It is not searched for any more").waitFor()
    await page.getByRole("button", { name: "Resume" }).click()
    await page.getByText("It is searched for again").waitFor()
    await page.getByRole("button", { name: "Stop watching" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Stop watching" }).click()
    await page.getByText("The competitor is archived").waitFor()
    assert.strictEqual(await page.getByRole("row", { name: /Brightlane/ }).count(), 0)
    me.forget()
  })

  it("watch a search after a look at what it would have told, and show an event as it comes", async () => {
    const { page } = me
    await open("/signals?q=heat+pump")
    await page.getByRole("link", { name: "Watch this" }).click()
    assert.strictEqual(await page.getByLabel("Search for").inputValue(), "heat pump")
    await page.getByRole("button", { name: "Preview" }).click()
    const preview = page.locator("#preview")
    await preview.getByText(/It would have had \d+ events/).waitFor()
    assert.isAbove(await preview.locator("li mark").count(), 0)
    await preview.getByRole("button", { name: "Save the watch" }).click()
    await page.getByText("The watch is saved").waitFor()
    await page.getByRole("heading", { level: 1, name: "News for “heat pump”" }).waitFor()

    // What was on the page is read; what comes meanwhile is shown, and read as well.
    await open("/events")
    const events = page.locator("#events li")
    await events.first().waitFor()
    const before = await events.count()
    const streaming = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith("/events/stream"))
    await page.reload()
    await streaming
    const date = new Date().toISOString().slice(0, 10)
    const headers = { "x-api-key": service.printedKey!, "content-type": "application/json" }
    const body = JSON.stringify({ positions: [{ date, position: 5, url: null }] })
    const positions = `${service.url}/api/v1/public/seo/keywords/${ids.keyword}/positions`
    assert.strictEqual((await fetch(positions, { method: "POST", headers, body })).status, 200)
    await vi.waitFor(async () => assert.isAbove(await events.count(), before), { timeout: 10_000 })
    await vi.waitFor(
      async () => {
        const account = await page.request.get(`${service.url}/api/v1/dashboard/account`)
        assert.strictEqual((await account.json()).data.events.unread, 0)
      },
      { timeout: 10_000 }
    )
    assert.strictEqual(await page.locator("[data-unread]").count(), 0)
    assert.deepStrictEqual(me.complaints, [])
  })

  it("draw how topics of a platform fared, each and all together", async () => {
    const { page } = me
    await open("/trends/google_trends")
    const charts = page.locator("figure.exhibit", { has: page.locator("svg.plot") })
    assert.strictEqual(await charts.count(), 2)
    assert.match((await charts.first().textContent())!, /Searches a day/)
    const row = page.getByRole("row", { name: /heat pump grant/ })
    assert.strictEqual(await row.locator("svg.spark").count(), 1)
    await open("/trends/reddit")
    await charts.locator("figcaption", { hasText: "Place a day" }).waitFor()
    assert.strictEqual(await charts.count(), 1, "places are not added up")
  })

  it("run a source for its operator", async () => {
    await open("/sources")
    await me.page.getByRole("button", { name: "Run now The Meridian Ledger" }).click()
    await me.page.getByText("has been read.").waitFor()
  })

  it(
    "weigh little, are there at once and are for everyone, at 360 and 1440 px, in light and dark colours, and stay in their cards at every width",
    { timeout: 240_000 },
    async () => {
      const measured: Array<{ readonly page: string; readonly kB: number; readonly ms: number }> = []
      const looking = await openTab(browser, service.url, signedIn)
      const { page } = looking
      const network = await looking.context.newCDPSession(page)
      await network.send("Network.enable")
      // Each visit is a first one: nothing that the browser keeps is used.
      await network.send("Network.setCacheDisabled", { cacheDisabled: true })
      let bytes = 0
      network.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength))
      for (const { name, path } of [...everyPage(ids), { name: "palette", path: "/dashboard/find" }]) {
        // What is too slow gets a second chance, for others use this machine too.
        let best = { bytes: 0, ms: Infinity }
        for (let chances = 2; chances > 0 && best.ms >= most.milliseconds; chances--) {
          bytes = 0
          await page.goto(service.url + path)
          // After `load` all scripts have run: what can be pressed does something.
          const ms = await page.evaluate(() => {
            const [entry] = performance.getEntriesByType("navigation") as Array<PerformanceNavigationTiming>
            return Math.round(entry!.loadEventEnd)
          })
          if (ms < best.ms) best = { bytes, ms }
        }
        measured.push({ page: name, kB: Math.round(best.bytes / 100) / 10, ms: best.ms })
        assert.isAbove(best.bytes, 5_000, name)
        assert.isBelow(best.bytes, most.bytes, name)
        assert.isBelow(best.ms, most.milliseconds, name)
        if (name === "not-found") looking.forget()
        if (name === "palette") {
          await page.keyboard.press("/")
          await page.getByRole("option", { name: "Overview" }).waitFor()
          await page.keyboard.type("heat")
        }
        // As a debugger and not as a part of the page, whose policy would refuse it.
        await page.evaluate(axe)
        for (const { asked, colorScheme, width } of views) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          const view = `${name} at ${width} px in ${colorScheme} colours`
          const { passes, violations } = await page.evaluate(
            (runOnly) =>
              (globalThis as unknown as { axe: typeof Axe }).axe.run({ resultTypes: ["violations"], runOnly }),
            asked
          )
          assert.includeMembers(
            passes.map(({ id }) => id),
            asked === rulesOfColours ? ["color-contrast"] : ["color-contrast", "target-size"],
            view
          )
          const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical")
          assert.deepStrictEqual(
            serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
            [],
            view
          )
        }
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          assert.deepStrictEqual(await overflowing(page), [], `${name} at ${width} px`)
        }
      }
      console.log(measured.map(({ kB, ms, page }) => `${page.padEnd(16)} ${kB} kB ${ms} ms`).join("\n"))
      assert.deepStrictEqual(looking.complaints, [])
      await looking.context.close()
    }
  )
})
