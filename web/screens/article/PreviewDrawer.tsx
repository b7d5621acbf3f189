import { Drawer } from 'antd'
import { useFocusBack } from '../../parts/focus.ts'
import { ArticlePreview } from './ArticlePreview.tsx'
import './article.css'

interface Props {
  readonly articleId: string
  readonly title: string
  readonly close: () => void
}

/** The preview beside a list or a form. */
export default function PreviewDrawer({ articleId, title, close }: Props) {
  useFocusBack()
  return (
    <Drawer open title={`预览：${title}`} size="min(1000px, 100vw)" onClose={close} className="preview-drawer">
      <ArticlePreview articleId={articleId} title={title} />
    </Drawer>
  )
}
