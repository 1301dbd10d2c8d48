import { keepCompiled } from "../app/CompileCache.ts"

keepCompiled()
await import("./Demo.ts")
