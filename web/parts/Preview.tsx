import { type SyntheticEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
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

/** Tells the style sheet that the focus is within the frame: no selector of the page around it does. */
function showFocus(frame: HTMLIFrameElement) {
  const tell = (within: boolean) => frame.parentElement?.classList.toggle('focused', within)
  tell(document.activeElement === frame)
  frame.contentWindow?.addEventListener('focus', () => tell(true))
  frame.contentWindow?.addEventListener('blur', () => tell(false))
}

/** What is to be read comes first; the head of the site is above it. */
function toText(frame: HTMLIFrameElement) {
  const main = frame.contentDocument?.getElementById('main')
  if (main) frame.contentWindow?.scrollTo(0, main.getBoundingClientRect().top)
}

/** The page's own script does this on the site (`site.js`); in the frame it does not run. */
function sayWide(frame: HTMLIFrameElement) {
  for (const table of frame.contentDocument?.querySelectorAll<HTMLElement>('.content table') ?? []) {
    if (table.scrollWidth <= table.clientWidth + 1 || table.parentElement?.closest('table')) continue
    const hint = Object.assign(document.createElement('p'), {
      className: 'sideways-hint',
      textContent: '表格较宽，可左右滑动查看',
    })
    const place = Object.assign(document.createElement('div'), { className: 'sideways', tabIndex: 0, role: 'region' })
    place.ariaLabel = '表格，可左右滑动'
    table.replaceWith(hint, place)
    place.append(table)
  }
}

function prepare({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  sayWide(frame)
  passKeysOn(frame)
  showFocus(frame)
  toText(frame)
  // the Tab key passes by what leads nowhere
  for (const stop of frame.contentDocument?.querySelectorAll<HTMLElement>('a,button,input') ?? []) stop.tabIndex = -1
}

/** How much smaller a page of this width must be shown to fit into its place. */
function useScale(width: number | undefined) {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    if (!place.current) return
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return { place, scale: width && room > 0 ? Math.min(1, room / width) : 1 }
}

/** A page as it will look on the site, on a screen of `width` pixels; none: as wide as its place. */
export function Preview({ html, title, width }: { html: string; title: string; width?: number }) {
  const page = useMemo(() => inFrame(html), [html])
  const { place, scale } = useScale(width)
  const size = width && {
    width,
    height: `${100 / scale}%`,
    marginInline: scale < 1 ? 0 : 'auto',
    transform: `scale(${scale})`,
  }
  return (
    <div className="preview-place" ref={place}>
      <iframe
        className="preview"
        title={title}
        srcDoc={page}
        sandbox="allow-same-origin"
        onLoad={prepare}
        {...(size && { style: size })}
      />
    </div>
  )
}
