import { Context, Effect, Layer, Option, Tracer } from "effect"

type Method = (...args: ReadonlyArray<unknown>) => unknown

/**
 * Work that nobody has asked for (queues that look for work, housekeeping) has no trace to be a part of, and gets no
 * span.
 */
const withinTrace = <A, E, R>(effect: Effect.Effect<A, E, R>, span: string): Effect.Effect<A, E, R> =>
  Effect.flatMap(
    Effect.serviceOption(Tracer.ParentSpan),
    Option.match({ onNone: () => effect, onSome: () => Effect.withSpan(effect, span) })
  )

const spanned = (member: unknown, span: string): unknown => {
  if (Effect.isEffect(member)) return withinTrace(member as Effect.Effect<unknown>, span)
  if (typeof member !== "function") return member
  return (...args: ReadonlyArray<unknown>) => {
    const answer = (member as Method)(...args)
    return Effect.isEffect(answer) ? withinTrace(answer as Effect.Effect<unknown>, span) : answer
  }
}

const inSpans = (key: string, service: Readonly<Record<string, unknown>>) => {
  const name = key.slice(key.lastIndexOf("/") + 1)
  return Object.fromEntries(
    Object.entries(service).map(([method, member]) => [method, spanned(member, `${name}.${method}`)])
  )
}

/** A service of ours: a record of effects and functions, under a key that ends with its name. */
const isOurs = (key: string, service: unknown): service is Readonly<Record<string, unknown>> =>
  key.startsWith("sonde/") &&
  typeof service === "object" &&
  service !== null &&
  Object.getPrototypeOf(service) === Object.prototype

/**
 * The services of a layer, each of whose effects is a span `Service.method` of the trace that it runs in. Done once for
 * all of them, and only where traces are exported: without that, a service is what it was, and nothing is paid.
 */
export const withServiceSpans = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.flatMap(layer, (context) => {
    const services = new Map<string, unknown>()
    for (const [key, service] of context.mapUnsafe)
      services.set(key, isOurs(key, service) ? inSpans(key, service) : service)
    return Layer.succeedContext(Context.makeUnsafe<A>(services))
  })
