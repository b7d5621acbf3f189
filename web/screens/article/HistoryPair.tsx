import { Button } from 'antd'
import { useCall } from '../../data/calls.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { Changes, type Revision } from './Changes.tsx'
import { api } from './calls.ts'

const nameOf = ({ no, act, byName, at }: Revision) => `第 ${no} 步（${act}，${byName}，${at}）`

/** What lies between two steps of a history, the later one as what came. */
export function HistoryPair({ from, to, leave }: { from: Revision; to: Revision; leave: () => void }) {
  const before = useCall('article.revision', api.revision, { revisionId: from.revisionId }, { quiet: true })
  const after = useCall('article.revision', api.revision, { revisionId: to.revisionId })
  const failed = [before, after].find(({ data, error }) => error && !data)
  return (
    <section className="panel" aria-label={`第 ${from.no} 步与第 ${to.no} 步比较`}>
      <p className="form-head">
        <span>
          从{nameOf(from)}
          <br />到{nameOf(to)}
        </span>
        <span className="grow" />
        <Button onClick={leave}>不再比较</Button>
      </p>
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : before.data && after.data ? (
        <Between before={before.data} after={after.data} />
      ) : (
        <Loading />
      )}
    </section>
  )
}

type Whole = Awaited<ReturnType<typeof api.revision>>

export const fieldsOf = ({ values, content }: Whole) => [...values, { field: 'content', title: '正文', value: content }]

function Between({ before, after }: { before: Whole; after: Whole }) {
  const was = new Map(fieldsOf(before).map(({ field, value }) => [field, value]))
  const is = fieldsOf(after)
  // what stood in a field of the model may be gone
  const gone = fieldsOf(before).filter(({ field }) => !is.some((one) => one.field === field))
  const changed = [...is, ...gone.map((one) => ({ ...one, value: undefined }))]
    .map(({ field, title, value }) => ({ field, title, before: was.get(field), after: value }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
  return changed.length === 0 ? <p className="muted">这两步的内容相同。</p> : <Changes changed={changed} />
}
