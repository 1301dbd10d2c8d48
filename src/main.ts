import { keepCompiled } from "./CompileCache.ts"

keepCompiled()
const { launch } = await import("./Service.ts")
launch()
