import { keepCompiled } from "./CompileCache.ts"

keepCompiled()
const { run } = await import("./Commands.ts")
run()
