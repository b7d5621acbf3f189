import { type RefObject, useEffect, useState } from 'react'

interface Shown {
  readonly text: string
  readonly left: number
  readonly top: number
}
const halfWidth = 90

/** The name and the key of the button that the mouse or the keyboard is at; Escape takes it away. */
export function Tip({ bar }: { bar: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const place = bar.current
    if (!place) return
    const show = ({ target, type }: Event) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      // a click puts the focus there too, and needs no words
      if (type === 'focusin' && !button?.matches(':focus-visible')) return setShown(null)
      if (!button) return setShown(null)
      const { left, width, bottom } = button.getBoundingClientRect()
      const middle = Math.max(halfWidth, Math.min(left + width / 2, innerWidth - halfWidth))
      setShown({ text: button.dataset.tip ?? '', left: middle, top: bottom + 4 })
    }
    const hide = () => setShown(null)
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    place.addEventListener('pointerover', show)
    place.addEventListener('focusin', show)
    for (const name of ['pointerleave', 'focusout', 'pointerdown'] as const) place.addEventListener(name, hide)
    document.addEventListener('keydown', leave)
    return () => {
      place.removeEventListener('pointerover', show)
      place.removeEventListener('focusin', show)
      for (const name of ['pointerleave', 'focusout', 'pointerdown'] as const) place.removeEventListener(name, hide)
      document.removeEventListener('keydown', leave)
    }
  }, [bar])
  return (
    shown && (
      <span className="tool-tip" role="tooltip" style={{ left: shown.left, top: shown.top }}>
        {shown.text}
      </span>
    )
  )
}
