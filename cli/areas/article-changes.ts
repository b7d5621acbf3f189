import type { article } from '../../core/contract/article.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { type Run, runs } from '../../core/text-diff.ts'
import { cleanLine } from '../output/clean.ts'
import { readableText } from '../output/readable.ts'

/** What is compared: the present article, or one of its revisions. */
type Version = Pick<Output<typeof article.view>, 'title' | 'content' | 'files'>

/** Lines that stay are shown so far around what changed. */
const around = 2

/** Tables are compared whole: a cell that is cut to a width would hide what was changed in it. */
const whole = Number.POSITIVE_INFINITY

const linesOf = (version: Version) => [
  `标题：${cleanLine(version.title ?? '')}`,
  ...(version.files ?? []).map(({ name }) => `附件：${cleanLine(name)}`),
  ...readableText(version.content ?? '', whole)
    .split('\n')
    .filter((line) => line.trim() !== ''),
]

const marks: Readonly<Record<Run<string>['kind'], string>> = { same: '  ', removed: '- ', added: '+ ' }

/** Lines that stay, without those that are far from any change. */
function shortened(items: readonly string[], first: boolean, last: boolean): string[] {
  const [before, after] = [first ? 0 : around, last ? 0 : around]
  const left = items.length - before - after
  if (left <= 1) return [...items]
  const tail = after === 0 ? [] : items.slice(-after)
  return [...items.slice(0, before), `……（${left} 行相同）`, ...tail]
}

/** What changed from one version to another, line by line as it is read on a terminal. */
export interface Changes {
  readonly runs: readonly Run<string>[]
  /** The words are the same, the markup is not. */
  readonly onlyForm: boolean
}

/** Compares two versions. */
export function compare(before: Version, after: Version): Changes {
  const found = runs(linesOf(before), linesOf(after))
  const sameWords = found.every(({ kind }) => kind === 'same')
  return { runs: found, onlyForm: sameWords && before.content !== after.content }
}

/** The changes as lines with their marks; none where nothing changed. */
export function drawChanges({ runs: all }: Changes): string[] {
  if (all.every(({ kind }) => kind === 'same')) return []
  return all.flatMap(({ kind, items }, i) =>
    (kind === 'same' ? shortened(items, i === 0, i === all.length - 1) : items).map((line) => marks[kind] + line),
  )
}
