import { imagesOf } from '../../../core/domain/images.ts'
import { useCall } from '../../data/calls.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { Shown } from '../../parts/upload/Shown.tsx'
import { UnsavedPreview } from './ArticlePreview.tsx'
import type { Revision } from './Changes.tsx'
import { api } from './calls.ts'
import type { Values } from './fields.ts'
import { useWords } from './useWords.ts'

/** What an article was after a step: its page as the site would have shown it, and its other fields. */
export function StepText({ row }: { row: Revision }) {
  const { data, error, refetch } = useCall('article.revision', api.revision, { revisionId: row.revisionId })
  const wordOf = useWords()
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading />
  const empty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const filled = data.values.filter(({ value }) => !empty(value))
  const values = {
    publishTime: row.at,
    ...Object.fromEntries(filled.map(({ field, value }) => [field, value])),
    content: data.content,
  } as Partial<Values>
  return (
    <>
      <dl className="step-fields">
        {filled.map(({ field, title, value }) => (
          <div key={field}>
            <dt>{title}</dt>
            <dd>
              {field === 'coverImage'
                ? imagesOf(String(value)).map((src) => <Shown key={src} src={src} alt={title} />)
                : String(wordOf(field, value))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="tall">
        <UnsavedPreview values={values} title={data.title ?? ''} />
      </div>
    </>
  )
}
