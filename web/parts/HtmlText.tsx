import { type SyntheticEvent, useEffect, useRef } from 'react'
import './html-text.css'

/** As the console's own texts look; links open beside the console. */
const page = (html: string) => `<!doctype html><html lang="zh-CN"><head><base target="_blank">
  <meta name="referrer" content="no-referrer"><style>
  body { display: flow-root; margin: 0; font: 15px/1.8 system-ui, 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif; color: #1f1f1f; overflow-wrap: anywhere }
  p, ul, ol { margin: 0 0 0.6em }
  img, video, table { max-width: 100%; height: auto } td, th { border: 1px solid #ccc; padding: 4px 8px } table { border-collapse: collapse }
</style></head><body>${html}</body></html>`

function stretch(frame: HTMLIFrameElement) {
  const { body } = frame.contentDocument ?? {}
  if (body) frame.style.height = `${body.scrollHeight + 4}px`
}

/** A text with markup that the server cleaned, in a frame of its own that runs nothing; as high as the text is. */
export function HtmlText({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const again = () => frame.current && stretch(frame.current)
    window.addEventListener('resize', again)
    return () => window.removeEventListener('resize', again)
  }, [])
  return (
    <iframe
      ref={frame}
      className="html-text"
      title={title}
      srcDoc={page(html)}
      // what it leads to is a page of its own, and runs as one
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => stretch(currentTarget)}
    />
  )
}
