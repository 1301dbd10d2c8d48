import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { document, quoted, rowsOf, text, walks } from "./support/Walks.ts"
import { noFaults } from "./support/NoFaults.ts"

const root = join(import.meta.dirname, "..")
/** What a line says of a room that may import what stands below it, but for some rooms. */
const below = "everything below"

/** The rooms in the order of the document, from the top to the bottom. */
const rooms = rowsOf(/<!-- rooms:[^]*?<!-- \/rooms -->/.exec(text)![0]).map(([name, , imports], n, all) => ({
  name: quoted(name!)[0]!,
  isNamed: !imports!.startsWith(below),
  imports: imports!.startsWith(below)
    ? all.slice(n + 1).flatMap(([other]) => quoted(other!).filter((room) => !quoted(imports!).includes(room)))
    : quoted(imports!)
}))

const files = globSync("{src,ingest,harness,bench,test}/**/*.{ts,js}", { cwd: root })
  .filter((file) => !file.startsWith("test/clients/"))
  .sort()
const known = new Set(files)

const isIn = (file: string, room: string): boolean => file === room || file.startsWith(`${room}/`)

/** The room with the longest name that the file lies in. */
const roomOf = (file: string) =>
  rooms
    .filter(({ name }) => isIn(file, name))
    .sort((one, other) => one.name.length - other.name.length)
    .at(-1)

const statement = /^(?:import|export)\b[^"'`;]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/gm

const imports = new Map(
  files.map((file) => {
    const found = [...readFileSync(join(root, file), "utf8").matchAll(statement)]
    const paths = found.map(([, from, effect, dynamic]) => normalize(join(dirname(file), (from ?? effect ?? dynamic)!)))
    return [file, [...new Set(paths)].filter((path) => known.has(path))] as const
  })
)

/** A way of imports that leads from a file back to it, for each group of files that has one. */
const cycles = (): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<ReadonlyArray<string>> = []
  const done = new Set<string>()
  const way: Array<string> = []
  const visit = (file: string): void => {
    const at = way.indexOf(file)
    if (at !== -1) void found.push([...way.slice(at), file])
    if (at !== -1 || done.has(file)) return
    way.push(file)
    for (const next of imports.get(file)!) visit(next)
    way.pop()
    done.add(file)
  }
  for (const file of files) visit(file)
  return found
}

describe("the rooms", () => {
  it("have a line in docs/architecture.md for every file", () => {
    noFaults(
      files.filter((file) => roomOf(file) === undefined),
      `These files lie in no room. Move them into one, or add a line for theirs to the table of rooms in ${document}:`
    )
  })

  it("are all there", () => {
    noFaults(
      rooms.flatMap(({ name }) => (files.some((file) => isIn(file, name)) ? [] : [name])),
      `There is no file in these rooms. Take their lines out of the table in ${document}:`
    )
  })

  it("import only rooms that stand further down", () => {
    noFaults(
      rooms.flatMap(({ imports, name }, n) =>
        imports.flatMap((other) =>
          rooms.findIndex((room) => room.name === other) > n ? [] : [`${name} may import ${other}`]
        )
      ),
      `These lines in ${document} lead upwards, or to no room. Turn the import round, or move what both need to a room below both:`
    )
  })

  it("import only what their lines allow", () => {
    noFaults(
      [...imports].flatMap(([file, paths]) => {
        const from = roomOf(file)
        return paths.flatMap((path) => {
          const to = roomOf(path)
          if (from === undefined || to === undefined || from === to) return []
          return from.imports.includes(to.name)
            ? []
            : [`${file} imports ${path}: ${from.name} may not import ${to.name}`]
        })
      }),
      `Move what both rooms need to a room below both, or have src/app pass it in. If the direction is right, add the room to the line of the importing one in ${document}:`
    )
  })

  it("have no more allowed to them than they use", () => {
    noFaults(
      rooms.flatMap(({ imports: allowed, isNamed, name }) => {
        const used = new Set(
          files.flatMap((file) =>
            roomOf(file)?.name === name ? imports.get(file)!.map((path) => roomOf(path)?.name) : []
          )
        )
        return allowed.flatMap((other) => (!isNamed || used.has(other) ? [] : [`${name} does not import ${other}`]))
      }),
      `Nothing uses these arrows any more. Take them out of the table in ${document}:`
    )
  })

  it("have no cycle of files, imports of types included", () => {
    noFaults(
      cycles().map((way) => way.join(" → ")),
      "Each of these files imports itself by way of others. Give what they share a file of its own, or let one take it as a parameter:"
    )
  })

  it("are drawn as they are", () => {
    const names = new Map([...text.matchAll(/^ {2}(\w+)\["([^"<]+)/gm)].map(([, id, name]) => [id!, name!]))
    noFaults(
      [...text.matchAll(/^ {2}(\w+) --> (.+)$/gm)].flatMap(([, from, to]) =>
        to!.split(" & ").flatMap((other) => {
          const [one, two] = [names.get(from!), names.get(other)]
          const allowed = rooms.find(({ name }) => name === one)?.imports.includes(two ?? "") === true
          return allowed ? [] : [`${from} --> ${other}`]
        })
      ),
      `The picture in ${document} has arrows that its table has not. Take them out:`
    )
  })
})

