import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Loading } from '../States.tsx'

const Editor = lazy(() => import('./Editor.tsx'))
/** The editor is loaded when its place comes within this many pixels of what is seen. */
const offset = 667

const mute = 'mute'

/** In the editor on the screen, chooses the first picture that has no words, and asks for them. */
export const toMutePicture = () => void document.querySelector('.editor-place')?.dispatchEvent(new Event(mute))

interface Props {
  readonly value?: string
  readonly onChange?: (html: string) => void
  readonly label: string
  /** For texts of a few paragraphs, in a dialog. */
  readonly short?: boolean
}

/** The editor as a form's field; it keeps its place until it is there. */
export function LazyEditor({ value = '', onChange = () => undefined, label, short = false }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: `${offset}px`,
    })
    if (place.current) watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const ask = () => {
      setNear(true)
      setAsked((times) => times + 1)
    }
    const here = place.current
    here?.addEventListener(mute, ask)
    return () => here?.removeEventListener(mute, ask)
  }, [])
  return (
    <div
      ref={place}
      className={short ? 'editor-place editor-short' : 'editor-place'}
      style={{ minHeight: short ? 260 : 600 }}
    >
      {near && (
        <Suspense fallback={<Loading rows={short ? 4 : 12} />}>
          <Editor value={value} onChange={onChange} label={label} asked={asked} />
        </Suspense>
      )}
    </div>
  )
}
