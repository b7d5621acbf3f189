import { sensitive, sensitiveRow } from '../../../core/contract/sensitive.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { api, type Sensitive } from './calls.ts'

const filters = filtersOf(sensitive.list, ['word', 'list', 'type', 'level', 'enabled'])

const columns: readonly Column<Sensitive>[] = [
  { field: 'word', width: 220, sort: true },
  { field: 'list', width: 110 },
  { field: 'type', width: 110 },
  { field: 'level', width: 100 },
  { field: 'suggestion', width: 160 },
  { field: 'enabled', width: 90 },
  { field: 'hits', width: 120, sort: true },
  { field: 'remark', hidden: true },
  { field: 'updatedAt', sort: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

/** Words that articles are looked through for. */
export default function SensitiveScreen() {
  return (
    <RowScreen
      name="敏感词"
      area="sensitive"
      calls={api}
      row={sensitiveRow}
      titleOf={(row) => row.word}
      columns={columns}
      filters={filters}
      shape={sensitive.add.input.shape}
      fields={['word', 'list', 'type', 'level', 'suggestion', 'enabled', 'remark']}
      fresh={{ list: 0, type: 0, level: 1, enabled: 1 }}
      live={null}
    />
  )
}
