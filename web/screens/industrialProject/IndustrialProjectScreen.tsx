import { industrialProject, projectBrief } from '../../../core/contract/industrialProject.ts'
import { projectFlow } from '../../../core/domain/industrialProject-states.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { KindList, kindColumns, updatedColumn } from '../../parts/states/KindList.tsx'
import { api, type Brief, fields, hints, kind, places } from './calls.ts'

const columns = kindColumns<Brief>(kind, places, 240, [
  { field: 'company', width: 160 },
  { field: 'industry', width: 100 },
  { field: 'moneyWords', width: 120 },
  { field: 'name', width: 80 },
  { field: 'phone', width: 120 },
  { field: 'place', width: 120, hidden: true },
  updatedColumn(),
])
const filters = filtersOf(industrialProject.list, ['title', 'company', 'industry', 'phone'])
const calls = { ...api, add: api.update, edit: api.update }

/** 工业项目. */
export default function IndustrialProjectScreen() {
  return (
    <KindList
      flow={projectFlow}
      {...{ kind, places, columns, filters, fields, hints, calls }}
      counts={api.counts}
      rights={{ add: 'industrialProject_update', edit: 'industrialProject_update', dels: 'industrialProject_dels' }}
      needs={['title', 'industry', 'content']}
      row={projectBrief}
      shape={industrialProject.update.input.shape}
      fresh={{ moneyCompany: 1 }}
    />
  )
}
