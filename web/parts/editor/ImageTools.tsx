import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Input } from 'antd'
import { useState } from 'react'

/** What is said of the chosen image: shown while one is chosen. */
export function ImageTools({ editor }: { editor: Editor }) {
  const image = useEditorState({
    editor,
    selector: () =>
      editor.isActive('image')
        ? { at: editor.state.selection.from, alt: String(editor.getAttributes('image').alt ?? '') }
        : null,
  })
  return image && <Description key={image.at} editor={editor} alt={image.alt} />
}

/** Typed here first: an input method must not wait for the editor. */
function Description({ editor, alt }: { editor: Editor; alt: string }) {
  const [typed, setTyped] = useState(alt)
  return (
    <div className="image-words">
      <span aria-hidden="true">图片说明</span>
      <Input
        size="small"
        aria-label="图片说明"
        placeholder="说明图片内容，供读屏软件朗读"
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          editor.commands.updateAttributes('image', { alt: target.value })
        }}
      />
    </div>
  )
}
