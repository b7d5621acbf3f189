import type { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import type { Values } from './fields.ts'

export type WordCheck = Output<typeof article.detection>
export type WordHit = WordCheck['hits'][number]
export type PersonalHit = WordCheck['personal'][number]

/** What is changed by a press: a piece of a field, and what comes in its place. */
export type Correction = Pick<WordHit, 'field' | 'found' | 'suggestion'>

/** Hiding somebody's own data. */
export const hiding = ({ field, found, masked }: PersonalHit): Correction => ({ field, found, suggestion: masked })

/** The words that the writer is asked about, by their ids. */
export const doubtful = ({ hits }: WordCheck): string[] => [
  ...new Set(hits.filter(({ level }) => Number(level) === 1).map(({ wordId }) => wordId)),
]

/** Those that must be changed, likewise. */
export const forbidden = ({ hits }: WordCheck): string[] => [
  ...new Set(hits.filter(({ level }) => Number(level) === 2).map(({ wordId }) => wordId)),
]

/** Whether somebody's own data stand in the text or in its attachments. */
export const privateIn = ({ personal, files }: Pick<WordCheck, 'personal' | 'files'>): boolean =>
  personal.length > 0 || files.some(({ total }) => Number(total) > 0)

/** A text in which every place that reads like this reads otherwise; its elements stay as they are. Null: no place reads so within one of them. */
function replacedIn(html: string, found: string, instead: string): string | null {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const walk = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  let changed = false
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.nodeValue?.includes(found)) continue
    node.nodeValue = node.nodeValue.replaceAll(found, instead)
    changed = true
  }
  return changed ? page.body.innerHTML : null
}

/** The field with what is suggested in place of a hit, wherever it has it; null: there is none, or it goes across elements and is changed by hand. */
export function corrected(values: Partial<Values>, { field, found, suggestion }: Correction): Partial<Values> | null {
  // what stands in the fields of the model is changed by hand
  if (field === 'modelFields') return null
  const name = field as 'title' | 'content'
  const text = values[name] ?? ''
  if (!suggestion) return null
  if (name === 'content') {
    const content = replacedIn(text, found, suggestion)
    return content === null ? null : { content }
  }
  return text.includes(found) ? { [name]: text.replaceAll(found, suggestion) } : null
}
