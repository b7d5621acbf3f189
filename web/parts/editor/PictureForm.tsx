import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Input } from 'antd'
import { useState } from 'react'
import { type Picture, pictureIn, setAlt, setCaption, setWidth } from './picture.ts'

const widths = [
  ['小', 320],
  ['中', 560],
  ['大', 800],
  ['通栏', 'full'],
  ['原始大小', 'own'],
] as const
const widthMax = 4000

/** All that is said of the chosen picture, in one place; shown while one is chosen. */
export function PictureForm({ editor }: { editor: Editor }) {
  const picture = useEditorState({ editor, selector: () => pictureIn(editor) })
  return picture && <Fields key={picture.key} editor={editor} picture={picture} />
}

function Fields({ editor, picture: { alt, caption, width } }: { editor: Editor; picture: Picture }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands inside the screen's form, and a fieldset would take that form's look
    <div
      className="picture-form"
      role="group"
      aria-label="图片设置"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // back to the text; the full screen stays
        event.stopPropagation()
        editor.view.focus()
      }}
    >
      <Words label="图片说明" hint="说明图片内容，供读屏软件朗读" given={alt} set={(text) => setAlt(editor, text)} />
      <Words label="图注" hint="显示在图片下方，可不填" given={caption} set={(text) => setCaption(editor, text)} />
      <div className="picture-width">
        <Words
          label="宽度（像素）"
          hint={typeof width === 'string' && /\d/.test(width) ? width : '随原图'}
          given={typeof width === 'number' ? String(width) : ''}
          digits
          set={(text) => {
            const pixels = Number(text)
            if (text === '') setWidth(editor, 'own')
            else if (Number.isInteger(pixels) && pixels > 0 && pixels <= widthMax) setWidth(editor, pixels)
          }}
        />
        {widths.map(([label, to]) => (
          <button key={label} type="button" aria-pressed={width === to} onClick={() => setWidth(editor, to)}>
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}

interface WordsProps {
  readonly label: string
  readonly hint: string
  readonly given: string
  readonly digits?: boolean
  readonly set: (text: string) => void
}

/** Typed here first: an input method must not wait for the editor. */
function Words({ label, hint, given, digits = false, set }: WordsProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="picture-words">
      <span aria-hidden="true">{label}</span>
      <Input
        size="small"
        aria-label={label}
        placeholder={hint}
        maxLength={digits ? 4 : 200}
        {...(digits && { inputMode: 'numeric' as const })}
        value={typed ?? given}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value)
          set(target.value)
        }}
      />
    </div>
  )
}
