import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Completing, completing, type Field } from './complete.ts'
import { coloured, type Token } from './highlight.ts'
import './code.css'

/** Something that is wrong on a line. */
export interface Fault {
  readonly line: number
  readonly says: string
}

/** What others may do with the text. */
export interface CodeHandle {
  goTo(line: number, column?: number | null): void
  insert(text: string): void
}

export interface CodeProps {
  readonly label: string
  /** The file's ending. */
  readonly ending: string
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly readOnly?: boolean
  readonly faults?: readonly Fault[]
  readonly fields?: readonly Field[]
  readonly templates?: readonly string[]
  readonly handle?: RefObject<CodeHandle | null>
  /** Where it does not come: takes it away, as of every part that is loaded when it is wanted. */
  readonly close?: () => void
}

const same = (a: readonly Token[], b: readonly Token[]) =>
  a.length === b.length && a.every((one, i) => one.kind === b[i]?.kind && one.text === b[i]?.text)

/** One line below the text that is typed: its colours, and its number before it. */
const Line = memo(
  ({ tokens, fault }: { tokens: readonly Token[]; fault: string }) => (
    <div className={fault ? 'code-line code-fault' : 'code-line'}>
      {tokens.length === 0 ? '\n' : null}
      {tokens.map(({ kind, text }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: runs of one line, drawn anew with it
        <span key={i} className={kind ? `code-${kind}` : undefined}>
          {text}
        </span>
      ))}
    </div>
  ),
  (a, b) => a.fault === b.fault && same(a.tokens, b.tokens),
)

/** Puts a text where the selection is, so that it can be undone as what is typed. */
function put(area: HTMLTextAreaElement, text: string): void {
  area.focus()
  if (document.execCommand('insertText', false, text)) return
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Where a place of the text stands on the screen, from the top left of its frame. */
function placeOf(frame: HTMLElement, before: string): { left: number; top: number } {
  const lines = before.split('\n')
  const line = frame.querySelectorAll('.code-line')[lines.length - 1]
  const box = frame.getBoundingClientRect()
  if (!line) return { left: 0, top: 0 }
  const range = document.createRange()
  let left = lines.at(-1)?.length ?? 0
  range.selectNodeContents(line)
  const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const { length } = node.textContent ?? ''
    if (left <= length) {
      range.setStart(node, left)
      range.collapse(true)
      break
    }
    left -= length
  }
  const at = range.getClientRects()[0] ?? line.getBoundingClientRect()
  return {
    left: Math.max(0, Math.min(at.left - box.left, box.width - 240)),
    top: at.bottom - box.top + frame.scrollTop,
  }
}

/** A text of code as a form's field: coloured, with numbered lines and completion. Tab leads on, as from every field. */
export default function CodeEditor(props: CodeProps) {
  const { label, ending, id, value = '', onChange, readOnly = false, faults = [], handle } = props
  const { fields = [], templates = [] } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const listId = useId()
  const [open, setOpen] = useState<(Completing & { left: number; top: number }) | null>(null)
  const [at, setAt] = useState(0)
  const lines = useMemo(() => coloured(value, ending), [value, ending])
  const wrong = useMemo(() => {
    const byLine = new Map<number, string>()
    for (const { line, says } of faults) byLine.set(line, [byLine.get(line), says].filter(Boolean).join('；'))
    return byLine
  }, [faults])

  const offer = useCallback(
    (asked: boolean) => {
      const { current } = area
      const before = current?.value.slice(0, current.selectionStart) ?? ''
      const found = ending === 'liquid' && !readOnly ? completing(before, fields, templates, asked) : null
      setAt(0)
      setOpen(found && frame.current ? { ...found, ...placeOf(frame.current, before.slice(0, found.from)) } : null)
    },
    [ending, readOnly, fields, templates],
  )
  // after the drawing, by which places are measured
  const typed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => {
    if (typed.current) offer(false)
    typed.current = false
  }, [value])

  // the list may open below what is in sight, and be longer than its place
  useEffect(() => {
    if (!open) return
    document.getElementById(listId)?.scrollIntoView({ block: 'nearest' })
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [open, at, listId])

  function take(label: string | undefined) {
    const { current } = area
    if (!current || !open || label === undefined) return
    current.setSelectionRange(open.from, current.selectionStart)
    put(current, label)
    setOpen(null)
  }
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      return offer(true)
    }
    if (!open) return
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step) setAt((at + step + open.options.length) % open.options.length)
    else if (event.key === 'Enter') take(open.options[at]?.label)
    else if (event.key === 'Escape') setOpen(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useImperativeHandle(
    handle,
    () => ({
      goTo(line, column) {
        const { current } = area
        const before = current?.value.split('\n').slice(0, line - 1)
        if (!current || !before) return
        const place = before.reduce((sum, one) => sum + one.length + 1, 0) + Math.max(0, (column ?? 1) - 1)
        current.focus({ preventScroll: true })
        current.setSelectionRange(place, place)
        frame.current?.querySelectorAll('.code-line')[line - 1]?.scrollIntoView({ block: 'center' })
      },
      insert: (text) => area.current && !area.current.readOnly && put(area.current, text),
    }),
    [],
  )
  return (
    <div className="code-editor" ref={frame}>
      <div className="code-sheet">
        <div className="code-layer" aria-hidden="true">
          {lines.map((tokens, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands there
            <Line key={i} tokens={tokens} fault={wrong.get(i + 1) ?? ''} />
          ))}
        </div>
        <textarea
          ref={area}
          {...(id && { id })}
          aria-label={label}
          aria-autocomplete="list"
          {...(open && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${at}` })}
          value={value}
          readOnly={readOnly}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={({ target }) => {
            typed.current = true
            onChange?.(target.value)
          }}
          onKeyDown={press}
          onBlur={() => setOpen(null)}
          onClick={() => setOpen(null)}
        />
      </div>
      {open && (
        <div
          className="code-options"
          id={listId}
          role="listbox"
          aria-label="可以填入的内容"
          style={{ left: open.left, top: open.top }}
        >
          {open.options.map((one, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus, and says which one is meant
            <div
              key={one.label}
              id={`${listId}-${i}`}
              role="option"
              aria-selected={i === at}
              title={one.info}
              // before the text loses the focus
              onMouseDown={(event) => {
                event.preventDefault()
                take(one.label)
              }}
            >
              {one.label} <small>{one.detail}</small>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
