import { PreviewDrawer as Beside } from '../../parts/PreviewDrawer.tsx'
import { ArticlePreview, UnsavedPreview } from './ArticlePreview.tsx'
import type { Values } from './fields.ts'

type Shown = { readonly articleId: string } | { readonly unsaved: Partial<Values> }
type Props = Shown & {
  readonly title: string
  readonly close: () => void
}

/** The preview beside a list, or of what stands in a form. */
export default function PreviewDrawer({ title, close, ...shown }: Props) {
  return (
    <Beside title={title} close={close}>
      {(width) =>
        'unsaved' in shown ? (
          <UnsavedPreview values={shown.unsaved} title={title} width={width} />
        ) : (
          <ArticlePreview articleId={shown.articleId} title={title} width={width} />
        )
      }
    </Beside>
  )
}
