/** What calls of a model cost. */
export interface Tokens {
  readonly input: number
  readonly output: number
}

export const noTokens: Tokens = { input: 0, output: 0 }

export const addTokens = (one: Tokens, other: Tokens): Tokens => ({
  input: one.input + other.input,
  output: one.output + other.output
})

/** A token is some 4 bytes of UTF-8, in English as in Chinese. */
export const bytesPerToken = 4
