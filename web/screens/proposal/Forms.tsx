import { Button, Form as Fields } from 'antd'
import { useState } from 'react'
import { proposal } from '../../../core/contract/proposal.ts'
import { proposalMonths, proposalTimed } from '../../../core/domain/proposal-states.ts'
import { useRights } from '../../app/rights.ts'
import { useCall, useStale } from '../../data/calls.ts'
import { useMe } from '../../data/me.ts'
import { RowDialog, type RowDialogProps } from '../../parts/row/RowDialog.tsx'
import type { PlainRow } from '../../parts/row/useRowSaving.ts'
import { api, type Proposal } from './calls.ts'

/** The states in which the office hands a proposal on. */
const toForward = [1, 2, 8]

/** True where what is to be done first is one of these forms. */
export const hasForm = ({ state }: Proposal) => [1, 4, 8].includes(Number(state))

/** True where time runs that has not been extended yet. */
const extensible = ({ state, assignedAt, extendMonths }: Proposal) =>
  proposalTimed.includes(Number(state)) && assignedAt !== null && extendMonths === null

type Form = 'forward' | 'extend' | 'merge' | 'rate' | 'edit'
type Given = Pick<RowDialogProps<object, PlainRow>, 'name' | 'live' | 'title' | 'ok' | 'doubts'> & {
  readonly call: 'forward' | 'extend' | 'merge' | 'rate' | 'edit'
  readonly fields: readonly string[]
  readonly needs?: readonly string[]
  readonly hints?: Readonly<Record<string, string>>
}

/** Each form: its call, its fields, and what it says beside them. */
const forms: Readonly<Record<Form, Given>> = {
  forward: {
    ...{
      name: '交办',
      title: '交办提案',
      ok: '交办',
      call: 'forward',
      fields: ['deptId', 'deptIds', 'remarks'],
      needs: ['deptId'],
    },
    hints: {
      deptId: `主办单位在 ${proposalMonths.answer} 个月内答复，答复送交审核`,
      deptIds: '协办单位的意见供主办单位参考',
    },
    live: () => '保存后主办和协办单位随即看到这件提案，是否交办？',
  },
  extend: {
    ...{
      name: '答复期限',
      title: '延长答复期限',
      ok: '延长',
      call: 'extend',
      fields: ['months', 'reason'],
      needs: ['months', 'reason'],
      live: null,
    },
    hints: { months: `只能延长一次，须在到期前，总共不超过 ${proposalMonths.most} 个月` },
  },
  merge: {
    ...{ name: '并案', title: '并案', ok: '并案', call: 'merge', fields: ['into', 'reason'], needs: ['into'] },
    hints: { into: '填写留下的那一件提案的编号' },
    live: null,
    doubts: () => ['并案后委员看到并入的那一件的答复，是否并案？'],
  },
  rate: {
    ...{ name: '评价', title: '评价答复', ok: '评价', call: 'rate', fields: ['rating', 'words'], needs: ['rating'] },
    hints: { rating: '第一次不满意的，由提案机构再次交办' },
    live: () => '评价后不能修改，是否提交？',
  },
  edit: {
    ...{
      name: '提案',
      call: 'edit',
      fields: ['title', 'type', 'class', 'partners', 'openFlag', 'content'],
      live: null,
    },
  },
}

/** What is done with a proposal by a form: by the office, and by the member whose it is. */
export function Forms({ row }: { readonly row: Proposal }) {
  const { can } = useRights()
  const me = useMe()
  const [open, setOpen] = useState<Form | null>(null)
  const state = Number(row.state)
  const mine = me !== undefined && me.userId === row.createdBy
  const may: Readonly<Record<Form, string | null>> = {
    forward: can('proposal_forward') && toForward.includes(state) ? (state === 2 ? '改交、加协办' : '交办') : null,
    extend: extensible(row) && can('proposal_forward') ? '延长期限' : null,
    merge: can('proposal_file') && [0, 1].includes(state) ? '并案' : null,
    rate: can('proposal_add') && mine && state === 4 ? '评价' : null,
    edit: can('proposal_add') && mine && state === 0 ? '修改' : null,
  }
  const blue: readonly Form[] = state === 4 ? ['rate'] : state === 2 ? [] : ['forward']
  return (
    <>
      {(Object.keys(may) as Form[])
        .filter((form) => may[form] !== null)
        .map((form) => (
          <Button key={form} {...(blue.includes(form) && { type: 'primary' })} onClick={() => setOpen(form)}>
            {may[form]}
          </Button>
        ))}
      {open && <Dialog row={row} form={open} close={() => setOpen(null)} />}
    </>
  )
}

function Dialog({ row, form, close }: { readonly row: Proposal; readonly form: Form; readonly close: () => void }) {
  const stale = useStale()
  const { call, fields, needs, hints, name, live, title, ok, doubts } = forms[form]
  const whole = form === 'edit'
  const get = async (input: { id: string }) => {
    const found = await api.get(input)
    return whole ? found : { id: found.id, version: found.version }
  }
  const edit = async (input: never) => {
    const { id } = await (api[call] as (given: never) => Promise<{ id: string }>)(input)
    await stale('proposal')
    return get({ id })
  }
  const given = {
    ...{ name, live, title, ok, doubts, close, area: 'proposal', drafts: `proposal/${row.id}/${form}`, fresh: {} },
    ...{ calls: { get, edit }, shape: proposal[call].input.shape, fields, ...(needs && { needs }) },
    ...{ ...(hints && { hints }), row: whole ? row : { id: row.id, version: row.version } },
  } as unknown as RowDialogProps<object, PlainRow>
  return <RowDialog {...given}>{form === 'merge' && <Into own={row.id} />}</RowDialog>
}

/** The proposal whose number was typed: nobody merges into one that they only believe to name. */
function Into({ own }: { readonly own: string }) {
  const into = String(Fields.useWatch('into') ?? '').trim()
  const { data, error } = useCall('proposal.get', api.get, { id: into }, { enabled: /^\d+$/.test(into), quiet: true })
  if (!/^\d+$/.test(into)) return null
  const says = into === own ? '不能并入它自己' : error ? '没有这个编号的提案' : data && `《${data.title}》`
  return says ? <p role="status">并入：{says}</p> : null
}
