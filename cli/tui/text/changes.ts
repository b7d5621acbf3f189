import { diff, type Piece, stepsFor } from '../../../core/text-diff.ts'
import { cleanText } from '../../output/clean.ts'
import { readableText } from '../../output/readable.ts'
import type { Span } from '../state/dialogs.ts'

/** A field with its two values, in words. */
export interface Change {
  readonly field: string
  readonly title: string
  readonly before: string
  readonly after: string
}

/** So many paragraphs that stayed are shown on each side of what changed. */
const around = 1

/** A picture is told by its file: another one in its place would look the same. */
const withFiles = (html: string) =>
  html.replace(/<img\b[^<>]*>/gi, (tag) => {
    const [, src = ''] = /\bsrc="([^"]*)"/i.exec(tag) ?? []
    return `${tag}〔${src.split('/').at(-1)}〕`
  })

/** Tables are compared whole, not as far as a width lets them be seen. */
const tableRoom = Number.POSITIVE_INFINITY

const textOf = ({ field }: Change, value: string) =>
  cleanText(field === 'content' ? readableText(withFiles(value), tableRoom).replace(/\n{2,}/g, '\n') : value)

/** Pieces as paragraphs: each begins a line of its own. */
function paragraphsOf(pieces: readonly Piece[]): Span[][] {
  const out: Span[][] = [[]]
  for (const { kind, text } of pieces)
    for (const [i, part] of text.split('\n').entries()) {
      if (i > 0) out.push([])
      if (part !== '') out.at(-1)?.push({ kind, text: part })
    }
  return out.filter((spans) => spans.length > 0)
}

const stayed = (spans: readonly Span[]) => spans.every(({ kind }) => kind === 'same')

/** Paragraphs near a change; others are only counted. */
function shortened(all: readonly Span[][]): Span[][] {
  const near = (i: number) => all.slice(Math.max(0, i - around), i + around + 1).some((spans) => !stayed(spans))
  const out: Span[][] = []
  let left = 0
  const tell = () => {
    if (left > 0) out.push([{ kind: 'note', text: `……（未修改的 ${left} 段）` }])
    left = 0
  }
  for (const [i, spans] of all.entries()) {
    if (near(i)) {
      tell()
      out.push(spans)
    } else left += 1
  }
  tell()
  return out
}

/** What changed, field by field, to read on a terminal. */
export function changeParagraphs(changes: readonly Change[]): Span[][] {
  return changes.flatMap((change): Span[][] => {
    const [before, after] = [textOf(change, change.before), textOf(change, change.after)]
    const head: Span[] = [{ kind: 'head', text: `【${change.title}】` }]
    if (before === after) return [head, [{ kind: 'note', text: '文字相同，仅格式有变化' }]]
    return [head, ...shortened(paragraphsOf(diff(before, after, stepsFor(changes.length))))]
  })
}
