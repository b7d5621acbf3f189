import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutterLineClass,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { completer, type Field } from './complete.ts'
import { colouring } from './highlight.ts'
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

const setFaults = StateEffect.define<readonly Fault[]>()
const mark = new (class extends GutterMarker {
  override elementClass = 'code-fault-number'
})()

/** Marks follow their lines while the text is changed. */
const faultLines = StateField.define<{ lines: typeof Decoration.none; numbers: RangeSet<GutterMarker> }>({
  create: () => ({ lines: Decoration.none, numbers: RangeSet.empty }),
  update(now, { changes, effects, state }) {
    const set = effects.find((one) => one.is(setFaults))
    if (!set) return { lines: now.lines.map(changes), numbers: now.numbers.map(changes) }
    const byLine = new Map<number, string>()
    for (const { line, says } of set.value as readonly Fault[])
      if (line >= 1 && line <= state.doc.lines) byLine.set(line, [byLine.get(line), says].filter(Boolean).join('；'))
    const places = [...byLine]
      .sort(([a], [b]) => a - b)
      .map(([line, says]) => ({ at: state.doc.line(line).from, says }))
    return {
      lines: Decoration.set(
        places.map(({ at, says }) => Decoration.line({ class: 'code-fault', attributes: { title: says } }).range(at)),
      ),
      numbers: RangeSet.of(places.map(({ at }) => mark.range(at))),
    }
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ lines }) => lines),
    gutterLineClass.from(field, ({ numbers }) => numbers),
  ],
})

const phrases = EditorState.phrases.of({ Completions: '可以填入的内容', 'Control character': '控制字符' })

/** A text of code as a form's field: coloured, with numbered lines and completion. Tab leads on, as from every field. */
export default function CodeEditor(props: CodeProps) {
  const { label, ending, id, value = '', readOnly = false, faults, handle } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  latest.current = props
  const writable = useRef(new Compartment())

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes is brought to it below
  useEffect(() => {
    const made = new EditorView({
      parent: place.current as HTMLElement,
      doc: value,
      extensions: [
        phrases,
        lineNumbers(),
        history(),
        highlightActiveLine(),
        closeBrackets(),
        EditorView.lineWrapping,
        colouring(ending),
        faultLines,
        autocompletion({
          override: [
            completer(
              () => (latest.current.ending === 'liquid' ? (latest.current.fields ?? []) : []),
              () => latest.current.templates ?? [],
            ),
          ],
          icons: false,
        }),
        keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': label, ...(id && { id }), spellcheck: 'false', tabindex: '0' }),
        writable.current.of(EditorState.readOnly.of(readOnly)),
        EditorView.updateListener.of(({ docChanged, state }) => {
          const text = state.doc.toString()
          if (docChanged && text !== (latest.current.value ?? '')) latest.current.onChange?.(text)
        }),
      ],
    })
    view.current = made
    return () => made.destroy()
  }, [])

  useEffect(() => {
    const now = view.current
    if (now && now.state.doc.toString() !== value)
      now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: setFaults.of(faults ?? []) })
  }, [faults])
  useEffect(() => {
    view.current?.dispatch({ effects: writable.current.reconfigure(EditorState.readOnly.of(readOnly)) })
  }, [readOnly])
  useImperativeHandle(
    handle,
    () => ({
      goTo(line, column) {
        const now = view.current
        if (!now || line < 1 || line > now.state.doc.lines) return
        const { from, to } = now.state.doc.line(line)
        const anchor = Math.min(to, from + Math.max(0, (column ?? 1) - 1))
        now.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
        now.focus()
      },
      insert(text) {
        const now = view.current
        if (!now || now.state.readOnly) return
        now.dispatch(now.state.replaceSelection(text), { scrollIntoView: true })
        now.focus()
      },
    }),
    [],
  )
  return <div className="code-editor" ref={place} />
}
