import { OpenApi } from "effect/http-api"

/** What the reference says of an endpoint: what it does, and what one has to know about it. */
export const explained = (summary: string, description: string) => OpenApi.annotations({ summary, description })
