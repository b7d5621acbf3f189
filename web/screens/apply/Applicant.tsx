import { Button } from 'antd'
import { useState } from 'react'
import type { apply } from '../../../core/contract/apply.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { isPerson } from '../../../core/domain/apply-outcomes.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction } from '../../data/calls.ts'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { api, type Case } from './calls.ts'

/** Who asks, masked until it is asked for: that is told by the log. */
export function Applicant({ row }: { readonly row: Case }) {
  const { can } = useRights()
  const say = useSay()
  const [whole, setWhole] = useState<Output<typeof apply.reveal> | null>(null)
  const reveal = useAction(api.reveal)
  const shown = { ...row, ...whole }
  const facts: readonly Fact[] = [
    [isPerson(row.applicant) ? '姓名' : '名称', shown.name],
    ['身份证号', shown.idNumber],
    ['统一社会信用代码', row.orgCode],
    ['联系人', shown.contact],
    ['手机号', shown.phone],
    ['通讯地址', shown.address],
    ['电子邮箱', shown.email],
  ]
  return (
    <>
      <FactList facts={facts} />
      {can('apply_reveal') && !whole && (
        <p className="no-print">
          <Button
            size="small"
            loading={reveal.busy}
            onClick={() =>
              void reveal.run({ id: row.id }, (error) => say.refused(error)).then((found) => found && setWhole(found))
            }
          >
            显示申请人的信息
          </Button>{' '}
          <small className="muted">查看会记入操作日志</small>
        </p>
      )}
    </>
  )
}
