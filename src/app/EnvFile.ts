import { existsSync } from "node:fs"

/** Takes from a file `.env` in the working directory what the environment does not say. */
export const readEnvFile = (): void => {
  if (existsSync(".env")) process.loadEnvFile(".env")
}
