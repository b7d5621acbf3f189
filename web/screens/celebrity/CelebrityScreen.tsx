import { celebrity, celebrityBrief } from '../../../core/contract/celebrity.ts'
import { celebrityFlow } from '../../../core/domain/celebrity-states.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { KindList, kindColumns, updatedColumn } from '../../parts/states/KindList.tsx'
import { api, type Brief, fields, hints, kind, places } from './calls.ts'

const columns = kindColumns<Brief>(kind, places, 240, [
  { field: 'field', width: 100, sort: true },
  { field: 'years', width: 130 },
  { field: 'nativePlace', width: 120 },
  { field: 'summary', width: 240, hidden: true },
  { field: 'gender', width: 70, hidden: true },
  { field: 'otherName', width: 110, hidden: true },
  updatedColumn(),
])
const filters = filtersOf(celebrity.list, ['title', 'field', 'nativePlace'])

/** 名人名录. */
export default function CelebrityScreen() {
  return (
    <KindList
      flow={celebrityFlow}
      {...{ kind, places, columns, filters, fields, hints }}
      calls={api}
      counts={api.counts}
      row={celebrityBrief}
      shape={celebrity.add.input.shape}
      fresh={{}}
    />
  )
}
