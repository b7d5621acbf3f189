import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'

/** Where the arrows lead from a button at `at` of `count`. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/**
 * One Tab stop for all buttons of a toolbar, arrows, Home and End within it; Tab leads back to the button that was used last.
 * A button that cannot be pressed now says so (`aria-disabled`) and keeps its place: arrows would else jump about.
 */
export function useRoving(bar: RefObject<HTMLElement | null>) {
  const buttons = () => [...(bar.current?.querySelectorAll('button') ?? [])]
  function stopAt(chosen: HTMLElement | undefined) {
    for (const button of buttons()) button.tabIndex = button === chosen ? 0 : -1
  }
  // buttons come and go with what is chosen in the text
  useEffect(() => {
    const all = buttons()
    const stops = all.filter(({ tabIndex }) => tabIndex === 0)
    if (stops.length !== 1) stopAt(all.length === stops.length ? all[0] : (stops[0] ?? all[0]))
  })
  return {
    onFocus({ target }: FocusEvent) {
      if (target instanceof HTMLButtonElement) stopAt(target)
    },
    onKeyDown(event: KeyboardEvent) {
      const move = moves[event.key]
      const all = buttons()
      const at = all.indexOf(event.target as HTMLButtonElement)
      if (!move || at < 0) return
      event.preventDefault()
      all[move(at, all.length)]?.focus()
    },
  }
}
