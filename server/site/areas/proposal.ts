import { proposalClasses, proposalOutcomes, proposalPublic } from '../../../core/domain/proposal-states.ts'
import { formatDate } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaSite, AreaTools } from '../area-site.ts'
import { beginning } from '../content.ts'
import { among } from '../shelf.ts'
import { byIdWithDept, listName, pageName } from './lists.ts'
import { type NumberedLines, numberedRows, numberedView } from './numbered.ts'

const title = '委员提案'
const ordered = numberedRows('proposal')

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

/** What the pages of some show, of those that are public. */
async function loadSome(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, One>> {
  const found = await publicOnes(db)
    .where(among(db.dialect, ids))
    .select(['id', 'openTitle as title', 'publishedAt', 'no', 'class', 'openContent as content'])
    .select(['openReply as reply', 'outcome', 'answeredAt', 'deptId'])
    .execute()
  return byIdWithDept(db, found)
}

const oneOf = (one: One, tools: AreaTools) => ({
  ...{ template: 'proposal', title: one.title ?? '', above: [{ title, url: tools.url(listName(1)) }] },
  description: beginning((one.content ?? '').slice(0, 600), 120) || (one.title ?? ''),
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
  ways: [{ no: 11, name: listName(1), title, says: '公开的委员提案和承办单位的答复。', front: 'open' }],
  front: ordered.front,
  pages: () => Promise.resolve([ordered.first]),
  rows: ordered.rows(loadSome),
  texts: ordered.texts(loadSome, ({ content, reply }) => [content, reply]),
  load: ordered.load,
  view(shown: NumberedLines<Line> | One, tools) {
    if (!('items' in shown)) return oneOf(shown, tools)
    const items = shown.items.map((one) => ({
      ...{ title: one.title ?? '', url: tools.url(pageName(one.id)), date: day(one.publishedAt) },
    }))
    const words = { heading: title, description: '委员提案和承办单位的答复', none: '暂无公开的提案' }
    return numberedView(words, { ...shown, items }, tools)
  },
}
