import { Button, Checkbox, Input } from 'antd'
import { useEffect, useState } from 'react'
import type { Output } from '../../../core/contract/endpoint.ts'
import { resource } from '../../../core/contract/resource.ts'
import { buttons } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import type { Row } from './calls.ts'

const api = callsOf(resource)
type Entry = Output<typeof resource.roleList>[number]

interface Props {
  readonly row: Row
  readonly unsaved: (is: boolean) => void
}

/** A screen of the menu with the rights below it; `path` is where it stands. */
interface Group {
  readonly menu: Entry
  readonly path: string
  /** The rights, or the entry itself where it has none and is for the roles that hold it. */
  readonly marks: readonly Entry[]
}

function groupsOf(entries: readonly Entry[]): Group[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return entries
    .filter(({ type }) => type === 'Menu')
    .map((menu) => {
      const rights = entries.filter(({ type, parentId }) => type === 'Button' && parentId === menu.id)
      const own = rights.length === 0 && menu.shipped === 0 ? [menu] : []
      const above = byId.get(menu.parentId)?.name
      return { menu, path: above ? `${above} / ${menu.name}` : menu.name, marks: [...rights, ...own] }
    })
    .filter(({ marks }) => marks.length > 0)
}

const namedMost = 6
const namesOf = (entries: readonly Entry[]) =>
  entries
    .slice(0, namedMost)
    .map(({ name }) => `「${name}」`)
    .join('') + (entries.length > namedMost ? ` 等 ${entries.length} 项` : '')

/** The rights to see what other rights of theirs are held for, where they themselves are not held. */
const unseenIn = (groups: readonly Group[], isHeld: (entry: Entry) => boolean): Entry[] =>
  groups.flatMap(({ marks }) =>
    marks.filter((entry) => {
      const [, area] = /^(.+)_(?:list|tree)$/.exec(entry.alias ?? '') ?? []
      return area && !isHeld(entry) && marks.some((one) => one.alias?.startsWith(`${area}_`) && isHeld(one))
    }),
  )

/** The rights of a role, by the screens they belong to. */
export function KeyMarks({ row, unsaved }: Props) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const { data, error, refetch } = useCall('resource.roleList', api.roleList, { roleId: row.id }, { fresh: true })
  const [marked, setMarked] = useState<Readonly<Record<string, boolean>>>({})
  const [words, setWords] = useState('')
  const saving = useAction(api.roleSave)
  const all = row.alias === 'admin'
  const mayChange = can('resource_roleSave') && !all
  const isHeld = (entry: Entry) => marked[entry.id] ?? entry.held === 1
  const entries = data ?? []
  const added = entries.filter((entry) => isHeld(entry) && entry.held !== 1)
  const taken = entries.filter((entry) => !isHeld(entry) && entry.held === 1)
  const changed = added.length + taken.length > 0
  const unseen = changed ? unseenIn(groupsOf(entries), isHeld) : []
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
    const done = await saving.run({ roleId: row.id, resourceIds }, say.refused)
    if (!done) return
    await stale('resource', 'role')
    setMarked({})
    // who reads it may close at once, and is not asked about changes
    say.success(`已保存：增加 ${done.added} 项，收回 ${done.taken} 项`)
  }
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  const word = words.trim().toLowerCase()
  const fits = ({ name, alias }: Entry) => name.toLowerCase().includes(word) || !!alias?.toLowerCase().includes(word)
  const groups = groupsOf(entries)
    .map((group) => (word === '' || fits(group.menu) ? group : { ...group, marks: group.marks.filter(fits) }))
    .filter(({ marks }) => marks.length > 0)
  return (
    <>
      <div className="toolbar">
        <Input.Search
          allowClear
          aria-label="查找权限"
          placeholder="查找权限"
          style={{ maxWidth: 260 }}
          onChange={({ target }) => setWords(target.value)}
        />
        <span className="grow" />
        {all && <span className="muted">管理员总有全部权限，不用设定</span>}
      </div>
      {groups.length === 0 && <EmptyState title={`没有含「${words.trim()}」的权限`} />}
      {groups.map(({ menu, path, marks }) => {
        const held = marks.filter(isHeld).length
        return (
          <section key={menu.id} className="marks" aria-label={path}>
            <h3>
              <Checkbox
                disabled={!mayChange}
                checked={held === marks.length}
                indeterminate={held > 0 && held < marks.length}
                onChange={({ target }) => mark(marks, target.checked)}
              >
                {path}
              </Checkbox>
            </h3>
            <div>
              {marks.map((entry) => (
                <Checkbox
                  key={entry.id}
                  disabled={!mayChange}
                  checked={isHeld(entry)}
                  onChange={({ target }) => mark([entry], target.checked)}
                >
                  <span title={entry.alias ?? ''}>{entry.name}</span>
                </Checkbox>
              ))}
            </div>
          </section>
        )
      })}
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
          <Button type="primary" disabled={!changed} loading={saving.busy} onClick={() => void save()}>
            {buttons.save}
          </Button>
        </div>
      )}
    </>
  )
}
