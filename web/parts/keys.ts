import { useEffect, useRef } from 'react'

/** One key of the console: what is pressed, what it does. The terminal has the same letters where both have them. */
export interface Key {
  readonly press: readonly string[]
  readonly says: string
  /** With Ctrl (or the Mac's command key). */
  readonly ctrl?: true
  /** With Shift, where that makes no other character. */
  readonly shift?: true
  /** Does something again and again while it is held; else a held key counts once. */
  readonly repeats?: true
}

/** The one table of keys: it makes the handlers and the help. */
export const keys = {
  next: { press: ['j'], says: '下一条', repeats: true },
  previous: { press: ['k'], says: '上一条', repeats: true },
  open: { press: ['Enter'], says: '打开' },
  pass: { press: ['a'], says: '通过' },
  reject: { press: ['r'], says: '驳回' },
  undo: { press: ['z'], says: '撤销上一次操作' },
  edit: { press: ['e'], says: '修改' },
  mark: { press: [' '], says: '勾选' },
  markTo: { press: [' '], says: '从上次勾选的一直勾选到这里', shift: true },
  filter: { press: ['/'], says: '到筛选框' },
  reload: { press: ['R'], says: '刷新' },
  save: { press: ['s'], says: '保存', ctrl: true },
  search: { press: ['k'], says: '搜索菜单和文章', ctrl: true },
  help: { press: ['?', '？'], says: '快捷键' },
} as const satisfies Readonly<Record<string, Key>>
export type KeyName = keyof typeof keys

type Handlers = Partial<Record<KeyName, () => void>>

/** The handlers that are in force, the latest last. */
const active: { readonly current: Handlers }[] = []

/** The keys that do something now, in the table's order. */
export const activeKeys = (): [KeyName, Key][] =>
  (Object.entries(keys) as [KeyName, Key][]).filter(([name]) => active.some(({ current }) => current[name]))

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type=checkbox]):not([type=radio]),textarea,select') !== null)

/** On a button, a link or in a list, Enter and the space bar keep their own meaning. */
const ownMeaning = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button,a,input,[role=option],[role=menuitem],[role=tab]') !== null

const dialogOpen = () => document.querySelector('[role=dialog][aria-modal=true]') !== null

const questionOpen = () => document.querySelector('.ant-modal-confirm') !== null

function matches(key: Key, event: KeyboardEvent): boolean {
  const ctrl = event.ctrlKey || event.metaKey
  const shifted = event.key !== ' ' || event.shiftKey === (key.shift === true)
  return ctrl === (key.ctrl === true) && shifted && !event.altKey && key.press.includes(event.key)
}

function hear(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return
  const found = (Object.entries(keys) as [KeyName, Key][]).find(([, key]) => matches(key, event))
  if (!found) return
  const [name, key] = found
  // what it would do is being asked about
  if (key.ctrl && questionOpen()) return event.preventDefault()
  if (!key.ctrl && (typing(event.target) || dialogOpen())) return
  if ((event.key === 'Enter' || event.key === ' ') && ownMeaning(event.target)) return
  const handler = active.findLast(({ current }) => current[name])?.current[name]
  if (!handler) return
  event.preventDefault()
  if (!event.repeat || (key as Key).repeats) handler()
}

/** Puts handlers to keys while the component is there. */
export function useKeys(handlers: Handlers): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    if (active.length === 0) document.addEventListener('keydown', hear)
    active.push(latest)
    return () => {
      active.splice(active.indexOf(latest), 1)
      if (active.length === 0) document.removeEventListener('keydown', hear)
    }
  }, [])
}

const helpEvent = 'xzx-key-help'

/** Opens the overlay of keys. */
export const showKeyHelp = (): void => void document.dispatchEvent(new Event(helpEvent))
/** Hears when the overlay is asked for. */
export function onKeyHelp(open: () => void): () => void {
  document.addEventListener(helpEvent, open)
  return () => document.removeEventListener(helpEvent, open)
}
