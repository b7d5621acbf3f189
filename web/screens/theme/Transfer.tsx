import { Button } from 'antd'
import { useState } from 'react'
import { versionsSeen } from '../../../core/contract/shared.ts'
import { ApiError } from '../../../core/errors.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useStale } from '../../data/calls.ts'
import { useMe } from '../../data/me.ts'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { GiveBack } from '../../parts/states/GiveBack.tsx'
import type { Group, Topic } from './calls.ts'

interface Given {
  readonly group: Group
  readonly row: Topic
}

const reasons = ['不属于本部门职责', '应由其他部门承办']
const rejected = 2

/** A topic's way to a department and back: the office hands it on or takes it back, the department gives back what is not for it. */
export function Transfer({ group, row }: Given) {
  const { area, api, noun, places } = group
  const { can } = useRights()
  const mine = useMe()?.deptId ?? null
  const [open, setOpen] = useState<'transfer' | 'return' | null>(null)
  const holds = mine !== null && mine === row.deptId
  return (
    <>
      {can(`${area}_transfer` as Right) && Number(row.state) !== rejected && (
        <Button onClick={() => setOpen('transfer')}>转交</Button>
      )}
      {holds && can(`${area}_replySave` as Right) && <Button onClick={() => setOpen('return')}>退回</Button>}
      {open === 'transfer' && <HandOn group={group} row={row} close={() => setOpen(null)} />}
      {open === 'return' && (
        <GiveBack
          area={area}
          noun={noun}
          row={row}
          call={(input, options) => api.giveBack({ ...input, versions: versionsSeen([row]) }, options)}
          reasons={reasons}
          follows="由转交的人另行转交"
          list={places.list}
          close={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** The form of a department and what is said to it; none chosen: the topic is taken back. */
function HandOn({ group, row, close }: Given & { readonly close: () => void }) {
  const { area, api, shape, noun } = group
  const say = useSay()
  const stale = useStale()
  const get = async (input: { id: string }) => {
    const { id, version, deptId } = await api.get(input)
    return { id, version, deptId }
  }
  /** The form stays. What somebody has changed since is told by the form itself, beside what is typed. */
  function refuse(code: string, says: string): never {
    if (code !== 'STALE') say.warning(says)
    throw new ApiError('refused', code, says)
  }
  async function edit(given: { id: string; version?: number; deptId?: string | null; remarks?: string | null }) {
    const { id, deptId, remarks } = given
    if (deptId && deptId === row.deptId)
      refuse('NO_CHANGES', `${noun}已在${row.deptName ?? '这个部门'}，请改选部门，或清空部门收回`)
    // an id that is none takes it back: an empty text would count as a field that was left out
    const sent = { ids: [id], deptId: deptId || 0, remarks: remarks || null, versions: versionsSeen([given]) }
    const [failed] = (await api.transfer(sent)).failed
    if (failed) refuse(failed.errorCode, failed.errorMsg)
    await stale(area)
    return get({ id })
  }
  return (
    <RowDialog
      name="转交"
      title={`转交${noun}`}
      ok="转交"
      area={area}
      drafts={`${area}/${row.id}/transfer`}
      calls={{ get, edit }}
      shape={shape.transfer.input.shape}
      fields={['deptId', 'remarks']}
      {...(row.deptId !== null && { hints: { deptId: '清空部门即收回' } })}
      needs={row.deptId === null ? ['deptId'] : []}
      fresh={{}}
      live={({ deptId }) =>
        deptId ? `保存后承办部门随即看到这条${noun}，是否保存？` : `保存后${noun}即收回，是否保存？`
      }
      row={{ id: row.id, version: row.version, deptId: row.deptId }}
      proposed
      close={close}
    />
  )
}
