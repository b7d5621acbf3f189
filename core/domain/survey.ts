/** Questions of surveys, and what is answered to them (docs/rules.md, Surveys). */

/** ProblemType of the specification. */
export const problemTypes = { 0: '单选', 1: '多选', 2: '文本' } as const
export const problemType = { one: 0, several: 1, text: 2 } as const
export const requiredFlags = { 1: '必答', 0: '选答' } as const
export const otherFlags = { 1: '有「其他」', 0: '没有「其他」' } as const

export const questionsMost = 100
export const optionsMost = 50
/** So long a text answer may be where its question says nothing. */
export const wordsMost = 500
/** So long what is written beside 「其他」 may be. */
export const otherMost = 100
/** What stands for 「其他」 among the numbers of options, which count from 1. */
export const otherChoice = 99
export const otherSays = '其他'

/** A question as its survey has it. */
export interface Question {
  readonly id: number
  readonly page: number
  readonly type: number
  readonly title: string
  readonly required: number
  readonly least: number | null
  readonly most: number | null
  readonly maxLength: number | null
  readonly other: number
  readonly options: readonly string[]
}
export type Design = Omit<Question, 'id'>

/** What one visitor says to one question. */
export interface Given {
  readonly questionId: number
  readonly chosen?: readonly number[] | null | undefined
  readonly words?: string | null | undefined
}
/** The same as it is kept: without numbers and addresses of somebody's own. */
export interface Answered {
  readonly questionId: number
  readonly chosen: readonly number[]
  readonly words: string | null
}
export interface Fault {
  /** The place of its question, from 1. */
  readonly row: number
  readonly says: string
}

/** What is wrong with some questions, each by its place. */
export function designFaults(questions: readonly Design[]): Fault[] {
  const faults: Fault[] = []
  let page = 1
  for (const [i, one] of questions.entries()) {
    const tell = (says: string) => void faults.push({ row: i + 1, says })
    const total = one.options.length + one.other
    if (one.page < page) tell('页码不能小于前一题的')
    page = Math.max(page, one.page)
    if (one.type === problemType.text) {
      if (total > 0) tell('文本题没有选项')
      continue
    }
    if (total < 2) tell('至少要有 2 个选项')
    if (new Set(one.options).size < one.options.length) tell('选项有重复')
    if (one.type === problemType.one && (one.least !== null || one.most !== null)) tell('单选题不设最少、最多选几项')
    if (one.least !== null && one.most !== null && one.least > one.most) tell('最少选的项数大于最多选的')
    if (Math.max(one.least ?? 0, one.most ?? 0) > total) tell(`只有 ${total} 个选项`)
  }
  return faults
}

/** A design without what its type has no use for. */
export const tidied = (one: Design): Design => {
  const isText = one.type === problemType.text
  const isSeveral = one.type === problemType.several
  return {
    ...one,
    least: isSeveral ? one.least : null,
    most: isSeveral ? one.most : null,
    maxLength: isText ? (one.maxLength ?? wordsMost) : null,
    other: isText ? 0 : one.other,
    options: isText ? [] : one.options,
  }
}

/** Why what was chosen does not fit; null: it fits. */
function chosenFault({ type, options, other, least, most, required }: Question, chosen: readonly number[]) {
  const known = (choice: number) => (choice === otherChoice ? other === 1 : choice >= 1 && choice <= options.length)
  if (!chosen.every(known)) return '没有这个选项，请刷新网页后再答'
  if (chosen.length === 0) return required ? '请作答' : null
  if (type === problemType.one) return chosen.length > 1 ? '只能选 1 项' : null
  if (least !== null && chosen.length < least) return `请至少选 ${least} 项`
  return most !== null && chosen.length > most ? `最多选 ${most} 项` : null
}

function wordsFault(one: Question, chosen: readonly number[], words: string) {
  if (one.type === problemType.text) {
    if (words === '') return one.required ? '请作答' : null
    const most = one.maxLength ?? wordsMost
    return [...words].length > most ? `最多 ${most} 个字` : null
  }
  if (!chosen.includes(otherChoice)) return null
  if (words === '') return `选了「${otherSays}」，请写明`
  return [...words].length > otherMost ? `「${otherSays}」最多 ${otherMost} 个字` : null
}

/** Judges a visitor's answers by the questions. What was not answered is not kept. */
export function judge(questions: readonly Question[], given: readonly Given[]) {
  const faults: Fault[] = []
  const answered: Answered[] = []
  const byId = new Map(given.map((one) => [one.questionId, one]))
  for (const [i, question] of questions.entries()) {
    const { chosen: asked, words: said } = byId.get(question.id) ?? {}
    const isText = question.type === problemType.text
    const chosen = isText ? [] : [...new Set(asked ?? [])].sort((a, b) => a - b)
    const words = (said ?? '').trim()
    const wrong = (isText ? null : chosenFault(question, chosen)) ?? wordsFault(question, chosen, words)
    if (wrong) faults.push({ row: i + 1, says: wrong })
    const kept = isText || chosen.includes(otherChoice) ? words || null : null
    if (chosen.length > 0 || kept) answered.push({ questionId: question.id, chosen, words: kept })
  }
  const ids = new Set(questions.map(({ id }) => id))
  const foreign = byId.size < given.length || given.some(({ questionId }) => !ids.has(questionId))
  return { faults, answered, foreign }
}

/** An answer in words, as sheets and lists show it. */
export function answerWords({ options }: Pick<Question, 'options'>, { chosen, words }: Omit<Answered, 'questionId'>) {
  if (chosen.length === 0) return words ?? ''
  return chosen
    .map((choice) =>
      choice === otherChoice ? `${otherSays}：${words ?? ''}` : (options[choice - 1] ?? String(choice)),
    )
    .join('；')
}

/** What is said of a question beside its title: its type, and how many are to be chosen. */
export function questionSays({ type, required, least, most, maxLength }: Question): string {
  const parts: string[] = [problemTypes[type as keyof typeof problemTypes]]
  if (least !== null && most !== null) parts.push(least === most ? `选 ${least} 项` : `选 ${least} 至 ${most} 项`)
  else if (least !== null) parts.push(`至少选 ${least} 项`)
  else if (most !== null) parts.push(`最多选 ${most} 项`)
  if (maxLength !== null) parts.push(`最多 ${maxLength} 字`)
  return `${parts.join('，')}${required ? '' : '，选答'}`
}
