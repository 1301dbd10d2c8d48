import { HttpServerResponse } from "effect/http"
import type { Json } from "../storage/database/Json.ts"

/** What storage gives as JSON, in the envelope of every successful answer. */
export const envelopedJson = (data: Json<unknown>) =>
  HttpServerResponse.text(`{"success":true,"data":${data}}`, { contentType: "application/json" })
