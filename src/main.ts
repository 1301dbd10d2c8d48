import { launch } from "./Service.ts"

launch()
