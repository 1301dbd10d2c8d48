import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { openTab, printedLink, signIn, startBrowser } from "../support/Browser.ts"
import { startService } from "../../harness/Service.ts"
import { everyPage, fill } from "./Pages.ts"

/*
 * Pictures of every page over the demo's data, at both widths and in both schemes, for people to look at: `npm run
 * screenshots [page …]`.
 */

const directory = join(import.meta.dirname, "../../.tmp/screenshots")

const shoot = async (page: Page, file: string) => {
  await page.screenshot({ path: join(directory, file), fullPage: true, animations: "disabled" })
}

const wanted = process.argv.slice(2)
rmSync(directory, { recursive: true, force: true })
mkdirSync(directory, { recursive: true })

const service = await startService({ RATE_LIMIT_PER_MINUTE: "0" }, { program: "src/demo/main.ts" })
const browser = await startBrowser()
try {
  const me = await openTab(browser, service.url, { viewport: { width: 1440, height: 900 } })
  const { context, page, url } = me
  await signIn(me, printedLink(service.output()))
  await page.waitForURL(`${url}/dashboard`)
  const ids = await fill(page, url, service.printedKey!)
  const state = await context.storageState()
  for (const width of [360, 1440])
    for (const colorScheme of ["light", "dark"] as const) {
      const looking = await openTab(browser, url, {
        viewport: { width, height: 900 },
        colorScheme,
        storageState: state,
        deviceScaleFactor: 1
      })
      for (const { name, path } of everyPage(ids)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue
        await looking.page.goto(url + path)
        await shoot(looking.page, `${name}-${width}-${colorScheme}.png`)
      }
      if (wanted.length === 0 || wanted.includes("palette")) {
        await looking.page.goto(`${url}/dashboard`)
        await looking.page.keyboard.press("/")
        await looking.page.getByRole("option", { name: "Overview" }).waitFor()
        await looking.page.screenshot({ path: join(directory, `palette-${width}-${colorScheme}.png`) })
      }
      if (looking.complaints.length > 0) console.log(looking.complaints.join("\n"))
      await looking.context.close()
    }
  console.log(directory)
} finally {
  await browser.close()
  await service.stop()
}
