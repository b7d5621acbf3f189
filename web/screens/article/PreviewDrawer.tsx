import { Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { useFocusBack } from '../../parts/focus.ts'
import { isNarrow } from '../../parts/narrow.ts'
import { ArticlePreview, UnsavedPreview } from './ArticlePreview.tsx'
import type { Values } from './fields.ts'
import './article.css'

type Shown = { readonly articleId: string } | { readonly unsaved: Partial<Values> }
type Props = Shown & {
  readonly title: string
  readonly close: () => void
}

/** How wide the page is shown, in pixels of its own. */
const widths = [
  { label: '电脑', value: 1280 },
  { label: '手机', value: 390 },
]

/** The preview beside a list, or of what stands in a form. */
export default function PreviewDrawer({ title, close, ...shown }: Props) {
  const [width, setWidth] = useState(isNarrow() ? 390 : 1280)
  useFocusBack()
  return (
    <Drawer
      open
      title={`预览：${title}`}
      size="min(1320px, 100vw)"
      onClose={close}
      className="preview-drawer"
      extra={<Segmented aria-label="预览的宽度" options={widths} value={width} onChange={setWidth} />}
    >
      {'unsaved' in shown ? (
        <UnsavedPreview values={shown.unsaved} title={title} width={width} />
      ) : (
        <ArticlePreview articleId={shown.articleId} title={title} width={width} />
      )}
    </Drawer>
  )
}