describe("the tests", () => {
  const kebab = (name: string) => name.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

  it("have a file for the handlers of each group of endpoints", () => {
    const handlers = files.filter(
      (file) => file.startsWith("src/http/") && readFileSync(join(root, file), "utf8").includes("HttpApiBuilder.group(")
    )
    assert.isAbove(handlers.length, 9)
    noFaults(
      handlers
        .map((file) => `test/http/${kebab(file.slice("src/http/".length, -".ts".length))}.test.ts`)
        .filter((file) => !known.has(file)),
      "Write down in these files what the endpoints promise, through the HTTP pipeline (harness/World.ts):"
    )
  })

  it("call every endpoint of the contract", () => {
    const read = (file: string) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .filter((line) => !line.includes(' from "'))
        .join("\n")
    // They take their endpoints from the contract, and show nothing of what one of them promises.
    const general = ["access", "contract", "fuzz", "hostile", "shared-reads"].map((name) => `test/http/${name}.test.ts`)
    const tests = files.filter((file) => /^test\/http\/.*\.test\.ts$/.test(file) && !general.includes(file))
    const endpoint = /HttpApiEndpoint\.(\w+)\(\s*"\w+",\s*"([^"]+)"/g
    const endpoints = files
      .filter((file) => file.startsWith("src/api/"))
      .flatMap((file) =>
        [...read(file).matchAll(endpoint)].map(([, method, path]) => {
          const own = `test/http/${kebab(file.slice("src/api/".length, -".ts".length))}.test.ts`
          return { method: method!, path: path!, own }
        })
      )
    assert.isAbove(endpoints.length, 45)
    noFaults(
      endpoints.flatMap(({ method, own, path }) => {
        const [, first] = path.split("/")
        // `/signals/:signal_id/related` is called by a path that ends with `/related`, and `/signals/:signal_id` by one
        // that ends with a value.
        const last = path.split("/").at(-1)!
        const called = last.startsWith(":") ? /\/(?:\$?\{|[\w-]*\d)/ : new RegExp(`[/"]${last}(?![\\w/-])`)
        const sent = method === "get" ? /(?:)/ : new RegExp(`"${method.toUpperCase()}"|\\b${method}\\(`)
        const isShown = tests.some((file) => {
          const text = read(file)
          return (file === own || text.includes(`/${first}`)) && called.test(text) && sent.test(text)
        })
        return isShown ? [] : [`${method.toUpperCase()} ${path}: ${own}`]
      }),
      "No test calls these endpoints. Write down in the file beside each what it promises:"
    )
  })

  it("are named in kebab-case", () => {
    noFaults(
      files.filter(
        (file) => file.endsWith(".test.ts") && !/^[a-z\d]+(-[a-z\d]+)*\.test\.ts$/.test(file.split("/").at(-1)!)
      ),
      "Rename these test files:"
    )
  })

  it("assert in one style", () => {
    noFaults(
      files.filter(
        (file) => /^(test|harness)\//.test(file) && /\bexpect(?:\.\w+)?\(/.test(readFileSync(join(root, file), "utf8"))
      ),
      "These files call `expect`. Write `assert` of @effect/vitest in its place (assert.strictEqual, assert.deepStrictEqual, assert.include …):"
    )
  })
})

describe("comments", () => {
  it("are at most 120 columns wide", () => {
    noFaults(
      files.flatMap((file) =>
        readFileSync(join(root, file), "utf8")
          .split("\n")
          .flatMap((line, n) => (/^\s*(?:\/?\*+|\/\/)\s/.test(line) && line.length > 120 ? [`${file}:${n + 1}`] : []))
      ),
      "Wrap these comments:"
    )
  })

  it("name files that exist", () => {
    const comment = /\/\*[^]*?\*\/|(?<=^|[\s;{(,])\/\/ .*$/gm
    const named = /(?<![\w*.…/@-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.ts\b/g
    const all = [...files, ...globSync("clients/**/*.ts", { cwd: root })]
    noFaults(
      files.flatMap((file) =>
        (readFileSync(join(root, file), "utf8").match(comment) ?? []).flatMap((text) =>
          (text.match(named) ?? []).flatMap((name) =>
            all.some((one) => one === name || one.endsWith(`/${name}`)) ? [] : [`${file}: ${name}`]
          )
        )
      ),
      "These comments name files that do not exist. Say where it is now:"
    )
  })
})

describe("the walks", () => {
  it("lead through files that exist, as many as they say", () => {
    assert.deepStrictEqual(
      walks.map(({ name }) => name),
      ["A request", "A feed item", "A report"]
    )
    noFaults(
      walks.flatMap(({ steps }) => steps.flatMap(({ file }) => (known.has(file) ? [] : [file]))),
      `The walks in ${document} name files that are not there. Say where the data passes now:`
    )
    noFaults(
      walks.flatMap(({ name, said, steps }) => (said === steps.length ? [] : [`${name}: ${steps.length} files`])),
      `The numbers of files in ${document} are wrong. Write:`
    )
  })

  it("come back to a room for a reason that is written there", () => {
    noFaults(
      walks.flatMap(({ name, steps }) => {
        const names = steps.map(({ file }) => roomOf(file)?.name)
        return steps.flatMap(({ again, file }, n) => {
          const returns = names[n] !== names[n - 1] && names.slice(0, n).includes(names[n])
          return returns === (again !== "") ? [] : [`${name}: ${file}`]
        })
      }),
      `A step of these walks in ${document} comes back to a room without a reason, or gives one without coming back. Fill or empty its last cell:`
    )
  })
})
