import { Button } from 'antd'
import { useState } from 'react'
import { proposal } from '../../../core/contract/proposal.ts'
import { forumLead, forumStates } from '../../../core/domain/mail-states.ts'
import { proposalFlow } from '../../../core/domain/proposal-states.ts'
import { draftRead } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useStale } from '../../data/calls.ts'
import { useMe } from '../../data/me.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { GiveBack } from '../../parts/states/GiveBack.tsx'
import { api, type Place, type Proposal, places, wordOf } from './calls.ts'

const inHand = 2
/** What only who leads says beside the answer. */
const ofWhole = ['outcome', 'unitOpen'] as const

/** What each unit says of a proposal, and the form of the reader's own. */
export function Places({ row }: { readonly row: Proposal }) {
  const own = useMe()?.deptId ?? null
  if (row.depts.length === 0)
    return row.reply === null ? null : (
      <section className="panel" aria-label="答复">
        <h2>答复</h2>
        <p className="written">{row.reply}</p>
      </section>
    )
  return row.depts.map((one) => <Unit key={one.id} row={row} place={one} mine={one.deptId === own} />)
}

function Unit({ row, place, mine }: { readonly row: Proposal; readonly place: Place; readonly mine: boolean }) {
  const { can } = useRights()
  const [open, setOpen] = useState<'answer' | 'return' | null>(null)
  const has = Number(row.state) === inHand && mine && can('proposal_answer')
  return (
    <section className="panel" aria-label={`${place.deptName ?? ''}的办理`}>
      <h2>
        {place.deptName}{' '}
        <small className="muted">{`${wordOf(forumLead, place.lead)}，${wordOf(forumStates, place.state)}`}</small>
      </h2>
      {place.remarks && <p className="muted">交办意见：{place.remarks}</p>}
      {place.content && (
        <>
          <p className="muted">{[place.updatedByName, shortTime(place.updatedAt)].filter(Boolean).join(' ')}</p>
          <p className="written">{place.content}</p>
        </>
      )}
      {has && (
        <p className="record-acts no-print">
          <Button type="primary" onClick={() => setOpen('answer')}>
            {place.content ? '修改答复' : '答复'}
          </Button>
          <Button onClick={() => setOpen('return')}>退回</Button>
        </p>
      )}
      {open === 'answer' && <Answer row={row} place={place} close={() => setOpen(null)} />}
      {open === 'return' && (
        <GiveBack
          area="proposal"
          noun="提案"
          row={row}
          call={api.giveBack}
          reasons={proposalFlow.moves.giveBack.reasons ?? []}
          unit="本单位"
          follows="由交办的人重新交办"
          list={places.list}
          close={() => setOpen(null)}
        />
      )}
    </section>
  )
}

interface Opened {
  readonly row: Proposal
  readonly close: () => void
}

/** The answer of a unit; that of who leads says what came of the proposal, and whether it may be published. */
function Answer({ row, place, close }: Opened & { readonly place: Place }) {
  const stale = useStale()
  const leads = Number(place.lead) === 1
  const asRow = (
    { content, version }: Pick<Place, 'content' | 'version'>,
    { id, outcome, unitOpen }: Pick<Proposal, 'id' | 'outcome' | 'unitOpen'>,
  ) => ({ id, version, content, ...(leads && { outcome, unitOpen }) })
  const get = async ({ id }: { id: string }) => {
    const found = await api.get({ id })
    return asRow(found.depts.find((one) => one.deptId === place.deptId) ?? place, found)
  }
  const edit = async (input: Parameters<typeof api.answer>[0]) => {
    const saved = await api.answer({ ...input, deptId: place.deptId })
    await stale('proposal')
    return asRow(saved, row)
  }
  return (
    <RowDialog
      name="答复"
      title="答复"
      wide
      area="proposal"
      drafts={`proposal/${row.id}/answer`}
      calls={{ get, edit }}
      shape={proposal.answer.input.shape}
      fields={[...(leads ? ofWhole : []), 'content', 'done']}
      needs={[...(leads ? ofWhole : []), 'content', 'done']}
      hints={{ done: draftRead(leads), unitOpen: '委员也同意的才公开' }}
      fresh={{}}
      live={null}
      row={asRow(place, row)}
      close={close}
    />
  )
}
