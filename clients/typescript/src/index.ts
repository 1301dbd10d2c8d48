export { type CallOptions, SondeError, type SondeOptions, SondeUnreachable } from "./core.ts"
export * from "./generated.ts"
export { verifyWebhook, WebhookError, type WebhookMessage } from "./webhooks.ts"
