import { Checkbox } from 'antd'
import { memo } from 'react'
import { Link } from 'react-router'
import { replacedFields, replaceWays } from '../../../core/contract/article/replace.ts'
import { number } from '../../parts/list/cells.tsx'
import { places as addresses } from './calls.ts'
import { type FoundArticle, type Left, replaceable } from './replace.ts'
import { Status } from './Status.tsx'

interface Props {
  readonly found: readonly FoundArticle[]
  readonly to: string
  readonly left: Left
  readonly setLeft: (change: (now: Left) => Left) => void
}

/** The articles that hold it, with each place as it is and as it will be; what is not ticked stays. */
export function ReplaceList({ found, to, left, setLeft }: Props) {
  return (
    <ul className="replace-list">
      {found.map((one) => (
        <One key={one.articleId} one={one} to={to} left={left[one.articleId]} setLeft={setLeft} />
      ))}
    </ul>
  )
}

interface OneProps extends Pick<Props, 'to' | 'setLeft'> {
  readonly one: FoundArticle
  readonly left: readonly number[] | undefined
}

const none: readonly number[] = []

const One = memo(function One({ one, to, left = none, setLeft }: OneProps) {
  const { articleId, title, columnName, status, way, total, places } = one
  const all = replaceable(one)
  const ticked = all.length - left.length
  const leave = (nos: readonly number[]) => setLeft((now) => ({ ...now, [articleId]: nos }))
  return (
    <li>
      <p className="replace-title">
        <Checkbox
          checked={ticked === all.length && all.length > 0}
          indeterminate={ticked > 0 && ticked < all.length}
          disabled={all.length === 0}
          aria-label={`替换《${title}》`}
          onChange={({ target }) => leave(target.checked ? none : all)}
        />
        <Link to={addresses.edit(articleId)} target="_blank">
          {title}
        </Link>
        <Status value={status} />
        <span className="muted">
          {columnName} · {replaceWays[Number(way) as 0]}
        </span>
      </p>
      <ol>
        {places.map(({ no, field, before, found, after, fits }) => (
          <li key={no}>
            <Checkbox
              checked={fits && !left.includes(no)}
              disabled={!fits}
              onChange={({ target }) => leave(target.checked ? left.filter((other) => other !== no) : [...left, no])}
            >
              <span className="muted">{replacedFields[field as 'title']}</span> {before}
              <del>{found}</del>
              {fits && <ins>{to}</ins>}
              {after}
              {!fits && <span className="replace-across">（跨格式，请在正文中修改）</span>}
            </Checkbox>
          </li>
        ))}
      </ol>
      {(total ?? 0) > places.length && (
        <p className="muted">
          共 {number(total ?? 0)} 处，列出前 {number(places.length)} 处；其余的替换后再查找。
        </p>
      )}
    </li>
  )
})
