import { periodicalBrief } from '../../../core/contract/periodical/rows.ts'
import { periodical } from '../../../core/contract/periodical.ts'
import { periodicalFlow } from '../../../core/domain/periodical-states.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { ActivityList } from '../../parts/published/ActivityList.tsx'
import { api, type Brief, form, kind, places } from './calls.ts'

const filters = filtersOf(periodical.list, ['title', 'startTime'])
const columns: readonly Column<Brief>[] = [
  { field: 'publishedOn', width: 120, sort: true, show: ({ publishedOn }) => publishedOn?.slice(0, 10) },
  { field: 'number', width: 80, sort: true },
  { field: 'pageCount', width: 80 },
  { field: 'articleCount', width: 80 },
]
const order = [{ field: 'publishedOn', order: 'desc' }] as const

/** The issues of periodicals. */
export default function PeriodicalListScreen() {
  return (
    <ActivityList<Brief>
      flow={periodicalFlow}
      kind={kind}
      calls={{ ...form.calls, list: api.list, counts: api.counts }}
      row={periodicalBrief}
      columns={columns}
      order={order as never}
      filters={filters as never}
      form={{ ...form, fresh: {} } as never}
      places={places}
    />
  )
}
