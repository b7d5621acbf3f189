import { Button } from 'antd'
import { useState } from 'react'
import { apply } from '../../../core/contract/apply.ts'
import { lapsedOutcome, outcomeWords } from '../../../core/domain/apply-outcomes.ts'
import { applyFlow, applyLead, draftStates, placeStates } from '../../../core/domain/apply-states.ts'
import { draftRead } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useMe } from '../../data/me.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { GiveBack } from '../../parts/states/GiveBack.tsx'
import { FileList } from '../../parts/upload/FileList.tsx'
import { api, type Case, type Place, places, wordOf } from './calls.ts'

const inHand = 2

/** What each department says of a request, and the form of the reader's own; the office answers by itself what it has handed to nobody. */
export function Places({ row }: { readonly row: Case }) {
  const { can } = useRights()
  const [open, setOpen] = useState(false)
  const own = useMe()?.deptId ?? null
  const state = Number(row.state)
  const alone = (state === 1 || state === 3) && own !== null && can('apply_forward') && can('apply_answer')
  const place = row.depts.find(({ deptId }) => deptId === own)
  return (
    <>
      {row.depts.map((one) => (
        <Dept key={one.id} row={row} place={one} mine={one.deptId === own} />
      ))}
      {alone && (
        <p className="record-acts no-print">
          <Button onClick={() => setOpen(true)}>{state === 3 ? '逾期未补正，拟定答复' : '直接拟定答复'}</Button>
        </p>
      )}
      {open && own !== null && <Answer row={row} deptId={own} place={place} close={() => setOpen(false)} />}
    </>
  )
}

function Dept({ row, place, mine }: { readonly row: Case; readonly place: Place; readonly mine: boolean }) {
  const { can } = useRights()
  const [open, setOpen] = useState<'answer' | 'return' | null>(null)
  const has = Number(row.state) === inHand && mine
  return (
    <section className="panel" aria-label={`${place.deptName ?? ''}的办理`}>
      <h2>
        {place.deptName}{' '}
        <small className="muted">{`${wordOf(applyLead, place.lead)}，${wordOf(placeStates, place.state)}`}</small>
      </h2>
      {place.remarks && <p className="muted">交办意见：{place.remarks}</p>}
      {place.content && (
        <>
          <p className="muted">
            {[wordOf(outcomeWords, place.outcome), place.updatedByName, shortTime(place.updatedAt)]
              .filter(Boolean)
              .join('　')}
          </p>
          <p className="written">{place.content}</p>
        </>
      )}
      <FileList label={`${place.deptName ?? ''}的答复附件`} files={place.files} />
      {has && (
        <p className="record-acts no-print">
          {can('apply_answer') && (
            <Button type="primary" onClick={() => setOpen('answer')}>
              {place.content ? '修改答复' : '拟定答复'}
            </Button>
          )}
          {can('apply_giveBack') && <Button onClick={() => setOpen('return')}>退回</Button>}
        </p>
      )}
      <Discard row={row} place={place} mine={mine} />
      {open === 'answer' && <Answer row={row} deptId={place.deptId} place={place} close={() => setOpen(null)} />}
      {open === 'return' && (
        <GiveBack
          area="apply"
          noun="申请"
          row={row}
          call={api.giveBack}
          reasons={applyFlow.moves.giveBack.reasons ?? []}
          list={places.list}
          close={() => setOpen(null)}
        />
      )}
    </section>
  )
}

/** What stays of an answer when its draft is thrown away. */
function kept({ answer, againAt }: Case): string {
  if (answer) return '；曾提交的答复内容留在办理记录'
  return againAt ? '；此前签发的答复和附件留在办理记录' : ''
}

/** Throws away what is not handed in: a slip of the office's own keeps the request from being handed on. */
function Discard({ row, place, mine }: { readonly row: Case; readonly place: Place; readonly mine: boolean }) {
  const { can } = useRights()
  const say = useSay()
  const confirm = useConfirm()
  const stale = useStale()
  const me = useMe()?.userId
  const discard = useAction(api.discard)
  const isDraft = Number(place.state) === 1 && draftStates.includes(Number(row.state))
  const may = can('apply_answer') && ((mine && place.updatedBy === me) || can('apply_forward'))
  if (!isDraft || !may) return null
  async function send() {
    const asked = {
      text: `将删去${place.deptName ?? ''}的答复稿，连同附件不能恢复${kept(row)}。是否继续？`,
      ok: '删去',
      danger: true,
    }
    if (!(await confirm(asked))) return
    const { deptId, version } = place
    const done = await discard.run({ id: row.id, deptId, version }, (error) => say.refused(error))
    if (done) say.success('已删去答复稿')
    await stale('apply')
  }
  return (
    <p className="record-acts no-print">
      <Button danger loading={discard.busy} onClick={() => void send()}>
        删去答复稿
      </Button>
    </p>
  )
}

interface AnswerProps {
  readonly row: Case
  readonly deptId: string
  readonly place: Place | undefined
  readonly close: () => void
}

/** The answer of a department; what was written by a colleague meanwhile is shown. */
function Answer({ row, deptId, place, close }: AnswerProps) {
  const stale = useStale()
  const lapsed = Number(row.state) === 3
  const asRow = (one: Place | undefined) => ({
    ...{ id: row.id, version: one?.version ?? null, outcome: one?.outcome ?? (lapsed ? lapsedOutcome : null) },
    ...{ content: one?.content ?? null, files: one?.files ?? [] },
  })
  const get = async ({ id }: { id: string }) =>
    asRow((await api.get({ id })).depts.find((one) => one.deptId === deptId))
  const edit = async ({ version, ...input }: Parameters<typeof api.answer>[0]) => {
    const outcome = input.outcome ?? (lapsed ? lapsedOutcome : undefined)
    const saved = await api.answer({
      ...input,
      ...(place && { version }),
      ...(outcome && { outcome }),
      deptId,
    } as never)
    await stale('apply')
    return asRow(saved)
  }
  const unheard = row.thirdAt !== null && row.thirdBackAt === null
  const leads = place === undefined || Number(place.lead) === 1
  return (
    <RowDialog
      name="答复"
      title={leads ? '拟定答复' : '答复'}
      wide
      area="apply"
      drafts={`apply/${row.id}/answer`}
      calls={{ get, edit }}
      shape={apply.answer.input.shape}
      fields={[...(leads ? (['outcome'] as const) : []), 'content', 'files', 'done']}
      needs={[...(leads ? (['outcome'] as const) : []), 'content', 'done']}
      hints={{
        outcome: '办理结果所依据的条款写入答复书，并计入年度报告',
        content: unheard ? `正在征求「${row.thirdParty}」的意见，收到意见或期满之前不能签发` : undefined,
        done: draftRead(leads),
      }}
      fresh={{}}
      live={null}
      row={asRow(place)}
      close={close}
    >
      <details className="beside-form">
        <summary>所需信息的特征描述</summary>
        {place?.remarks && <p className="muted">交办意见：{place.remarks}</p>}
        <p className="written">{row.content}</p>
        {row.supplement && <p className="written">申请人补正：{row.supplement}</p>}
        {row.thirdOpinion && <p className="written">第三方意见：{row.thirdOpinion}</p>}
      </details>
    </RowDialog>
  )
}
