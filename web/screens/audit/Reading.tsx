import { Button } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ArticlePreview } from '../article/ArticlePreview.tsx'
import { type Brief, places, titleOf } from '../article/calls.ts'
import { Facts } from './Facts.tsx'
import type { Read } from './useRead.ts'

interface Does {
  readonly label: string
  readonly does: () => void
  /** Why it would be refused. */
  readonly hindered?: string | null | undefined
}

interface Props {
  readonly row: Brief
  /** It came a moment ago, after an act. */
  readonly settling: boolean
  /** Whether there is something to judge yet. */
  readonly read: Read
  readonly busy: 'pass' | 'reject' | null
  readonly pass: Does | undefined
  readonly reject: Does | undefined
  readonly edit: (() => void) | undefined
  readonly back: (() => void) | undefined
}

/** The article as it will look, and what can be done with it. */
export function Reading({ row, settling, read, busy, pass, reject, edit, back }: Props) {
  const body = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each article is read from its beginning
  useLayoutEffect(() => {
    body.current?.scrollTo(0, 0)
  }, [row.articleId])
  return (
    <section className="reading" aria-label={titleOf(row)} aria-busy={settling || read.is === 'coming'}>
      <div className="reading-head">
        {back && <Button onClick={back}>返回列表</Button>}
        {pass && (
          <Button
            type="primary"
            loading={busy === 'pass'}
            disabled={busy === 'reject'}
            // not shut: it keeps the focus, and a press on it says why nothing is done
            aria-disabled={read.is !== 'shown' || Boolean(pass.hindered)}
            title={read.says || (pass.hindered ?? '')}
            onClick={pass.does}
          >
            {pass.label} <kbd className="key">A</kbd>
          </Button>
        )}
        {reject && (
          <Button danger loading={busy === 'reject'} disabled={busy === 'pass'} onClick={reject.does}>
            {reject.label} <kbd className="key">R</kbd>
          </Button>
        )}
        {edit && (
          <Button onClick={edit}>
            修改 <kbd className="key">E</kbd>
          </Button>
        )}
        <span className="grow" />
        <Link to={places.history(row.articleId)}>修订历史</Link>
      </div>
      {/* one thing to scroll: what is decided on is nowhere cut off */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a stop of the Tab key, what is long is scrolled by keys */}
      <section ref={body} className="reading-body" aria-label="文章情况和预览" tabIndex={0}>
        <Facts row={row} />
        <ArticlePreview articleId={row.articleId} title={titleOf(row)} />
      </section>
    </section>
  )
}
