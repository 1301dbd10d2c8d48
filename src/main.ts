import { keepCompiled } from "./CompileCache.ts"
import { readEnvFile } from "./EnvFile.ts"

readEnvFile()
keepCompiled()
const { launch } = await import("./Service.ts")
launch()
