import type { Browser } from "playwright-core"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { chromiumPath, openTab, signIn, startBrowser, type Tab } from "../support/Browser.ts"
import { type Service, startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"

const script = `<script>globalThis.ran = "script"</script>`
const image = `<img src="x" onerror="globalThis.ran = 'image'">`
const breakOut = `"><svg onload="globalThis.ran='svg'">`

/** A feed whose every text is an attack: as tags, as entities that become tags, and as a link that runs. */
const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Bad ${breakOut.replaceAll("<", "&lt;")}</title>
<item><title><![CDATA[Prices ${script} rise ${image}]]></title><link>https://news.example/1</link><description><![CDATA[${image}${script}]]></description></item>
<item><title>Twice &amp;lt;script&amp;gt;globalThis.ran = "twice"&amp;lt;/script&amp;gt; escaped</title><link>javascript:globalThis.ran="link"</link><guid>2</guid></item>
<item><title>Attributes ${breakOut.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</title><link>https://news.example/" onmouseover="globalThis.ran='hover'</link></item>
</channel></rss>`

describe.skipIf(chromiumPath === undefined)("what hostile sources and callers bring", { timeout: 60_000 }, () => {
  const directory = temporaryDirectory()
  const site = createServer((_, response) => response.setHeader("content-type", "application/rss+xml").end(feed))
  let service: Service
  let browser: Browser
  let me: Tab
  let key = ""

  beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
    const { port } = site.address() as AddressInfo
    const SOURCES_FILE = `${directory.path}/sources.json`
    writeFileSync(SOURCES_FILE, JSON.stringify({ feeds: [{ url: `http://127.0.0.1:${port}/`, name: "feed:bad" }] }))
    ;[service, browser] = await Promise.all([
      startService({
        DATA_DIR: placeDatabase(`${directory.path}/data`),
        SOURCES_FILE,
        ALLOW_PRIVATE_HOSTS: "127.0.0.1"
      }),
      startBrowser()
    ])
    me = await openTab(browser, service.url)
    await signIn(me, await service.loginLink())
    key = await service.createKey()
    await me.page.waitForURL(`${service.url}/dashboard`)
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    site.close()
    directory.remove()
  })

  const ran = () => me.page.evaluate(() => (globalThis as { ran?: string }).ran ?? null)

  it("is text on every page, and runs nothing", async () => {
    const { page } = me
    await page.goto(`${service.url}/dashboard/sources`)
    await page.getByRole("button", { name: /^Run now/ }).click()
    await page.getByText("has been read.").waitFor()

    const call = async (path: string, body: unknown) => {
      const answer = await fetch(`${service.url}/api/v1/public${path}`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      assert.include([201, 202], answer.status, path)
      return ((await answer.json()) as { readonly data: { readonly id: number } }).data.id
    }
    const competitor = await call("/competitors", { name: script, domain: "bad.example" })
    const keyword = await call("/seo/keywords", { keyword: image, target_url: `https://bad.example/?${breakOut}` })
    const report = await call("/reports", { niche: `prices ${script}`, context: image })
    await page.goto(`${service.url}/dashboard/keys`)
    await page.getByLabel("Name").fill(breakOut)
    await page.getByRole("button", { name: "Create the key" }).click()
    await page.getByText("it is shown only once").waitFor()
    await page.goto(`${service.url}/dashboard/keys`)
    const issued = await page.getByRole("link", { name: breakOut }).getAttribute("href")
    assert.match(issued!, /^\/dashboard\/keys\/\d+$/)

    for (const path of [
      "",
      "/signals",
      `/signals?q=${encodeURIComponent(`prices ${breakOut}`)}`,
      "/competitors",
      `/competitors/${competitor}`,
      "/keywords",
      `/keywords/${keyword}`,
      "/reports",
      `/reports/${report}`,
      "/keys",
      issued!.slice("/dashboard".length),
      "/activity",
      `/companies?q=${encodeURIComponent(script)}`,
      "/sources?ran=feed:bad&how=finished",
      `/sign-in?problem=${encodeURIComponent(script)}&next=${encodeURIComponent(breakOut)}`
    ]) {
      await page.goto(`${service.url}/dashboard${path}`)
      assert.isNull(await ran(), path)
      const links = await page.locator("main a").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""))
      for (const link of links) assert.match(link, /^(?:https?:|\/|#)/, path)
    }
    await page.goto(`${service.url}/dashboard/competitors`)
    assert.include(await page.locator("main").textContent(), script)
    assert.deepStrictEqual(me.complaints, [])
  })

  it("would not run either if it were markup: the policy refuses it, and every way out", async () => {
    const { page } = me
    await page.goto(`${service.url}/dashboard/signals`)
    await page.evaluate(async () => {
      const element = document.createElement("script")
      element.textContent = `globalThis.ran = "inline"`
      document.body.append(element)
      document.body.insertAdjacentHTML(
        "beforeend",
        `<img src="data:," onerror="globalThis.ran = 'handler'"><p style="color:red">`
      )
      await fetch("http://127.0.0.1:9/").catch(() => undefined)
    })
    await page.waitForFunction(() => true)
    assert.isNull(await ran())
    const refused = me.complaints.filter((text) => text.startsWith("policy: ")).map((text) => text.split(" ")[1])
    for (const directive of ["script-src-elem", "script-src-attr", "style-src-attr", "connect-src"])
      assert.include(refused, directive)
  })
})
