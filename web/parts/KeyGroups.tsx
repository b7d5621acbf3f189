import { Button, Checkbox, Input } from 'antd'
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

/** The catalogue of a screen, and the screen itself. */
const partsOf = (path: string): [string, string] => {
  const at = path.indexOf(' / ')
  return at < 0 ? [path, path] : [path.slice(0, at), path.slice(at + 3)]
}

interface BranchProps<M extends Mark> extends Pick<Props<M>, 'isHeld' | 'mark' | 'disabled'> {
  /** Where it stands: its name for who does not see the branches above it. */
  readonly path: string
  readonly name: string
  readonly marks: readonly M[]
  readonly open: boolean
  readonly fold: () => void
  readonly className: string
  readonly children: ReactNode
}

/** A branch of the tree: ticked as a whole, counted, and folded away. */
function Branch<M extends Mark>({ path, name, marks, open, fold, className, children, ...does }: BranchProps<M>) {
  const held = marks.filter(does.isHeld).length
  const Heading = className === 'marks' ? 'h4' : 'h3'
  return (
    <section className={className} aria-label={path}>
      <Heading>
        <button
          type="button"
          className="marks-fold"
          aria-expanded={open}
          aria-label={`${open ? '收起' : '展开'} ${path}`}
          onClick={fold}
        >
          {open ? '▾' : '▸'}
        </button>
        <Checkbox
          aria-label={path}
          disabled={does.disabled ?? false}
          checked={held === marks.length}
          indeterminate={held > 0 && held < marks.length}
          onChange={({ target }) => does.mark(marks, target.checked)}
        >
          {name}
        </Checkbox>
        <small className="muted">
          {held} / {marks.length}
        </small>
      </Heading>
      {open && children}
    </section>
  )
}

/** Rights as a tree in the menu's order, by catalogues and screens: each to be ticked, or a whole branch at once; found by their words and keys. */
export function KeyGroups<M extends Mark>({ groups, isHeld, mark, disabled = false, children }: Props<M>) {
  const [words, setWords] = useState('')
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set())
  const word = words.trim().toLowerCase()
  const holds = (text: string | null) => !!text?.toLowerCase().includes(word)
  const found = groups
    .map((group) =>
      word === '' || holds(partsOf(group.path)[1])
        ? group
        : { ...group, marks: group.marks.filter(({ name, key }) => holds(name) || holds(key)) },
    )
    .filter(({ marks }) => marks.length > 0)
  const tops = [...Map.groupBy(found, ({ path }) => partsOf(path)[0])]
  const names = tops.map(([top]) => top)
  const allShut = names.every((top) => shut.has(top))
  /** Nothing that was looked for stands folded. */
  const isOpen = (path: string) => word !== '' || !shut.has(path)
  const fold = (path: string) => () => {
    const next = new Set(shut)
    if (!next.delete(path)) next.add(path)
    setShut(next)
  }
  const does = { isHeld, mark, disabled }
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
        {word === '' && names.length > 1 && (
          <Button onClick={() => setShut(new Set(allShut ? [] : names))}>{allShut ? '全部展开' : '全部收起'}</Button>
        )}
        <span className="grow" />
        {children}
      </div>
      {found.length === 0 && <EmptyState title={`没有含「${words.trim()}」的权限`} />}
      {tops.map(([top, some]) => (
        <Branch
          key={top}
          {...does}
          className="marks-top"
          path={top}
          name={top}
          marks={some.flatMap(({ marks }) => marks)}
          open={isOpen(top)}
          fold={fold(top)}
        >
          {some.map(({ path, marks }) => (
            <Branch
              key={`${path} ${marks[0]?.id}`}
              {...does}
              className="marks"
              path={path}
              name={partsOf(path)[1]}
              marks={marks}
              open={isOpen(path)}
              fold={fold(path)}
            >
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
            </Branch>
          ))}
        </Branch>
      ))}
    </>
  )
}
