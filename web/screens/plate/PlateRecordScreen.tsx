import { Link } from 'react-router'
import { plateFlow } from '../../../core/domain/plate-states.ts'
import { FactList } from '../../parts/FactList.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { KindRecord } from '../../parts/states/KindRecord.tsx'
import { api, backToList, kind, type Plate, places } from './calls.ts'

const About = ({ row }: { readonly row: Plate }) => (
  <>
    <FactList
      facts={[
        ['说明', row.intro],
        ['帖子数', String(row.postCount ?? 0)],
        ['网站', row.openedAt === null ? '还没有启用过，不在网站上' : null],
        ['创建时间', shortTime(row.createdAt)],
        ['理由', row.reason],
      ]}
    />
    <p className="no-print">
      <Link to={places.posts(row.id)}>打开这个版块的帖子</Link>
    </p>
  </>
)

/** One board. */
export default function PlateRecordScreen() {
  return (
    <KindRecord
      flow={plateFlow}
      kind={kind}
      calls={api}
      texts={{ states: plateFlow, read: api.revision, restore: api.restore }}
      back={backToList}
      facts={(row: Plate) => <About row={row} />}
    />
  )
}
