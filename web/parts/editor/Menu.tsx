import { DownOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface Props {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly choose: (value: string) => void
}

/** Where the list goes from an item at `at` of `count`, by key. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}
const gap = 8

const itemsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])]

/** A button that opens a list of which one is chosen. */
export function Menu({ label, value, options, choose }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const shown = options.find(([one]) => one === value)?.[1] ?? value

  // beside the button, within the window
  useLayoutEffect(() => {
    if (!open || !button.current || !list.current) return
    const { left, bottom } = button.current.getBoundingClientRect()
    const { width } = list.current.getBoundingClientRect()
    list.current.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`
    list.current.style.top = `${bottom + 2}px`
    list.current.style.maxHeight = `${innerHeight - bottom - gap}px`
    const now = list.current.querySelector<HTMLElement>('[aria-checked=true]')
    ;(now ?? itemsOf(list.current)[0])?.focus()
  }, [open])

  useEffect(() => {
    if (!open) return
    const away = (event: Event) => {
      const { target } = event
      if (!(target instanceof Node && (list.current?.contains(target) || button.current?.contains(target))))
        setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('scroll', away, true)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('scroll', away, true)
    }
  }, [open])

  function close() {
    setOpen(false)
    button.current?.focus()
  }
  function take(one: string) {
    setOpen(false)
    choose(one)
  }
  function press(event: KeyboardEvent) {
    // the toolbar's own keys, and the one that leaves the full screen, rest while the list is open
    event.stopPropagation()
    const all = itemsOf(list.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const move = moves[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else if (event.key === 'Enter' || event.key === ' ') all[at]?.click()
    else if (move) all[move(at, all.length)]?.focus()
    else if (event.key.length === 1) byName(event.key.toLowerCase(), all, at)?.focus()
    else return
    if (event.key !== 'Tab') event.preventDefault()
  }

  return (
    <span className="tool-menu">
      <button
        ref={button}
        type="button"
        aria-label={`${label}：${shown}`}
        data-tip={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <span>{shown}</span>
        <DownOutlined aria-hidden />
      </button>
      {open && (
        <div ref={list} className="tool-list" role="menu" aria-label={label} tabIndex={-1} onKeyDown={press}>
          {options.map(([one, name]) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the list
            <div key={one} role="menuitemradio" tabIndex={-1} aria-checked={one === value} onClick={() => take(one)}>
              {name}
            </div>
          ))}
        </div>
      )}
    </span>
  )
}

/** The next item that begins so. */
const byName = (start: string, all: readonly HTMLElement[], at: number) =>
  [...all.slice(at + 1), ...all.slice(0, at + 1)].find((one) => one.textContent?.toLowerCase().startsWith(start))
