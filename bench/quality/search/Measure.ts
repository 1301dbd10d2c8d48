/** A text to find. */
export interface Judged {
  readonly id: string
  readonly title: string
  readonly text: string
  /** As its source states it. */
  readonly language: string | null
  readonly published: Date
}

/** A question with what answers it, by the text's id: the higher the grade, the better. */
export interface JudgedQuestion {
  readonly id: string
  readonly text: string
  readonly language: string
  readonly relevant: ReadonlyMap<string, number>
}

export interface Collection {
  readonly documents: ReadonlyArray<Judged>
  readonly questions: ReadonlyArray<JudgedQuestion>
}

export interface Figures {
  /** Normalised discounted cumulative gain of the first ten; the grade is the gain. */
  readonly ndcg: number
  /** The share of what is relevant that is among the first hundred. */
  readonly recall: number
  /** The share of questions without any answer. */
  readonly unanswered: number
}

const gain = (grades: ReadonlyArray<number>): number =>
  grades.slice(0, 10).reduce((sum, grade, n) => sum + grade / Math.log2(n + 2), 0)

const mean = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)

/** How good answers (ids, the best first) are to the questions that have something relevant. */
export const measure = (
  questions: ReadonlyArray<JudgedQuestion>,
  answers: ReadonlyMap<string, ReadonlyArray<string>>
): Figures => {
  const judged = questions.filter(({ relevant }) => relevant.size > 0)
  const each = judged.map(({ id, relevant }) => {
    const found = answers.get(id) ?? []
    const best = [...relevant.values()].sort((one, other) => other - one)
    return {
      ndcg: gain(found.map((document) => relevant.get(document) ?? 0)) / gain(best),
      recall: found.slice(0, 100).filter((document) => relevant.has(document)).length / relevant.size
    }
  })
  return {
    ndcg: mean(each.map(({ ndcg }) => ndcg)),
    recall: mean(each.map(({ recall }) => recall)),
    unanswered: questions.filter(({ id }) => (answers.get(id) ?? []).length === 0).length / questions.length
  }
}
