import { keepCompiled } from "./CompileCache.ts"
import { readEnvFile } from "./EnvFile.ts"

readEnvFile()
keepCompiled()
const { run } = await import("./Commands.ts")
run()
