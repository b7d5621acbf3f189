import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import './editor.css'
import { extensions } from './extensions.ts'
import { cleanPaste } from './paste.ts'
import { Toolbar } from './Toolbar.tsx'

interface Props {
  readonly value: string
  readonly onChange: (html: string) => void
  readonly label: string
}

/**
 * The rich-text editor. A text that nobody touched keeps its own markup: only what differs from the text as the
 * editor first understood it counts as a change.
 */
export default function Editor({ value, onChange, label }: Props) {
  const [full, setFull] = useState(false)
  const opened = useRef({ given: value, understood: '' })
  const told = useRef(value)
  const editor = useEditor({
    extensions,
    content: value,
    editorProps: {
      transformPastedHTML: cleanPaste,
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
    },
    onCreate: ({ editor: made }) => {
      opened.current.understood = made.getHTML()
    },
    onUpdate: ({ editor: changed }) => {
      const html = changed.getHTML()
      told.current = html === opened.current.understood ? opened.current.given : changed.isEmpty ? '' : html
      onChange(told.current)
    },
  })

  // a value from outside: a draft restored, another version taken over
  useEffect(() => {
    if (!editor || value === told.current) return
    told.current = value
    editor.commands.setContent(value, { emitUpdate: false })
    opened.current = { given: value, understood: editor.getHTML() }
  }, [editor, value])

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
        <Toolbar editor={editor} full={full} setFull={setFull} />
        <EditorContent editor={editor} className="editor-text" />
      </div>
    </div>
  )
}
