import { useCall } from '../../data/calls.ts'
import { Preview } from '../../parts/Preview.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api } from './calls.ts'

/** An article as it will look on the site. */
export function ArticlePreview({ articleId, title }: { articleId: string; title: string }) {
  const { data, error, refetch } = useCall('article.webGeneratorView', api.webGeneratorView, { articleId })
  if (error && data === undefined) return <ErrorState error={error} retry={refetch} />
  return data === undefined ? <Loading /> : <Preview html={data} title={`《${title}》预览`} />
}
