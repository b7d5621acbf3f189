import { specialBrief } from '../../../core/contract/special/rows.ts'
import { special } from '../../../core/contract/special.ts'
import { specialFlow } from '../../../core/domain/special-states.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { ActivityList } from '../../parts/published/ActivityList.tsx'
import { api, type Brief, form, kind, places } from './calls.ts'

const filters = filtersOf(special.list, ['title', 'model'])
const columns: readonly Column<Brief>[] = [
  { field: 'model', width: 110 },
  { field: 'relationCount', width: 80 },
  { field: 'sort', width: 80, sort: true, hidden: true },
]
const order = [{ field: 'sort', order: 'asc' }] as const

/** The special topics. */
export default function SpecialListScreen() {
  return (
    <ActivityList<Brief>
      flow={specialFlow}
      kind={kind}
      calls={{ ...form.calls, list: api.list, counts: api.counts }}
      row={specialBrief}
      columns={columns}
      order={order as never}
      filters={filters as never}
      form={{ ...form, fresh: {} } as never}
      places={places}
    />
  )
}
