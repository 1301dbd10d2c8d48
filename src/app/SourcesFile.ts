import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { settings } from "../config/Settings.ts"

const own = fileURLToPath(new URL("../../sources.default.json", import.meta.url))

/**
 * The list of sources that `SOURCES_FILE` means. Where nobody has named one and the working directory has none, as when
 * an installed package is started anywhere, it is that of the package.
 */
export const sourcesFileOf = (path: string): string =>
  path === settings.SOURCES_FILE.default && !existsSync(path) ? own : path
