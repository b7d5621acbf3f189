import type { article } from '../../core/contract/article.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { cleanLine } from '../output/clean.ts'
import { type Changes, compareLines } from '../output/line-changes.ts'
import { readableText } from '../output/readable.ts'

/** What is compared: the present article, or one of its revisions. */
type Version = Pick<Output<typeof article.view>, 'title' | 'content' | 'files'> & {
  readonly modelWords?: readonly { readonly title: string; readonly words: string }[]
}

/** Tables are compared whole: a cell that is cut to a width would hide what was changed in it. */
const whole = Number.POSITIVE_INFINITY

const linesOf = (version: Version) => [
  `标题：${cleanLine(version.title ?? '')}`,
  ...(version.modelWords ?? []).map(({ title, words }) => `${cleanLine(title)}：${cleanLine(words)}`),
  ...(version.files ?? []).map(({ name }) => `附件：${cleanLine(name)}`),
  ...readableText(version.content ?? '', whole)
    .split('\n')
    .filter((line) => line.trim() !== ''),
]

/** Compares two versions of an article, line by line as they are read on a terminal. */
export const compare = (before: Version, after: Version): Changes =>
  compareLines(linesOf(before), linesOf(after), before.content === after.content)
