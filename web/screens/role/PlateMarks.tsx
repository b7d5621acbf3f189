import { Button, Checkbox } from 'antd'
import { useEffect } from 'react'
import { plateRole } from '../../../core/contract/plateRole.ts'
import { buttons } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { useKeys } from '../../parts/keys.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { useChangedByOthers, withVersion } from './calls.ts'
import type { MarksProps } from './KeyMarks.tsx'
import { every, takenSays, useMarks } from './marks.ts'

const api = callsOf(plateRole)
const readPlates = withVersion(api.list)

/** The boards whose posts the people of a role judge. */
export function PlateMarks({ row, shown, unsaved }: MarksProps) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const all = row.alias === 'admin'
  const mayChange = can('plateRole_save') && !all
  const options = useCall('plateRole.optionList', api.optionList, {})
  const given = useCall('plateRole.list', readPlates, { roleId: row.id }, { fresh: true })
  const [marked, setMarked] = useMarks('plates', row.id)
  const saving = useAction(api.save)
  const confirm = useConfirm()
  const changedByOthers = useChangedByOthers()
  const had = new Set(given.data?.data[0]?.plateIds)
  const held = new Set([...had, ...Object.keys(marked)].filter((id) => marked[id] ?? had.has(id)))
  const changed = held.size !== had.size || [...held].some((id) => !had.has(id))
  useEffect(() => unsaved(changed), [changed, unsaved])
  useKeys({ save: () => shown && mayChange && void save() })
  const error = options.error ?? given.error
  if (error && !(options.data && given.data))
    return <ErrorState error={error} retry={() => void Promise.all([options.refetch(), given.refetch()])} />
  if (!options.data || !given.data) return <Loading />
  const plates = options.data
  const mark = (id: string, is: boolean) => setMarked({ ...marked, [id]: is })
  // the button stays in use: one that is shut would drop the focus, and with it Escape
  async function save() {
    if (!changed) return say.warning('没有修改')
    const taken = takenSays(had, held, new Map(plates.map(({ id, name }) => [id, name ?? id])), '版块')
    const text = `角色「${row.name}」不再管理${taken}，${row.userCount ?? 0} 人下一次操作即生效。是否保存？`
    if (taken && !(await confirm({ text, ok: buttons.save }))) return
    const input = { roleId: row.id, plateIds: [...held], version: given.data?.version }
    const done = await saving.run(input, (refused) => void changedByOthers(refused))
    if (!done) return
    await stale('plateRole', 'role', 'resource')
    setMarked({})
    say.success('管理的版块已保存')
  }
  const whole = all || held.has(every)
  const box = (id: string, says: string | null, shut: boolean, checked: boolean) => (
    <Checkbox key={id} disabled={shut} checked={checked} onChange={({ target }) => mark(id, target.checked)}>
      {says}
    </Checkbox>
  )
  return (
    <>
      <div className="toolbar">{box(every, '全部版块，含以后新增的', !mayChange, whole)}</div>
      <div className="column-marks">
        {plates.map(({ id, name }) => box(id, name, !mayChange || whole, whole || held.has(id)))}
      </div>
      {mayChange && (
        <div className="marks-foot">
          <Button type="primary" loading={saving.busy} onClick={() => void save()}>
            {buttons.save}
          </Button>
        </div>
      )}
    </>
  )
}
