import { proposalClasses, proposalOutcomes, proposalPublic } from '../../../core/domain/proposal-states.ts'
import { formatDate } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaSite, AreaTools } from '../area-site.ts'
import { excerpt } from '../content.ts'
import { deptNamed, type Lines, listFiles, listName, listView, loadLines, pageName } from './lists.ts'

const title = '委员提案'
const lineColumns = ['id', 'openTitle as title', 'publishedAt'] as const

/** Those that member and unit both agree to show, the latest first. */
const publicOnes = ({ read }: Reader) =>
  read
    .selectFrom('proposal')
    .where('state', '=', proposalPublic)
    .where('deletedAt', 'is', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')

interface Line {
  readonly id: number
  readonly title: string | null
  readonly publishedAt: number | null
}
interface One extends Line {
  readonly no: string | null
  readonly class: number
  readonly content: string | null
  readonly reply: string | null
  readonly outcome: number | null
  readonly answeredAt: number | null
  readonly dept: string | null
}
const day = (at: number | null) => (at === null ? null : formatDate(at))
const paragraphs = (text: string | null) => (text ?? '').split(/\n+/).filter((line) => line.trim() !== '')

async function loadOne(db: Reader, id: number): Promise<One | null> {
  const found = await publicOnes(db)
    .where('proposal.id', '=', id)
    .select([...lineColumns, 'no', 'class', 'openContent as content', 'openReply as reply'])
    .select(['outcome', 'answeredAt', 'deptId'])
    .executeTakeFirst()
  if (!found) return null
  const { deptId, ...one } = found
  return { ...one, dept: await deptNamed(db, deptId) }
}

const oneOf = (one: One, tools: AreaTools) => ({
  ...{ template: 'proposal', title: one.title ?? '', above: [{ title, url: tools.url(listName(1)) }] },
  description: excerpt((one.content ?? '').slice(0, 600), 120) || (one.title ?? ''),
  scope: {
    proposal: {
      ...{ title: one.title, no: one.no, dept: one.dept, answered: day(one.answeredAt), list: tools.url(listName(1)) },
      class: proposalClasses[one.class as keyof typeof proposalClasses],
      outcome: proposalOutcomes[one.outcome as keyof typeof proposalOutcomes] ?? '',
      ...{ content: paragraphs(one.content), reply: paragraphs(one.reply) },
    },
  },
})

/** Proposals of the committee's members that are public, with what was answered. */
export const proposal: AreaSite = {
  title,
  folder: 'public_proposal',
  async pages(db) {
    const found = await publicOnes(db).select(lineColumns).execute()
    const ones = found.map((one) => ({
      ...{ name: pageName(one.id), id: one.id },
      listed: { title: one.title ?? '', at: one.publishedAt ?? 0 },
    }))
    return [...listFiles(found.length), ...ones]
  },
  load: (db, { id }) => (id < 0 ? loadLines(publicOnes(db).select(lineColumns), -id) : loadOne(db, id)),
  view(shown: Lines<Line> | One, tools) {
    if (!('items' in shown)) return oneOf(shown, tools)
    const items = shown.items.map((one) => ({
      ...{ title: one.title ?? '', url: tools.url(pageName(one.id)), date: day(one.publishedAt) },
    }))
    const words = { heading: title, description: '委员提案和承办单位的答复', none: '暂无公开的提案' }
    return listView(words, { ...shown, items }, tools)
  },
}
