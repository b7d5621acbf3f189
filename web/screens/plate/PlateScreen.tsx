import { Flex } from 'antd'
import { Link } from 'react-router'
import { plate, plateRow } from '../../../core/contract/plate.ts'
import { plateFlow } from '../../../core/domain/plate-states.ts'
import { useRights } from '../../app/rights.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { KindList, kindColumns } from '../../parts/states/KindList.tsx'
import { api, kind, type Plate, places } from './calls.ts'

const columns = kindColumns<Plate>(kind, places, 200, [
  { field: 'postCount', width: 90, show: (row) => <Link to={places.posts(row.id)}>{row.postCount}</Link> },
  { field: 'intro', width: 260 },
  { field: 'sort', width: 80, sort: true },
])
const filters = filtersOf(plate.list, ['title'])

/** The boards on which visitors post. */
export default function PlateScreen() {
  const { can } = useRights()
  return (
    <KindList
      flow={plateFlow}
      {...{ kind, places, columns, filters }}
      calls={api}
      counts={api.counts}
      row={plateRow}
      shape={plate.add.input.shape}
      fields={['title', 'intro', 'sort']}
      hints={{ title: '新增后是停用的，启用以后才出现在网站上', sort: '小的排在前面', intro: '发帖前看到的说明' }}
      fresh={{}}
      ways={
        <Flex gap="middle" wrap component="nav" aria-label="版块的其他页面" className="no-print">
          {can('plate_dels') && <Link to={places.bin}>回收站</Link>}
          {can('plateRole_list') && can('role_list') && <Link to="/main/system/role">由哪些角色管理</Link>}
        </Flex>
      }
    />
  )
}
