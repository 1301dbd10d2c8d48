import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { randomUUID } from "node:crypto"
import { statuses } from "../api/Errors.ts"
import { Conflict, type Fault, Invalid, RateLimited } from "../domain/Failure.ts"
import { validationError } from "../domain/ValidationError.ts"
import { faultsIn } from "../http/middleware/RequestFaults.ts"
import { html, type Html, type Part } from "../text/Html.ts"

/*
 * Forms: what was typed is checked by the contract's own schemas, and comes back with what is wrong beside the field
 * that it is about.
 */

/** The fields of the form that the current request is. */
export const sent = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  return new URLSearchParams(yield* Effect.orDie(request.text))
})

/** One field as text; empty when it was not sent. */
export const field = (form: URLSearchParams, name: string): string => form.get(name) ?? ""

/** Words or names with commas between, each once. */
export const wordsIn = (typed: string): ReadonlyArray<string> => [
  ...new Set(
    typed
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== "")
  )
]

/** A name for what a form asks for: a form that is sent twice asks once, since the API knows the name. */
export const once = (): Html => html`<input type="hidden" name="once" value="${randomUUID()}" />`

/** That name, as the API takes it. */
export const onceOf = (form: URLSearchParams): { readonly "idempotency-key"?: string } => {
  const name = field(form, "once")
  return name === "" ? {} : { "idempotency-key": name }
}

/**
 * Reads a body of the API out of a form; what the schema does not allow is `Invalid`, with every fault, as in the API.
 */
export const body = <A>(schema: Schema.Codec<A, unknown>, value: unknown): Effect.Effect<A, Invalid> => {
  const faults = faultsIn("Payload", schema, value)
  return faults.length > 0
    ? Effect.fail(validationError(faults))
    : Effect.orDie(Schema.decodeUnknownEffect(schema)(value))
}

/** What a form shows: what was typed, and what was wrong with it. */
export interface FormState {
  readonly values: URLSearchParams
  readonly faults: ReadonlyArray<Fault>
  /** What is wrong with no field in particular. */
  readonly problem: string | null
}

export const emptyForm: FormState = { values: new URLSearchParams(), faults: [], problem: null }

type FormError = Invalid | Conflict | RateLimited

const isFormError = (error: unknown): error is FormError =>
  error instanceof Invalid || error instanceof Conflict || error instanceof RateLimited

/** What is wrong with a form that was refused: with a field where one is named, with the whole otherwise. */
const stateAfter = (values: URLSearchParams, error: FormError, taken: Taken | undefined): FormState => {
  if (error._tag === "Invalid") return { values, faults: error.details ?? [], problem: null }
  if (error._tag === "Conflict" && error.code === "already_exists" && taken !== undefined) {
    return { values, faults: [{ location: ["body", taken.field], message: taken.message }], problem: null }
  }
  return { values, faults: [], problem: error.message }
}

/** The field by which a thing would be there twice, and what is said there. */
interface Taken {
  readonly field: string
  readonly message: string
}

/**
 * Where what a form asks for is refused, shows the form again: with what was typed, and with what is wrong at its
 * place.
 */
export const orAgain =
  <B, E2, R2>(
    form: URLSearchParams,
    page: (state: FormState, status: number) => Effect.Effect<B, E2, R2>,
    options: { readonly taken?: Taken } = {}
  ) =>
  <A, E, R>(asked: Effect.Effect<A, E, R>): Effect.Effect<A | B, Exclude<E, FormError> | E2, R | R2> =>
    Effect.catch(asked, (error): Effect.Effect<B, Exclude<E, FormError> | E2, R2> =>
      isFormError(error)
        ? page(stateAfter(form, error, options.taken), statuses[error._tag])
        : Effect.fail(error as Exclude<E, FormError>)
    )

/** The faults of one field, or of what is inside of it, wherever it stands in the body. */
export const faultsOf = (state: FormState, name: string): ReadonlyArray<string> => [
  ...new Set(state.faults.filter(({ location }) => location.slice(1).includes(name)).map(({ message }) => message))
]

