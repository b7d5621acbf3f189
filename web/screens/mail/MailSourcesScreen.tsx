import { Link } from 'react-router'
import type { CallOptions } from '../../../core/client/client.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { mailSource } from '../../../core/contract/mail/piles.ts'
import { mail } from '../../../core/contract/mail.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { mailFlow } from '../../../core/domain/mail-states.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { BulkAction, BulkItem, Column } from '../../parts/list/types.ts'
import { api, places } from './calls.ts'

type Source = Output<typeof mail.sources>['list'][number]

const columns: readonly Column<Source>[] = [
  { field: 'title', width: 240, show: (row) => <Link to={places.sameAs(row.id)}>{row.title}</Link> },
  { field: 'by', width: 100, leads: true },
  { field: 'n', width: 90 },
  { field: 'name', width: 80 },
  { field: 'phone', width: 120 },
  { field: 'firstAt', show: (row) => shortTime(row.firstAt) },
  { field: 'lastAt', show: (row) => shortTime(row.lastAt) },
]

const pageSize = 200

/** The letters of a place that wait, told by one of them. */
async function lettersOf(id: string, options: CallOptions): Promise<string[]> {
  const found: string[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { list } = await api.list({ sameAs: id, pageNumber, pageSize }, options)
    found.push(...list.filter(({ state }) => [0, 1, 3].includes(Number(state))).map((one) => one.id))
    if (list.length < pageSize) return found
  }
}

const { says, became, reasons, follows } = mailFlow.moves.spam

/** All that wait of each place go; the place counts as done where each of its letters did. */
async function putAway(items: BulkItem[], options: CallOptions): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] }
  for (const { id, reason } of items) {
    const some = (await lettersOf(id, options)).map((one) => ({ id: one, ...(reason && { reason }) }))
    if (some.length === 0) continue
    const { failed } = await api.spam({ items: some }, options)
    const [first] = failed
    if (first) result.failed.push({ ...first, id })
    else result.done.push(id)
  }
  return result
}

const bulk: readonly BulkAction<Source>[] = [
  {
    ...{ label: says, right: 'mail_spam', done: became, does: putAway },
    ...(reasons && { reasons }),
    says: (n) => `把 ${n} 处来的待办信件全部移入垃圾信件`,
    follows: (rows) => `共 ${rows.reduce((sum, { n }) => sum + (n ?? 0), 0)} 封，${follows}`,
  },
]

/** Where many letters come from that wait: each pile is looked through, or put among spam at once. */
export default function MailSourcesScreen() {
  return (
    <ListScreen
      name="成批来信"
      call="mail.sources"
      from={api.sources}
      row={mailSource}
      idField="id"
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      filters={filtersOf(mail.sources, ['least'])}
      bulk={bulk}
      tabs={<Link to={places.list}>返回领导信箱</Link>}
      empty="没有哪一处发来三封以上待办的信件。"
    />
  )
}
