import { useState } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import { peopleRow } from '../../../core/contract/people.ts'
import { versionsSeen } from '../../../core/contract/shared.ts'
import { peopleState, seen, userStatus } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { BulkAction, BulkItem, Column } from '../../parts/list/types.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { actOf, api, isFrozen, nameOf, type Row, reasons, takeBack, useActs, waits } from './calls.ts'
import { PeopleActs } from './PeopleActs.tsx'

const Detail = lazyPart(() => import('./Detail.tsx'))
const BanDialog = lazyPart(() => import('./BanDialog.tsx'))

const columns: readonly Column<Row>[] = [
  { field: 'peopleName', width: 110, text: (row) => (row.peopleName ? null : '（未填写）') },
  { field: 'peoplePhone', width: 140, leads: true },
  { field: 'userStatus', width: 100, leads: true },
  { field: 'peopleState', width: 80 },
  { field: 'banEndTime', width: 170 },
  { field: 'read', width: 80 },
  { field: 'lastLoginAt', width: 170, sort: true },
  { field: 'createdAt', width: 170, sort: true },
  { field: 'idNumber', width: 190, hidden: true },
  { field: 'address', width: 160, hidden: true },
  { field: 'banReason', width: 200, hidden: true },
  { field: 'auditReason', width: 200, hidden: true },
  { field: 'updatedAt', width: 170, sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

const idsOf = (items: readonly BulkItem[]) => items.map(({ id }) => id)
/** Those that are judged, as they were looked at. */
const judgedOf = (items: readonly BulkItem[]) => ({ ids: idsOf(items), versions: versionsSeen(items) })
/** One dialog asks for the reason of all. */
const reasonOf = (items: readonly BulkItem[]) => items[0]?.reason ?? null

const approve: BulkAction<Row> = {
  label: '审核通过',
  right: 'people_peopleAudit',
  fits: waits,
  done: '已通过',
  does: (items: BulkItem[], options: CallOptions) => api.peopleAudit({ ...judgedOf(items), userStatus: 2 }, options),
}
const bulk: readonly BulkAction<Row>[] = [
  approve,
  {
    label: '审核不通过',
    right: 'people_peopleAudit',
    reasons: reasons.failed,
    fits: waits,
    done: '未通过',
    does: (items, options) => api.peopleAudit({ ...judgedOf(items), userStatus: 3, reason: reasonOf(items) }, options),
  },
  {
    label: '标为已读',
    right: 'people_readAudit',
    fits: (row) => Number(row.read) === 0,
    does: (items, options) => api.readAudit({ ids: idsOf(items) }, options),
  },
  {
    label: '解除冻结',
    right: 'people_banAudit',
    reasons: reasons.lift,
    fits: isFrozen,
    done: '已解除',
    does: (items, options) => api.banAudit({ ids: idsOf(items), peopleState: 0, reason: reasonOf(items) }, options),
  },
]

/** Visitors who have registered: their data to be judged, and who may not come. */
export default function PeopleScreen() {
  const { can } = useRights()
  const acts = useActs()
  const [open, setOpen] = useState<Row | null>(null)
  const [banning, setBanning] = useState<Row | null>(null)

  return (
    <>
      <p className="muted" style={{ marginBottom: 8 }}>
        个人信息只显示一部分；查看完整信息须有权限，并记入操作日志。手机号、姓名和身份证号要写完整才能查到。
      </p>
      <ListScreen
        name="群众用户"
        call="people.list"
        from={api.list}
        row={peopleRow}
        idField="id"
        titleOf={nameOf}
        columns={columns}
        order={[{ field: 'createdAt', order: 'desc' }]}
        filters={[
          { kind: 'choice', field: 'userStatus', label: '审核状态', words: userStatus },
          { kind: 'text', field: 'peoplePhone', label: '完整手机号' },
          { kind: 'text', field: 'peopleName', label: '完整姓名' },
          { kind: 'choice', field: 'peopleState', label: '状态', words: peopleState },
          { kind: 'choice', field: 'read', label: '已读', words: seen },
          { kind: 'text', field: 'idNumber', label: '完整身份证号' },
          { kind: 'dates', field: 'startTime', end: 'endTime', label: '注册时间' },
        ]}
        bulk={bulk}
        tabs={<LastAct acts={acts} undo={takeBack} />}
        onDone={({ done }, rows) => acts.add(actOf(rows, done))}
        empty="公众在网站上用手机号登录后出现在这里"
        onOpen={setOpen}
        rowActions={(row) => (
          <span className="row-actions">
            <button type="button" onClick={() => setOpen(row)} aria-label={`详情 ${nameOf(row)}`}>
              详情
            </button>
            {can('people_banAudit') && !isFrozen(row) && (
              <button type="button" onClick={() => setBanning(row)} aria-label={`冻结 ${nameOf(row)}`}>
                冻结
              </button>
            )}
          </span>
        )}
      />
      {open && (
        <Detail
          row={open}
          close={() => setOpen(null)}
          acts={
            <PeopleActs
              row={open}
              close={() => setOpen(null)}
              done={(became) => acts.add(actOf([open], became))}
              ban={() => {
                setBanning(open)
                setOpen(null)
              }}
            />
          }
        />
      )}
      {banning && <BanDialog row={banning} close={() => setBanning(null)} />}
    </>
  )
}
