import { Checkbox, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { EmptyState } from './States.tsx'
import './marks.css'

/** A right that may be ticked: `name` says what it lets people do, `key` is what programs call it. */
export interface Mark {
  readonly id: string
  readonly name: string
  readonly key: string | null
}
/** The rights of one screen; `path` is where it stands in the menu. */
export interface MarkGroup<M extends Mark> {
  readonly path: string
  readonly marks: readonly M[]
}

interface Props<M extends Mark> {
  readonly groups: readonly MarkGroup<M>[]
  readonly isHeld: (mark: M) => boolean
  readonly mark: (some: readonly M[], held: boolean) => void
  readonly disabled?: boolean
  /** What stands beside the search. */
  readonly children?: ReactNode
}

/** Rights by the screens that they belong to, each to be ticked, or all of a screen at once; found by their words and keys. */
export function KeyGroups<M extends Mark>({ groups, isHeld, mark, disabled = false, children }: Props<M>) {
  const [words, setWords] = useState('')
  const word = words.trim().toLowerCase()
  const holds = (text: string | null) => !!text?.toLowerCase().includes(word)
  const found = groups
    .map((group) =>
      word === '' || holds(group.path.split(' / ').at(-1) ?? '')
        ? group
        : { ...group, marks: group.marks.filter(({ name, key }) => holds(name) || holds(key)) },
    )
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
        {children}
      </div>
      {found.length === 0 && <EmptyState title={`没有含「${words.trim()}」的权限`} />}
      {found.map(({ path, marks }) => {
        const held = marks.filter(isHeld).length
        return (
          <section key={`${path} ${marks[0]?.id}`} className="marks" aria-label={path}>
            <h3>
              <Checkbox
                disabled={disabled}
                checked={held === marks.length}
                indeterminate={held > 0 && held < marks.length}
                onChange={({ target }) => mark(marks, target.checked)}
              >
                {path}
              </Checkbox>
            </h3>
            <div>
              {marks.map((one) => (
                <Checkbox
                  key={one.id}
                  disabled={disabled}
                  checked={isHeld(one)}
                  onChange={({ target }) => mark([one], target.checked)}
                >
                  <span title={one.key ?? ''}>{one.name}</span>
                </Checkbox>
              ))}
            </div>
          </section>
        )
      })}
    </>
  )
}
