import { join } from "node:path"

/** The stylesheet of figures, for pages that load it and for those that contain it. */
export const stylePath = join(import.meta.dirname, "charts.css")
