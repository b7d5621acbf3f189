import type { Content, Editor as Tiptap } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { UploadFailures } from '../upload/Failures.tsx'
import { useUploads } from '../upload/useUploads.ts'
import { extensions } from './extensions.ts'
import { keepFirst } from './paste.ts'
import { chooseMute } from './picture.ts'
import { showProgress } from './placeholder.ts'
import { sourceFor } from './source.ts'
import { Toolbar } from './Toolbar.tsx'
import { Uploads } from './uploads.ts'
import { countWords } from './words.ts'
import './editor.css'

interface Props {
  readonly value: string
  readonly onChange: (html: string) => void
  readonly label: string
  /** How often it was asked to lead to a picture without words. */
  readonly asked: number
}

/**
 * The rich-text editor. A text that nobody touched keeps its own markup: only what differs from the text as the
 * editor first understood it counts as a change, and only the blocks that changed are written anew.
 */
export default function Editor({ value, onChange, label, asked }: Props) {
  const [full, setFull] = useState(false)
  const { queue, items, failures, fail, forgive } = useUploads()
  const [known] = useState(() => [...extensions, Uploads.configure({ queue, fail })])
  const source = useRef<ReturnType<typeof sourceFor>>(null)
  const opened = useRef({ given: value, understood: '' })
  const told = useRef(value)

  /** A text as the editor understands it. */
  function load({ schema }: Tiptap, html: string): Node {
    source.current ??= sourceFor(schema)
    const doc = source.current.read(html)
    told.current = html
    opened.current = { given: html, understood: source.current.write(doc) }
    return doc
  }
  const editor = useEditor({
    extensions: known,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      handleKeyDown: (view, event) => toTools(view.dom, event),
      transformPasted: (slice, view) => keepFirst(slice, view.state.selection),
    },
    onBeforeCreate: ({ editor: made }) => {
      source.current = null
      // the blocks themselves: those made from HTML again would not be known
      made.options.content = load(made, value) as unknown as Content
    },
    onUpdate: ({ editor: changed }) => {
      const html = source.current?.write(changed.state.doc) ?? ''
      told.current = html === opened.current.understood ? opened.current.given : changed.isEmpty ? '' : html
      onChange(told.current)
    },
  })

  // a value from outside: a draft restored, another version taken over
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again for another reason, it may still have the old value
  useEffect(() => {
    if (!editor || value === told.current) return
    editor.commands.setContent(load(editor, value).content, { emitUpdate: false })
  }, [editor, value])
  useEffect(() => showProgress(items), [items])
  useEffect(() => {
    // what is said of it is drawn once it is chosen
    if (editor && asked > 0 && chooseMute(editor)) setTimeout(() => toPictureForm(editor.view.dom))
  }, [editor, asked])

  useEffect(() => {
    if (!full) return
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setFull(false)
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [full])

  if (!editor) return null
  return (
    <div className={full ? 'editor full' : 'editor'}>
      <div className="editor-frame">
        <Toolbar editor={editor} full={full} setFull={setFull}>
          <UploadFailures failures={failures} close={forgive} />
        </Toolbar>
        <EditorContent editor={editor} className="editor-text" />
        <div className="editor-foot">
          <span role="status">{items.length > 0 && `正在上传 ${items.length} 个文件……`}</span>
          <WordCount editor={editor} />
        </div>
      </div>
    </div>
  )
}

const toolsOf = (text: HTMLElement) => text.closest('.editor-frame')?.querySelector('.editor-tools')

const toPictureForm = (text: HTMLElement) =>
  toolsOf(text)?.querySelector<HTMLElement>('.picture-form input')?.focus({ preventScroll: true })

/** Alt+F10 leads from the text to what is said of the chosen picture, else to the toolbar. */
function toTools(text: HTMLElement, { key, altKey }: KeyboardEvent): boolean {
  if (key !== 'F10' || !altKey) return false
  toolsOf(text)?.querySelector<HTMLElement>('.picture-form input, .insert input, button[tabindex="0"]')?.focus()
  return true
}

const countAfterMs = 300

/** How long the text is, once nobody has typed for a moment. */
function WordCount({ editor }: { editor: Tiptap }) {
  const [words, setWords] = useState(0)
  useEffect(() => {
    const count = () => {
      const { doc } = editor.state
      setWords(countWords(doc.textBetween(0, doc.content.size, '\n', ' ')))
    }
    let timer: ReturnType<typeof setTimeout>
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(count, countAfterMs)
    }
    count()
    editor.on('transaction', later)
    return () => {
      clearTimeout(timer)
      editor.off('transaction', later)
    }
  }, [editor])
  return <span className="word-count">字数 {words.toLocaleString('zh-CN')}</span>
}
