import type { Input, Output } from '../../../core/contract/endpoint.ts'
import { website, websiteRow } from '../../../core/contract/website.ts'
import { websiteStates } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { HostFacts } from './HostFacts.tsx'

const api = callsOf(website)
type Row = Output<typeof website.get>
type Values = Pick<Input<typeof website.add>, 'name' | 'url' | 'remark' | 'sort' | 'enabled'>

const columns: readonly Column<Row>[] = [
  { field: 'name', width: 160, sort: true },
  {
    field: 'url',
    width: 260,
    show: (row) => (
      <a href={row.url} target="_blank" rel="noreferrer">
        {row.url}
      </a>
    ),
  },
  { field: 'state', width: 90, leads: true },
  { field: 'reason' },
  // what was found out of nothing took no time
  { field: 'ms', width: 110, sort: true, show: (row) => (row.state === 0 ? '' : row.ms) },
  { field: 'checkedAt', width: 170, sort: true, show: (row) => (row.state === 0 ? '' : row.checkedAt) },
  { field: 'changedAt', width: 170, hidden: true },
  { field: 'statusCode', width: 80, hidden: true },
  { field: 'enabled', width: 80, hidden: true },
  { field: 'sort', width: 70, sort: true, hidden: true },
  { field: 'remark', width: 200, hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const filters = filtersOf(website.list, ['name', 'state', 'enabled'])
const { id: _, version: __, state: ___, ...shape } = website.add.input.shape
const calls = { list: api.list, get: api.get, add: api.add, edit: api.add, dels: api.del }

/** The county's websites and whether they can be opened, and the machine that this one runs on. */
export default function WebsiteScreen() {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const probe = useAction(api.probe)

  async function look(row: Row) {
    const [found] = (await probe.run({ ids: [row.id] }, say.refused)) ?? []
    if (!found) return
    const says = `${row.name}：${websiteStates[found.state as 1]}${found.reason ? `，${found.reason}` : ''}`
    if (found.state === 1) say.success(says)
    else say.error(says)
    await stale('website')
  }
  return (
    <>
      {can('website_getOSSystemInfo') && <HostFacts />}
      <p className="muted" style={{ marginBottom: 8 }}>
        登记的网站每 10 分钟检测一次能否打开；内部地址不检测。
      </p>
      <RowScreen<Input<typeof website.list>, Values, Row, Row>
        name="网站"
        area="website"
        calls={calls as never}
        row={websiteRow}
        rights={{ add: 'website_add', edit: 'website_add', dels: 'website_add' }}
        titleOf={(row) => row.name}
        columns={columns}
        filters={filters}
        shape={shape as never}
        fields={['name', 'url', 'enabled', 'sort', 'remark']}
        needs={['name', 'url']}
        hints={{ enabled: '禁用后不再检测', sort: '数字小的在前' }}
        fresh={{ enabled: 1, sort: 0 }}
        live={null}
        acts={(row) => (
          <button type="button" onClick={() => void look(row)} aria-label={`立即检测 ${row.name}`}>
            立即检测
          </button>
        )}
      />
    </>
  )
}
