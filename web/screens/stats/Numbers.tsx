import { Fragment } from 'react'
import { Link } from 'react-router'
import { aimedAt, doneOf, growth, growthSays, sumSays } from '../../../core/domain/statistics.ts'
import { number } from '../../parts/list/cells.tsx'
import { places as articles } from '../article/calls.ts'
import { type Found, isSingle, type Line, listBehind, searchesBefore } from './calls.ts'

interface Way {
  readonly n: number
  /** What the number is about, for who does not see its row and column. */
  readonly says: string
  readonly to: string | null
}

/** A number, and the way to the rows that it counts. */
function Linked({ n, says, to }: Way) {
  const shown = number(n)
  return to && n > 0 ? (
    <Link to={to} aria-label={`${says} ${shown}`}>
      {shown}
    </Link>
  ) : (
    shown
  )
}

function Growth({ now, before }: { readonly now: number; readonly before: number | null }) {
  const by = growth(now, before)
  return <span className={by === null || by === 0 ? 'muted' : undefined}>{growthSays(now, before)}</span>
}

/** What there was to be, and how much of it is done. */
function Aim({ n, target }: { readonly n: number; readonly target: number | null }) {
  const done = doneOf(n, target)
  return (
    <>
      <td>{target === null ? '—' : number(target)}</td>
      <td>{done === null ? '—' : `${done}%`}</td>
    </>
  )
}

interface BeforeProps {
  readonly found: Found
  /** None: the sum. */
  readonly line: Line | null
  readonly beforeSays: string
}

/** What a line is compared with, and how much more it is. */
function Before({ found, line, beforeSays }: BeforeProps) {
  const says = line ? (line.name ?? '') : '合计'
  const [now, before, yearBefore] = line
    ? [line.n ?? 0, line.before, line.yearBefore]
    : [found.total, found.totalBefore, found.totalYearBefore]
  const searches = searchesBefore(found, line)
  const sides = [
    { n: before, at: beforeSays, search: searches.before },
    { n: yearBefore, at: '上年同期', search: searches.year },
  ]
  return sides.map(({ n, at, search }) => (
    <Fragment key={at}>
      <td>
        <Linked n={n ?? 0} says={`${says} ${at}`} to={listBehind(found, search)} />
      </td>
      <td>
        <Growth now={now} before={n} />
      </td>
    </Fragment>
  ))
}

/** The table of a statistic: the same numbers as the chart, each leading to the list of its rows. */
export function Numbers({ found }: { readonly found: Found }) {
  const { by, unit, lines, parts, series } = found
  const single = isSingle(found)
  const ranked = lines.some(({ rank }) => rank !== null)
  const hits = lines.some(({ hits: some }) => some !== null)
  const aimed = lines.some(({ target }) => target !== null)
  const compared = found.before !== null
  // a month stands beside the one before it
  const beforeSays = series === 'day' ? '前一日' : series === 'month' ? '上月' : '上期'
  const field = found.of === 'article' ? 'ownState' : 'state'
  const partTo = (line: Line, key: string | null) =>
    listBehind(found, line.search && key !== null ? { ...line.search, [field]: key } : null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className="stats-table" aria-label={`${found.title}的数据`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {ranked && <th scope="col">名次</th>}
            <th scope="col" className="stats-name">
              {by}
            </th>
            {!single && <th scope="col">数量（{unit}）</th>}
            {aimed && (
              <>
                <th scope="col">目标</th>
                <th scope="col">完成</th>
              </>
            )}
            {hits && <th scope="col">点击数</th>}
            {parts.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
            {compared && (
              <>
                <th scope="col">{beforeSays}</th>
                <th scope="col">比{beforeSays}</th>
                <th scope="col">上年同期</th>
                <th scope="col">比上年同期</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const name = line.name ?? ''
            return (
              <tr key={line.key ?? ''}>
                {ranked && <td>{line.rank ?? '—'}</td>}
                <th scope="row">{single && line.key ? <Link to={articles.edit(line.key)}>{name}</Link> : name}</th>
                {!single && (
                  <td>
                    <Linked n={line.n ?? 0} says={name} to={listBehind(found, line.search)} />
                  </td>
                )}
                {aimed && <Aim n={line.n ?? 0} target={line.target} />}
                {hits && (
                  <td>
                    {single ? (
                      <Linked n={line.hits ?? 0} says={`${name} 点击数`} to={listBehind(found, line.search)} />
                    ) : (
                      number(line.hits ?? 0)
                    )}
                  </td>
                )}
                {parts.map(({ key, title }, i) => (
                  <td key={key}>
                    <Linked n={line.parts[i] ?? 0} says={`${name} ${title}`} to={partTo(line, key)} />
                  </td>
                ))}
                {compared && <Before found={found} line={line} beforeSays={beforeSays} />}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            {ranked && <td />}
            <th scope="row">{sumSays(found)}</th>
            {!single && (
              <td>
                <Linked n={found.total} says="合计" to={listBehind(found, found.search)} />
              </td>
            )}
            {aimed && <Aim n={aimedAt(found.lines)} target={found.totalTarget} />}
            {hits && <td>{number(found.totalHits ?? 0)}</td>}
            {parts.map(({ key, title, total, search }) => (
              <td key={key}>
                <Linked n={total} says={`合计 ${title}`} to={listBehind(found, search)} />
              </td>
            ))}
            {compared && <Before found={found} line={null} beforeSays="上期" />}
          </tr>
        </tfoot>
      </table>
      {found.before && found.yearBefore && (
        <p className="muted">
          合计的上期为 {found.before.startTime} 至 {found.before.endTime}，上年同期为 {found.yearBefore.startTime} 至{' '}
          {found.yearBefore.endTime}。{found.list && <span className="no-print">点数字查看这些记录。</span>}
        </p>
      )}
      {!found.before && <p className="muted">点击数不分日期保存，是这段时间发布的文章至今的点击。</p>}
    </section>
  )
}
