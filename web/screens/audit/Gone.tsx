import { Button } from 'antd'
import { Link } from 'react-router'
import { useCall } from '../../data/calls.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { api, places, titleOf } from '../article/calls.ts'

interface Props {
  readonly articleId: string
  /** Its title, where it was read before. */
  readonly title: string | undefined
  readonly pile: string
  /** What the server said when it refused. */
  readonly says: string | undefined
  readonly last: boolean
  readonly goOn: () => void
  readonly back: (() => void) | undefined
}

/** In place of the article that somebody else took from the pile: whose act it was, and the way on. */
export function Gone({ articleId, title, pile, says, last, goOn, back }: Props) {
  const steps = useCall('article.revisions', api.revisions, { articleId, pageSize: 1 }, { quiet: true })
  const seen = useCall('article.view', api.view, { articleId }, { enabled: title === undefined, quiet: true })
  const step = steps.data?.list[0]
  const name = title ?? (seen.data && titleOf(seen.data)) ?? `文章 ${articleId}`
  const whose = step && `${step.byName ?? '他人'} 于 ${shortTime(step.at)}「${step.act}」`
  return (
    <section className="reading gone" aria-label={`《${name}》已不在「${pile}」中`}>
      <div className="state" role="alert">
        <p className="state-title">
          《{name}》已不在「{pile}」中
        </p>
        {whose ? (
          <p>
            {whose}
            {step.reason && `：${step.reason}`}
          </p>
        ) : (
          <p className="muted">{says ?? (steps.isError ? '可能已由他人处理、移动或删除' : '')}</p>
        )}
        <p className="gone-ways">
          <Button type="primary" onClick={goOn}>
            {last ? '知道了' : '继续看下一篇'} <kbd className="key">J</kbd>
          </Button>
          {back && <Button onClick={back}>返回列表</Button>}
          <Link to={places.history(articleId)}>修订历史</Link>
        </p>
      </div>
    </section>
  )
}
