import { Drawer, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useFocusBack } from './focus.ts'
import { isNarrow } from './narrow.ts'
import './preview.css'

/** How wide the page is shown, in pixels of its own. */
const widths = [
  { label: '电脑', value: 1280 },
  { label: '手机', value: 390 },
]

interface Props {
  readonly title: string
  readonly close: () => void
  /** The page at this width. */
  readonly children: (width: number) => ReactNode
}

/** A page of the site as it will look, beside what it is made from. */
export function PreviewDrawer({ title, close, children }: Props) {
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
      {children(width)}
    </Drawer>
  )
}
