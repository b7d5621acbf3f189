import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { apply } from '../../../core/contract/apply.ts'
import { yesNo } from '../../../core/domain/enums.ts'
import { useCall, useStale } from '../../data/calls.ts'
import { FactList } from '../../parts/FactList.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, places, wordOf } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'

const read = () => api.system({})
/** There is one row of settings, and it has no number. */
const asRow = <R extends object>(settings: R) => ({ ...settings, id: '1', version: null })

/** How requests are taken: what the guide on the site and the papers say. */
export default function SystemScreen() {
  const stale = useStale()
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useCall('apply.system', read, {}, { fresh: true })
  const edit = async ({
    id: _,
    version: __,
    ...input
  }: Parameters<typeof api.system>[0] & { id?: string; version?: null }) => {
    const saved = asRow(await api.system(input))
    await stale('apply')
    return saved
  }
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <section className="panel record" aria-label="受理设置">
      <div className="toolbar">
        <h1>受理设置</h1>
        <span className="grow" />
        <Button type="primary" onClick={() => setOpen(true)}>
          修改
        </Button>
        <Link to={places.list}>返回列表</Link>
      </div>
      <FactList
        facts={[
          ['网上受理', wordOf(yesNo, data.open)],
          ['受理机构', data.office],
          ['受理地址', data.address],
          ['受理电话', data.phone],
          ['受理邮箱', data.email],
          ['受理时间', data.hours],
          ['申请须知', data.notes],
        ]}
      />
      {open && (
        <RowDialog
          name="受理设置"
          area="apply"
          drafts="apply/system"
          calls={{ get: async () => asRow(await read()), edit }}
          shape={apply.system.input.shape}
          fields={['open', 'office', 'address', 'phone', 'email', 'hours', 'notes']}
          needs={['open', 'office']}
          hints={{ open: '选「否」时网站上只有申请指南和查询', notes: '显示在申请指南的末尾，每行一段' }}
          fresh={{}}
          live={() => '保存后网站的申请指南和申请表随即改变，是否保存？'}
          row={asRow(data)}
          close={() => setOpen(false)}
        />
      )}
    </section>
  )
}
