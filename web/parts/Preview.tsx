import { type SyntheticEvent, useMemo } from 'react'
import './preview.css'

/** The page runs nothing and its links lead nowhere: the frame's sandbox allows neither. */
const inFrame = (html: string) =>
  html
    .replace(/<script\b[\s\S]*?(?:<\/script>|$)/gi, '')
    .replace(/<head>/i, '<head><base href="/site/" target="_blank">')

/** Keys that are pressed in the preview go to the screen around it, so that J, K, A and R work after a click there too. */
function passKeysOn(frame: HTMLIFrameElement) {
  frame.contentDocument?.addEventListener('keydown', (event) => {
    if ((event.target as Element).closest?.('input,textarea,select,button,a')) return
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const again = new KeyboardEvent('keydown', {
      key,
      ctrlKey,
      metaKey,
      altKey,
      shiftKey,
      bubbles: true,
      cancelable: true,
    })
    if (!frame.dispatchEvent(again)) event.preventDefault()
  })
}

/** What is to be read comes first; the head of the site is above it. */
function toText(frame: HTMLIFrameElement) {
  const main = frame.contentDocument?.getElementById('main')
  if (main) frame.contentWindow?.scrollTo(0, main.getBoundingClientRect().top)
}

function prepare({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  passKeysOn(frame)
  toText(frame)
  // the Tab key passes by what leads nowhere
  for (const stop of frame.contentDocument?.querySelectorAll<HTMLElement>('a,button,input') ?? []) stop.tabIndex = -1
}

/** A page as it will look on the site. */
export function Preview({ html, title }: { html: string; title: string }) {
  const page = useMemo(() => inFrame(html), [html])
  return <iframe className="preview" title={title} srcDoc={page} sandbox="allow-same-origin" onLoad={prepare} />
}
