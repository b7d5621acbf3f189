import { Link } from 'react-router'
import { contentModel, modelRow } from '../../../core/contract/contentModel.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { api, type Model, places, rights } from './calls.ts'

const filters = filtersOf(contentModel.list, ['cmName', 'cmTableName'])
const columns: readonly Column<Model>[] = [
  { field: 'cmName', width: 200, sort: true, show: (row) => <Link to={places.one(row.id)}>{row.cmName}</Link> },
  { field: 'cmTableName', width: 160, sort: true },
  { field: 'fieldCount', width: 90 },
  { field: 'columnCount', width: 120 },
  { field: 'cmDescrip', width: 260 },
  { field: 'updatedAt', sort: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const calls = { list: api.list, get: api.getById, add: api.save, edit: api.update, dels: api.delete }
const hints = {
  cmTableName: '程序和命令按表名认模型，例如 gfxwj；全站不能重复',
  cmDescrip: '写给同事看的说明，例如用在哪些栏目',
}

/** Content models. */
export default function CustomModelScreen() {
  return (
    <RowScreen
      name="内容模型"
      area="contentModel"
      calls={calls}
      rights={rights}
      row={modelRow}
      titleOf={(row) => row.cmName}
      columns={columns}
      filters={filters}
      shape={contentModel.save.input.shape}
      fields={['cmName', 'cmTableName', 'cmDescrip']}
      hints={hints}
      fresh={{}}
      live={null}
      acts={(row) => <Link to={places.one(row.id)}>字段</Link>}
    />
  )
}
