import { keepCompiled } from "./app/CompileCache.ts"
import { readEnvFile } from "./app/EnvFile.ts"

readEnvFile()
keepCompiled()
const { run } = await import("./app/Commands.ts")
run()
