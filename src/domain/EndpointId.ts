import { Schema } from "effect"
import { Id } from "./Id.ts"

/** Where events of watches are sent: Endpoint.ts. */
export const EndpointId = Id.pipe(Schema.brand("EndpointId"))
export type EndpointId = typeof EndpointId.Type
