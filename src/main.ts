import { keepCompiled } from "./app/CompileCache.ts"
import { readEnvFile } from "./app/EnvFile.ts"

readEnvFile()
keepCompiled()
const { launch } = await import("./app/Service.ts")
launch()
