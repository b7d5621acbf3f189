import { otherChoice, problemType, type Question } from '../../core/domain/survey.ts'

/** What stands in a survey's form that the server draws for a browser without scripts. */
export interface Plain {
  readonly codeId: string
  readonly image: string
  readonly requestKey: string
  readonly visitorKey: string
  /** As `question:choice`. */
  readonly chosen: readonly string[]
  /** By the questions. */
  readonly words: Readonly<Record<string, string>>
  /** What was refused, by the places of the questions. */
  readonly wrong: Readonly<Record<string, string>>
  /** What is about no question. */
  readonly says: string
  /** It has come through: the words of thanks. */
  readonly done: string | null
}

type Shown = Omit<Question, 'id'> & { readonly id: string; readonly says: string }

/** The questions as fields of such a form: one choice is a list to choose from, for all choices go by one name. */
export function plainQuestions(questions: readonly Shown[], { chosen, words, wrong }: Plain) {
  const marked = new Set(chosen)
  return questions.map(({ id, type, title, required, other, options, says, maxLength }, i) => {
    const all = [
      ...options.map((option, k) => ({ value: `${id}:${k + 1}`, says: option })),
      ...(other === 1 ? [{ value: `${id}:${otherChoice}`, says: '其他' }] : []),
    ]
    return {
      ...{ id, number: i + 1, title, required, says, other, wrong: wrong[i + 1] ?? '' },
      kind: type === problemType.one ? 'one' : type === problemType.several ? 'several' : 'text',
      options: all.map((one) => ({ ...one, chosen: marked.has(one.value) })),
      words: (words[id] ?? '').replace(/\r\n?|\n/g, '\r\n'),
      most: maxLength ?? 100,
    }
  })
}
