import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { chromiumPath, openTab, signIn, startBrowser, type Tab } from "../support/Browser.ts"
import { type Service, startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"

/** The answer of the API to a program that has this key. */
const useKey = async (url: string, key: string, path = "/api/v1/public/signals") => {
  const answer = await fetch(url + path, { headers: { "x-api-key": key } })
  const { error } = (await answer.json()) as { readonly error?: { readonly code: string } }
  return { status: answer.status, code: error?.code }
}

// The steps go on from each other: it is one life. A browser and a service take seconds to start on a busy machine.
describe.skipIf(chromiumPath === undefined)("the life of a key in the dashboard", { timeout: 60_000 }, () => {
  const directory = temporaryDirectory()
  let service: Service
  let browser: Browser
  let me: Tab

  beforeAll(async () => {
    ;[service, browser] = await Promise.all([
      startService({ DATA_DIR: placeDatabase(`${directory.path}/data`) }),
      startBrowser()
    ])
    await service.createKey()
    me = await openTab(browser, service.url, { permissions: ["clipboard-read", "clipboard-write"] })
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    directory.remove()
  })

  /** The new key that the page shows. */
  const shownKey = async () => {
    await me.page.getByText("it is shown only once").waitFor()
    const key = (await me.page.locator("#new-key").textContent())!.trim()
    assert.match(key, /^sonde_live_[0-9a-f]{48}$/)
    return key
  }

  const openKeys = () =>
    me.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "API keys" }).click()
  const openKey = async (name: string) => {
    await openKeys()
    await me.page.getByRole("link", { name, exact: true }).click()
  }
  const rowOf = (name: string) => me.page.getByRole("row", { name: new RegExp(`^${name} `) })

  /** Asks, and says yes. */
  const confirm = async (button: string, yes: string) => {
    await me.page.getByRole("button", { name: button, exact: true }).click()
    await me.page.getByRole("dialog").getByRole("button", { name: yes }).click()
  }

  let key = ""
  let rotated = ""

  it("opens with the one-time link where the sign-in page stands already, once, and leaves no code in the address", async () => {
    await me.page.goto(`${service.url}/dashboard`)
    await me.page.getByRole("heading", { name: "Sign in" }).waitFor()
    const link = await service.loginLink()
    await signIn(me, link)
    await me.page.getByRole("heading", { name: "Overview", level: 1 }).waitFor()
    assert.strictEqual(me.page.url(), `${service.url}/dashboard`)

    const other = await openTab(browser, service.url)
    await signIn(other, link)
    await other.page.getByText("This link no longer works").waitFor()
    assert.notInclude(other.page.url(), "#")
    await other.context.close()
  })

  it("says what to do next when nothing is there yet", async () => {
    const next = me.page.locator(".todo a")
    assert.include(await next.allTextContents(), "Add competitors to follow their news")
    assert.include(await next.allTextContents(), "Use a key: no program has called the API yet")
  })

  it("shows what is wrong at the field that it is about, and keeps what was typed", async () => {
    await openKeys()
    await me.page.getByLabel("Name").fill("   ")
    await me.page.getByLabel("Expires (optional)").fill("2031-05-04")
    await me.page.getByRole("checkbox", { name: /^Reports/ }).uncheck()
    await me.page.getByRole("button", { name: "Create the key" }).click()
    const name = me.page.getByLabel("Name")
    await vi.waitFor(async () => assert.strictEqual(await name.getAttribute("aria-invalid"), "true"))
    assert.include(await name.getAttribute("aria-describedby"), "field-name-fault")
    assert.strictEqual(await me.page.locator("#field-name-fault").textContent(), "Must be 1 to 100 characters long.")
    assert.strictEqual(await me.page.getByLabel("Expires (optional)").inputValue(), "2031-05-04")
    assert.isFalse(await me.page.getByRole("checkbox", { name: /^Reports/ }).isChecked())
    assert.isTrue(await me.page.getByRole("checkbox", { name: /^Signals/ }).isChecked())
    // A browser notes every answer that is no success, also the one that shows the form again.
    me.forget()
  })

  it("creates a key, shows it once, copies it, and tells how to use it", async () => {
    await me.page.getByLabel("Name").fill("spreadsheet")
    await me.page.getByRole("button", { name: "Create the key" }).click()
    key = await shownKey()

    await me.page.getByRole("button", { name: "Copy" }).first().click()
    await me.page.getByRole("button", { name: "Copied" }).waitFor()
    assert.strictEqual(await me.page.evaluate(() => navigator.clipboard.readText()), key)

    const curl = (await me.page.locator("#new-key-curl").textContent())!
    const [, header, url] = /^curl -H 'X-API-Key: (\S+)' '(\S+)'$/.exec(curl.trim())!
    assert.strictEqual(header, key)
    assert.isTrue(url!.startsWith(`${service.url}/api/v1/public/`))
    assert.strictEqual((await useKey("", header!, url!)).status, 200)

    // Loading again does not send the form again, and shows the key's own page, without the key.
    await me.page.reload()
    await me.page.getByRole("heading", { name: "spreadsheet", level: 1 }).waitFor()
    assert.notInclude(await me.page.content(), key)
    await openKeys()
    assert.strictEqual(await rowOf("spreadsheet").count(), 1)
    assert.notInclude(await me.page.content(), key)
  })

  it("refuses what the key was not given, and counts what it is used for", async () => {
    assert.strictEqual((await useKey(service.url, key, "/api/v1/public/reports")).code, "insufficient_scope")
    for (let times = 0; times < 3; times++) assert.strictEqual((await useKey(service.url, key)).status, 200)
    await openKey("spreadsheet")
    const calls = me.page.getByRole("row", { name: /signals/ })
    const today = new Date().toISOString().slice(0, 10)
    await vi.waitFor(
      async () => {
        await me.page.reload()
        const text = (await calls.count()) === 0 ? "" : await calls.textContent()
        assert.match(text ?? "", /GET \/api\/v1\/public\/signals\s+3/)
        // Calls of other endpoints may be written a little later.
        await me.page.locator("figure svg.plot").first().waitFor()
        await me.page.getByText("The numbers").click()
        assert.match((await me.page.getByRole("row", { name: today }).textContent())!, /\b5\b/)
      },
      { timeout: 15_000, interval: 300 }
    )
  })

  it("rotates the key: the old one is refused from then on, the new one works", async () => {
    await me.page.getByRole("button", { name: "Rotate" }).click()
    await me.page.keyboard.press("Escape")
    assert.strictEqual((await useKey(service.url, key)).status, 200)
    await confirm("Rotate", "Rotate the key")
    rotated = await shownKey()
    assert.notStrictEqual(rotated, key)
    assert.deepStrictEqual(await useKey(service.url, key), { status: 401, code: "key_deactivated" })
    assert.strictEqual((await useKey(service.url, rotated)).status, 200)
  })

  it("deactivates it, which stops it", async () => {
    await openKeys()
    await me.page
      .getByRole("row", { name: /^spreadsheet .* active/ })
      .getByRole("link")
      .click()
    await confirm("Deactivate", "Deactivate the key")
    await me.page.getByText("it no longer works").waitFor()
    assert.deepStrictEqual(await useKey(service.url, rotated), { status: 401, code: "key_deactivated" })
    assert.strictEqual(await me.page.getByRole("row", { name: /^spreadsheet .* deactivated/ }).count(), 2)
    assert.isFalse(me.page.url().includes("done="))
  })

  it("deletes both, and nothing is left but what the trail says", async () => {
    for (let left = 2; left > 0; left--) {
      await openKeys()
      await me.page.getByRole("link", { name: "spreadsheet", exact: true }).first().click()
      await confirm("Delete", "Delete the key")
      await me.page.getByText("The key and its usage are deleted").waitFor()
      assert.strictEqual(await rowOf("spreadsheet").count(), left - 1)
    }
    assert.deepStrictEqual(await useKey(service.url, rotated), { status: 401, code: "invalid_api_key" })
    await me.page.getByRole("link", { name: "Activity" }).click()
    for (const action of ["Signed in", "Key created", "Key rotated", "Key deactivated", "Key deleted"])
      assert.isAtLeast(await me.page.getByRole("row", { name: new RegExp(`^${action}`) }).count(), 1, action)
    const trail = await me.page.content()
    assert.notInclude(trail, key)
    assert.notInclude(trail, rotated)
  })

  it("explains the limit of five before it is hit, and refuses who was faster than the page", async () => {
    await openKeys()
    await me.page.getByText("1 of 5 active keys").waitFor()
    const create = async (page: Tab["page"], name: string) => {
      await page.goto(`${service.url}/dashboard/keys`)
      await page.getByLabel("Name").fill(name)
    }
    const late = await me.context.newPage()
    await create(late, "too late")
    for (const name of ["one", "two", "three", "four"]) {
      await create(me.page, name)
      await me.page.getByRole("button", { name: "Create the key" }).click()
      await shownKey()
    }
    await openKeys()
    await me.page.getByText("5 keys are active, and an account can have no more").waitFor()
    assert.strictEqual(await me.page.getByRole("button", { name: "Create the key" }).count(), 0)

    await late.getByRole("button", { name: "Create the key" }).click()
    await late.getByRole("alert").waitFor()
    assert.include(await late.getByRole("alert").textContent(), "5 active keys")
    assert.strictEqual(await late.getByRole("row", { name: /^too late/ }).count(), 0)
    await late.close()
    me.forget()

    await openKey("four")
    await confirm("Deactivate", "Deactivate the key")
    await me.page.getByText("4 of 5 active keys").waitFor()
  })

  it("can be lived by keyboard alone", async () => {
    const { page } = me
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement
        return (element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim()
      })
    const tabTo = async (what: string | RegExp) => {
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press("Tab")
        const text = await focused()
        if (typeof what === "string" ? text === what : what.test(text)) return
      }
      throw new Error(`the tab key never came to ${what}`)
    }
    const heading = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor()

    await page.goto(`${service.url}/dashboard`)
    await page.keyboard.press("Tab")
    assert.strictEqual(await focused(), "Skip to the content")
    await tabTo("API keys")
    await page.keyboard.press("Enter")
    await heading("API keys")

    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press("Tab")
      if (await page.evaluate(() => document.activeElement?.id === "field-name")) break
    }
    await page.keyboard.type("by hand")
    await page.keyboard.press("Enter")
    const typed = await shownKey()
    await tabTo("Copy")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Copied" }).waitFor()
    assert.strictEqual(await page.evaluate(() => navigator.clipboard.readText()), typed)
    await tabTo("I have copied it")
    await page.keyboard.press("Enter")
    await heading("API keys")

    await tabTo("by hand")
    await page.keyboard.press("Enter")
    await heading("by hand")
    await tabTo("Rotate")
    await page.keyboard.press("Space")
    await page.getByRole("dialog").waitFor()
    await tabTo("Rotate the key")
    await page.keyboard.press("Enter")
    const second = await shownKey()
    assert.deepStrictEqual(
      [(await useKey(service.url, typed)).status, (await useKey(service.url, second)).status],
      [401, 200]
    )
    await page.goto(`${service.url}/dashboard/keys`)
    await tabTo("by hand")
    await page.keyboard.press("Enter")
    await heading("by hand")
    await tabTo("Delete")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor()
    await tabTo("Delete the key")
    await page.keyboard.press("Enter")
    await page.getByText("The key and its usage are deleted").waitFor()
    assert.strictEqual((await useKey(service.url, second)).status, 401)
  })

  it("needs no script", async () => {
    const plain = await openTab(browser, service.url, {
      javaScriptEnabled: false,
      storageState: await me.context.storageState()
    })
    const { page } = plain
    await page.goto(`${service.url}/dashboard/keys`)
    await page.getByRole("link", { name: "by hand", exact: true }).click()
    await page.getByRole("link", { name: "Delete", exact: true }).click()
    await page.getByRole("heading", { name: "Delete “by hand”?" }).waitFor()
    await page.getByRole("button", { name: "Delete the key" }).click()
    await page.getByText("The key and its usage are deleted").waitFor()
    await page.getByLabel("Name").fill("plain")
    await page.getByRole("button", { name: "Create the key" }).click()
    const made = (await page.locator("#new-key").textContent())!.trim()
    assert.strictEqual((await useKey(service.url, made)).status, 200)
    await plain.context.close()
  })

  it("ends with signing out: what was open is closed, and nobody has complained", async () => {
    await me.page.goto(`${service.url}/dashboard/keys`)
    await me.page.getByText("local", { exact: true }).first().click()
    await me.page.getByRole("button", { name: "Sign out" }).click()
    await me.page.getByText("You are signed out").waitFor()
    await me.page.goto(`${service.url}/dashboard/keys`)
    assert.strictEqual(new URL(me.page.url()).pathname, "/dashboard/sign-in")
    assert.strictEqual(new URL(me.page.url()).searchParams.get("next"), "/dashboard/keys")
    assert.deepStrictEqual(me.complaints, [])
    for (const secret of [key, rotated]) assert.notInclude(service.output(), secret)
  })
})
