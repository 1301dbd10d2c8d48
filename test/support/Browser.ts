import { existsSync } from "node:fs"
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core"

/** Where a Chromium is found, unless `CHROMIUM_PATH` names one. */
const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
]

/** The browser that tests drive; undefined where there is none, and then they are skipped. */
export const chromiumPath = process.env["CHROMIUM_PATH"] ?? usual.find((path) => existsSync(path))

/**
 * Starts the browser, without a window and with a profile that is thrown away; it asks nobody for anything by itself.
 */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath!,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync"
    ]
  })

/** A tab on the dashboard, with all that went wrong in it. */
export interface Tab {
  readonly context: BrowserContext
  readonly page: Page
  readonly url: string
  /** Errors of scripts, messages of the console, refusals by the policy, and requests to anywhere else. */
  readonly complaints: ReadonlyArray<string>
  /** Forgets the complaints that a test has caused on purpose. */
  readonly forget: () => void
}

/** The one-time link that the demo has printed. */
export const printedLink = (output: string): string => {
  const link = /\S+\/dashboard\/sign-in#\S+/.exec(output)
  if (link === null) throw new Error(`no link was printed:\n${output}`)
  return link[0]
}

/** Opens a browser context on the dashboard at `url`. */
export const openTab = async (browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Tab> => {
  const context = await browser.newContext(options)
  const complaints: Array<string> = []
  const complain = (text: string) => complaints.push(text)
  await context.exposeFunction("complainOfPolicy", complain)
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) => {
      // oxlint-disable-next-line typescript/no-explicit-any
      ;(globalThis as any).complainOfPolicy(`policy: ${violatedDirective} ${blockedURI}`)
    })
  })
  context.on("page", (page) => {
    page.on("pageerror", (error) => complain(`script: ${error.message}`))
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complain(`console: ${message.text()}`)
    })
  })
  context.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith("blob:"))
      complain(`request: ${request.url()}`)
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  return { context, page, url, complaints, forget: () => complaints.splice(0) }
}

/** Follows a one-time link, and signs in with it. */
export const signIn = async ({ page, url }: Tab, link: string): Promise<void> => {
  await page.goto(url + link.slice(link.indexOf("/dashboard/")))
  await page.getByRole("button", { name: "Sign in" }).click()
}
