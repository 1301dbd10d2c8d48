import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { modelOf } from "./Model.ts"
import { python } from "./Python.ts"
import { typeScript } from "./TypeScript.ts"

const root = join(import.meta.dirname, "..")

/** Every generated file by its path, as it should be. */
export const generated = (): Readonly<Record<string, string>> => {
  const model = modelOf(JSON.parse(readFileSync(join(root, "openapi.json"), "utf8")))
  return {
    "clients/typescript/src/generated.ts": typeScript(model),
    "clients/python/src/sonde/_generated.py": python(model)
  }
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(generated())) writeFileSync(join(root, path), text)
}