/** What is wrong with nothing that was typed, so that no field shows it. */
export const otherFaults = ({ faults, values }: FormState): Part =>
  faults
    .filter(({ location }) => !location.some((part) => values.has(String(part))))
    .map(({ location, message }) => {
      const name = location.at(-1)
      return html`<p class="notice bad" role="alert">${sentence(`${String(name).replaceAll("_", " ")} ${message}`)}</p>`
    })

/** The words under a field; none when it is right. */
const faultLine = (id: string, faults: ReadonlyArray<string>): Part =>
  faults.length > 0 && html`<p class="fault" id="${id}-fault">${sentence(faults.join("; "))}</p>`

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** What stands above a form that was refused. */
export const problem = (state: FormState): Part =>
  state.problem !== null && html`<p class="notice bad" role="alert">${state.problem}</p>`

interface FieldOptions {
  readonly name: string
  readonly label: string
  readonly hint?: Part
  readonly attributes?: Html
  /** What stands there before anything is typed. */
  readonly initial?: string
}

const described = (id: string, hint: Part | undefined, faults: ReadonlyArray<string>): Part => {
  const ids = [hint !== undefined && `${id}-hint`, faults.length > 0 && `${id}-fault`].filter((one) => one !== false)
  return [
    ids.length > 0 && html` aria-describedby="${ids.join(" ")}"`,
    faults.length > 0 && html` aria-invalid="true" autofocus`
  ]
}

const around = (
  id: string,
  { hint, label, name }: FieldOptions,
  state: FormState,
  control: (id: string) => Html
): Html => {
  const faults = faultsOf(state, name)
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${control(id)} ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`} ${faultLine(id, faults)}
  </div>`
}

/** A line to type; `type` as HTML has it. */
export const input = (state: FormState, options: FieldOptions & { readonly type?: string }): Html =>
  around(`field-${options.name}`, options, state, (id) => {
    const value = state.values.get(options.name) ?? options.initial ?? ""
    return html`<input
      id="${id}"
      name="${options.name}"
      type="${options.type ?? "text"}"
      value="${value}"
      ${options.attributes}${described(id, options.hint, faultsOf(state, options.name))}
    />`
  })

/** Room for more than a line. */
export const textarea = (state: FormState, options: FieldOptions & { readonly rows: number }): Html =>
  around(`field-${options.name}`, options, state, (id) => {
    // A line break right after the tag is HTML's own: the one that was typed comes after it.
    return html`<textarea
      id="${id}"
      name="${options.name}"
      rows="${options.rows}"
      ${options.attributes}${described(id, options.hint, faultsOf(state, options.name))}
    >
${state.values.get(options.name) ?? ""}</textarea>`
  })

/** One of a few. */
export const select = (
  state: FormState,
  options: FieldOptions & { readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }> }
): Html =>
  around(`field-${options.name}`, options, state, (id) => {
    const chosen = state.values.get(options.name) ?? options.initial
    return html`<select id="${id}" name="${options.name}" ${described(id, options.hint, faultsOf(state, options.name))}>
      ${options.options.map(
        ({ label, value }) => html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`
      )}
    </select>`
  })

/** Any of a few. */
export const checkboxes = (
  state: FormState,
  options: FieldOptions & {
    readonly options: ReadonlyArray<{ readonly value: string; readonly label: string; readonly about: string }>
    /** Whether all are chosen at first. */
    readonly all: boolean
  }
): Html => {
  const { hint, label, name } = options
  const faults = faultsOf(state, name)
  const chosen =
    state === emptyForm && options.all ? options.options.map(({ value }) => value) : state.values.getAll(name)
  return html`<fieldset class="field" ${described(`field-${name}`, hint, faults)}>
    <legend>${label}</legend>
    <div class="choices">
      ${options.options.map(
        ({ about, label, value }) =>
          html`<label class="choice">
            <input type="checkbox" name="${name}" value="${value}" ${chosen.includes(value) && html`checked`} />
            <span>${label}</span><span class="quiet">${about}</span>
          </label>`
      )}
    </div>
    ${hint !== undefined && html`<p class="hint" id="field-${name}-hint">${hint}</p>`}
    ${faultLine(`field-${name}`, faults)}
  </fieldset>`
}
