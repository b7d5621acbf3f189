import { Button } from 'antd'
import { useState } from 'react'
import { mailForum } from '../../../core/contract/mailForum.ts'
import { forumLead, forumStates, mailFlow } from '../../../core/domain/mail-states.ts'
import { draftRead } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useStale } from '../../data/calls.ts'
import { useMe } from '../../data/me.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { GiveBack } from '../../parts/states/GiveBack.tsx'
import { forum, type Letter, type Place, places } from './calls.ts'
import { Phrases } from './Phrases.tsx'

const inHand = 2

/** What each department says of a letter, and the form of the reader's own. */
export function Depts({ row }: { readonly row: Letter }) {
  if (row.depts.length === 0)
    return row.reply === null ? null : (
      <section className="panel" aria-label="答复">
        <h2>答复</h2>
        <p className="written">{row.reply}</p>
      </section>
    )
  return row.depts.map((place) => <Dept key={place.id} row={row} place={place} />)
}

const words = (table: object, value: unknown) => (table as Readonly<Record<string, string>>)[String(value)] ?? ''

function Dept({ row, place }: { readonly row: Letter; readonly place: Place }) {
  const { can } = useRights()
  const own = useMe()?.deptId === place.deptId
  const [open, setOpen] = useState<'answer' | 'return' | null>(null)
  const has = Number(row.state) === inHand && own
  return (
    <section className="panel" aria-label={`${place.deptName ?? ''}的办理`}>
      <h2>
        {place.deptName}{' '}
        <small className="muted">{`${words(forumLead, place.lead)}，${words(forumStates, place.state)}`}</small>
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
          {can('mailForum_save') && (
            <Button type="primary" onClick={() => setOpen('answer')}>
              {place.content ? '修改答复' : '答复'}
            </Button>
          )}
          {can('mailForum_returnMail') && <Button onClick={() => setOpen('return')}>退回</Button>}
        </p>
      )}
      {open === 'answer' && <Answer row={row} place={place} close={() => setOpen(null)} />}
      {open === 'return' && (
        <GiveBack
          area="mail"
          noun="信件"
          row={row}
          call={forum.returnMail}
          reasons={mailFlow.moves.returnMail.reasons ?? []}
          list={places.list}
          close={() => setOpen(null)}
        />
      )}
    </section>
  )
}

interface Opened {
  readonly row: Letter
  readonly close: () => void
}

/** The answer of the reader's department; what was written by a colleague meanwhile is shown. */
function Answer({ row, place, close }: Opened & { readonly place: Place }) {
  const stale = useStale()
  const asRow = ({ content, version }: Pick<Place, 'content' | 'version'>) => ({ id: row.id, version, content })
  const get = async ({ id }: { id: string }) => {
    const found = (await forum.listByMailid({ id })).find(({ deptId }) => deptId === place.deptId)
    return asRow(found ?? place)
  }
  const edit = async (input: Parameters<typeof forum.save>[0]) => {
    const saved = await forum.save({ ...input, deptId: place.deptId })
    await stale('mail')
    return asRow(saved)
  }
  return (
    <RowDialog
      name="答复"
      title="答复"
      wide
      area="mailForum"
      drafts={`mail/${row.id}/answer`}
      calls={{ get, edit }}
      shape={mailForum.save.input.shape}
      fields={['content', 'done']}
      needs={['content', 'done']}
      hints={{ done: draftRead(Number(place.lead) === 1) }}
      fresh={{}}
      live={null}
      row={asRow(place)}
      close={close}
    >
      <Phrases id={row.id} field="content" />
      <details className="beside-form">
        <summary>来信内容</summary>
        {place.remarks && <p className="muted">交办意见：{place.remarks}</p>}
        <p className="written">{row.content}</p>
        {row.supplement && <p className="written">来信人补充：{row.supplement}</p>}
      </details>
    </RowDialog>
  )
}
