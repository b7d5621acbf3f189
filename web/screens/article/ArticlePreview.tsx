import type { ApiError } from '../../../core/errors.ts'
import { useCall } from '../../data/calls.ts'
import { Preview } from '../../parts/Preview.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api } from './calls.ts'
import type { Values } from './fields.ts'

interface Reply {
  readonly data: string | undefined
  readonly error: ApiError | null
  readonly refetch: () => void
}
interface Shown {
  readonly title: string
  /** In pixels of the page; none: as wide as its place. */
  readonly width?: number
}

function Page({ reply, title, width }: Shown & { reply: Reply }) {
  const { data, error, refetch } = reply
  if (error && data === undefined) return <ErrorState error={error} retry={refetch} />
  return data === undefined ? <Loading /> : <Preview html={data} title={`《${title}》预览`} {...(width && { width })} />
}

/** An article as it will look on the site. */
export const ArticlePreview = ({ articleId, ...shown }: Shown & { articleId: string }) => (
  <Page reply={useCall('article.webGeneratorView', api.webGeneratorView, { articleId })} {...shown} />
)

/** The same of what stands in a form: drawn by the server, which keeps nothing of it. */
export const UnsavedPreview = ({ values, ...shown }: Shown & { values: Partial<Values> }) => (
  <Page reply={useCall('article.preview', api.preview, values as Parameters<typeof api.preview>[0])} {...shown} />
)
