import { useEffect, useState } from 'react'

/** Where the focus goes when what had it is gone: the screen itself. */
// no field of a form is called so: labels find their fields by these names
const screen = () => document.getElementById('main-screen')

/** Puts the focus there, unless something has it: whoever works by keys goes on from where they were. */
export function refocus(to: Element | null | undefined = screen()): void {
  if (document.activeElement !== document.body) return
  const target = to?.isConnected ? to : screen()
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/** For a button that goes with what it takes away: the focus stays in its group. */
export function stayInGroup(gone: Element): void {
  const group = gone.closest('[role=group]')
  setTimeout(() => refocus(group?.querySelector('button')))
}

/** For a dialog that is there only while it is open: gives the focus back to what had it before. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  // after the dialog has let go of it
  useEffect(() => () => void setTimeout(() => refocus(before)), [before])
}
