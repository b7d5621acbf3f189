import { useMemo, useState } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import type { Input } from '../../../core/contract/endpoint.ts'
import { partner, partnerRow } from '../../../core/contract/partner.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { BulkAction, Column } from '../../parts/list/types.ts'
import { OnceShown } from '../../parts/OnceShown.tsx'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { labelled } from '../../parts/titled.ts'
import { api, isRevoked, type Once, type Partner } from './calls.ts'

const filters = filtersOf(partner.list, ['name', 'state'])

const columns: readonly Column<Partner>[] = [
  { field: 'name', width: 140 },
  { field: 'state', width: 76, leads: true },
  { field: 'kinds', width: 180 },
  { field: 'deptName', width: 100 },
  { field: 'pushCount', width: 76 },
  { field: 'lastUsedAt', width: 150, sort: true },
  { field: 'key', width: 230 },
  { field: 'leaderColumnName', width: 150, hidden: true },
  { field: 'orgColumnName', width: 150, hidden: true },
  { field: 'commonColumnName', width: 150, hidden: true },
  { field: 'policyDocColumnName', width: 150, hidden: true },
  { field: 'note', hidden: true },
  { field: 'revokedAt', width: 170, hidden: true },
  { field: 'createdByName', width: 100, hidden: true },
  { field: 'createdAt', width: 170, sort: true, hidden: true },
  { field: 'updatedAt', width: 170, sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

const fields = [
  ...(['name', 'kinds', 'deptId', 'leaderColumnId', 'orgColumnId'] as const),
  ...(['commonColumnId', 'policyDocColumnId', 'note'] as const),
]
const bySetting = '不选则按站点设置'
const hints = {
  deptId: '推送的内容和来信归这个部门，不选则只有数据范围为全部的人看到',
  leaderColumnId: bySetting,
  orgColumnId: bySetting,
  commonColumnId: bySetting,
  policyDocColumnId: bySetting,
}

const ids = (items: readonly { readonly id: string }[]) => ({ ids: items.map(({ id }) => id) })
const bulk: readonly BulkAction<Partner>[] = [
  {
    label: '停用',
    right: 'partner_revoke',
    danger: true,
    fits: (row) => !isRevoked(row),
    follows: () => '其令牌随即失效，推送不再接受；换发密钥后恢复使用',
    done: '已停用',
    does: (items, options) => api.revoke(ids(items), options),
  },
  {
    label: '删除',
    right: 'partner_dels',
    danger: true,
    final: true,
    fits: ({ pushCount }) => !pushCount,
    does: (items, options) => api.dels(ids(items), options),
  },
]

/** Partners: what they may push, where it goes, and the secret by which their programs come. */
export default function PartnerScreen() {
  const { can } = useRights()
  const confirm = useConfirm()
  const say = useSay()
  const stale = useStale()
  const renewing = useAction(api.renew)
  const [once, setOnce] = useState<Once | null>(null)
  const calls = useMemo(() => {
    const add = async (input: Input<typeof partner.add>, options?: CallOptions) => {
      const made = await api.add(input, options)
      setOnce(made)
      return made
    }
    return { ...api, add }
  }, [])

  async function renew(row: Partner) {
    const follows = isRevoked(row) ? '换发后恢复使用' : '旧的密钥和令牌随即失效，对方的程序须改用新的密钥'
    if (!(await confirm({ text: `换发「${row.name}」的接入密钥？${follows}。`, ok: '换发密钥' }))) return
    const made = await renewing.run({ id: row.id }, say.refused)
    if (!made) return
    setOnce(made)
    await stale('partner')
  }
  return (
    <>
      <RowScreen
        name="互通单位"
        area="partner"
        calls={calls}
        row={partnerRow}
        titleOf={(row) => row.name}
        columns={columns}
        filters={filters}
        shape={partner.add.input.shape}
        fields={fields}
        hints={hints}
        needs={['kinds']}
        fresh={{}}
        live={() => '保存后随即按此接受推送，是否保存？'}
        moves={bulk}
        empty="新增互通单位后，把接入标识和密钥交给对方，其程序就能向本站推送内容"
        acts={(row) =>
          can('partner_renew') && (
            <button
              type="button"
              onClick={() => void renew(row)}
              aria-label={labelled('换发密钥', 'partner', row.name)}
            >
              换发密钥
            </button>
          )
        }
      />
      {once && (
        <OnceShown title={`「${once.name}」的接入密钥`} name="密钥" secret={once.secret} close={() => setOnce(null)}>
          <p className="reason-says">
            只显示这一次，请和接入标识一起交给对方，不要用微信、邮件等传送；对方的程序凭两者换取两小时有效的令牌。
          </p>
          <p>
            接入标识 <code className="once-shown">{once.key}</code>
          </p>
        </OnceShown>
      )}
    </>
  )
}
