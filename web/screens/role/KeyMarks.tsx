import { Button } from 'antd'
import { useEffect } from 'react'
import type { Output } from '../../../core/contract/endpoint.ts'
import { resource } from '../../../core/contract/resource.ts'
import { type App, apps } from '../../../core/domain/enums.ts'
import { buttons } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { here } from '../../data/console.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { KeyGroups, type Mark, type MarkGroup } from '../../parts/KeyGroups.tsx'
import { useKeys } from '../../parts/keys.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { type Row, useChangedByOthers, withVersion } from './calls.ts'
import { fewOf, useMarks } from './marks.ts'

const api = callsOf(resource)
const readKeys = withVersion(api.roleList)
type Entry = Output<typeof resource.roleList>[number]

export interface MarksProps {
  readonly row: Row
  /** Its tab is the one that is seen. */
  readonly shown: boolean
  readonly unsaved: (is: boolean) => void
}

type Held = Entry & Mark

/** A catalogue as it is told apart: both consoles have one of the name 首页. */
const nameAbove = ({ name, dingAppKey }: Held) =>
  dingAppKey && dingAppKey !== here.app && Object.hasOwn(apps, dingAppKey)
    ? `${name}（${apps[dingAppKey as App]}）`
    : name

/**
 * The screens of the menu, in its order, with the rights below them, or the entry itself where it has none and is for the roles that
 * hold it.
 */
function groupsOf(entries: readonly Held[]): MarkGroup<Held>[] {
  const below = Map.groupBy(entries, ({ parentId }) => parentId)
  return entries
    .filter(({ type }) => type === 'Catalogue')
    .flatMap((above) => (below.get(above.id) ?? []).map((menu) => ({ menu, above })))
    .map(({ menu, above }) => {
      const rights = (below.get(menu.id) ?? []).filter(({ type }) => type === 'Button')
      const own = rights.length === 0 && menu.shipped === 0 ? [menu] : []
      return { path: `${nameAbove(above)} / ${menu.name}`, marks: [...rights, ...own] }
    })
    .filter(({ marks }) => marks.length > 0)
}

const namesOf = (entries: readonly Entry[]) =>
  fewOf(
    entries.map(({ name }) => name),
    '项',
  )

/** The rights to see what other rights of theirs are held for, where they themselves are not held. */
const unseenIn = (groups: readonly MarkGroup<Held>[], isHeld: (entry: Entry) => boolean): Entry[] =>
  groups.flatMap(({ marks }) =>
    marks.filter((entry) => {
      const [, area] = /^(.+)_(?:list|tree)$/.exec(entry.alias ?? '') ?? []
      return area && !isHeld(entry) && marks.some((one) => one.alias?.startsWith(`${area}_`) && isHeld(one))
    }),
  )

/** The rights of a role, by the screens they belong to. */
export function KeyMarks({ row, shown, unsaved }: MarksProps) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const { data: read, error, refetch } = useCall('resource.roleList', readKeys, { roleId: row.id }, { fresh: true })
  const data = read?.data
  const [marked, setMarked] = useMarks('keys', row.id)
  const saving = useAction(api.roleSave)
  const all = row.alias === 'admin'
  const mayChange = can('resource_roleSave') && !all
  const isHeld = (entry: Entry) => marked[entry.id] ?? entry.held === 1
  const entries = (data ?? []).map((entry) => ({ ...entry, key: entry.alias }))
  const groups = groupsOf(entries)
  const added = entries.filter((entry) => isHeld(entry) && entry.held !== 1)
  const taken = entries.filter((entry) => !isHeld(entry) && entry.held === 1)
  const changed = added.length + taken.length > 0
  const unseen = changed ? unseenIn(groups, isHeld) : []
  useEffect(() => unsaved(changed), [changed, unsaved])

  const mark = (some: readonly Entry[], held: boolean) =>
    setMarked({ ...marked, ...Object.fromEntries(some.map(({ id }) => [id, held])) })

  // the button stays in use: one that is shut would drop the focus, and with it Escape
  async function save() {
    if (!changed) return say.warning('没有修改')
    // what is given is asked about with what it would reveal (data/reveal.ts)
    const text = `角色「${row.name}」收回${namesOf(taken)}，${row.userCount ?? 0} 人下一次操作即生效。是否保存？`
    if (taken.length > 0 && !(await confirm({ text, ok: buttons.save }))) return
    const resourceIds = entries.filter(isHeld).map(({ id }) => id)
    const done = await saving.run(
      { roleId: row.id, resourceIds, version: read?.version },
      (refused) => void changedByOthers(refused),
    )
    if (!done) return
    // the columns' tab saves over the same version of the role
    await stale('resource', 'role', 'column')
    setMarked({})
    // who reads it may close at once, and is not asked about changes
    say.success(`已保存：增加 ${done.added} 项，收回 ${done.taken} 项`)
  }
  const changedByOthers = useChangedByOthers()
  useKeys({ save: () => shown && mayChange && void save() })
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  return (
    <>
      <KeyGroups groups={groups} isHeld={isHeld} mark={mark} disabled={!mayChange}>
        {all && <span className="muted">管理员总有全部权限，不用设定</span>}
      </KeyGroups>
      {mayChange && (
        <div className="marks-foot">
          <span className="muted" role="status">
            {changed ? `增加 ${added.length} 项，收回 ${taken.length} 项` : ''}
            {unseen.length > 0 && (
              <b className="marks-doubt">
                没有{namesOf(unseen)}，打不开相应的列表，同一栏中的其他权限用不上；如果需要，请一并勾选
              </b>
            )}
          </span>
          <Button type="primary" loading={saving.busy} onClick={() => void save()}>
            {buttons.save}
          </Button>
        </div>
      )}
    </>
  )
}
