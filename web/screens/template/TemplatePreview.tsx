import { useState } from 'react'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { Preview } from '../../parts/Preview.tsx'
import { PreviewDrawer } from '../../parts/PreviewDrawer.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { ArticlePicker } from './ArticlePicker.tsx'
import { api } from './calls.ts'
import './template.css'

interface Props {
  readonly fileName: string
  /** What stands in the editor; none: what is stored. */
  readonly content?: string
  readonly title: string
  readonly close: () => void
}

/** A page as it would look with what is not saved: one that uses the file, or an article that is chosen. */
export default function TemplatePreview({ fileName, content, title, close }: Props) {
  const { can } = useRights()
  const [articleId, setArticleId] = useState<string | null>(null)
  const input = { fileName, articleId, ...(content !== undefined && { content }) }
  const { data, error, refetch } = useCall('template.preview', api.preview, input, { fresh: true })
  return (
    <PreviewDrawer title={title} close={close}>
      {(width) => (
        <div className="template-preview">
          {can('article_list') && <ArticlePicker value={articleId} onChange={setArticleId} />}
          {error && data === undefined ? (
            <ErrorState error={error} retry={() => void refetch()} />
          ) : data === undefined ? (
            <Loading />
          ) : (
            <Preview html={data} title={`${title}预览`} width={width} />
          )}
        </div>
      )}
    </PreviewDrawer>
  )
}
