import { paperDate } from './time.ts'

/** Whether a document still holds: a mark beside the article, no part of its text (docs/decisions/0049-validity.md). */
export const validityStates = { 1: '现行有效', 2: '已修改', 3: '已废止', 4: '已失效' } as const
export type Validity = keyof typeof validityStates

/** What the act chooses from: a mark, or none. */
export const validityChoices = { ...validityStates, 0: '取消标注' } as const

/** What stands before the day, and what stands without one. */
const sentences: Readonly<Record<Validity, { readonly from: string; readonly since: string; readonly plain: string }>> =
  {
    1: { from: '经核实，截至 ', since: ' 现行有效', plain: '现行有效' },
    2: { from: '已于 ', since: ' 修改', plain: '已经修改' },
    3: { from: '自 ', since: ' 起废止', plain: '已经废止' },
    4: { from: '自 ', since: ' 起失效', plain: '已经失效' },
  }

/** 「本文件自 2026年11月1日 起废止」; what changed or repealed it follows behind it. */
export function validitySays(state: Validity, day: number | null): string {
  const { from, since, plain } = sentences[state]
  return `本文件${day === null ? plain : `${from}${paperDate(day)}${since}`}`
}

/** A title between the marks of a document, which it may bear already. */
export const asDocument = (title: string): string => (/^《[^《》]*》$/.test(title) ? title : `《${title}》`)
