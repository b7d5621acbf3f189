import type { Editor } from '@tiptap/core'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { linkForm, safeLink } from '../../../core/domain/links.ts'
import { buttons, uploadSays } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import type { Kind } from '../upload/check.ts'
import { FileButton } from '../upload/FileButton.tsx'
import '../field-error.css'

export type InsertKind = 'link' | 'image' | 'video'

interface Insert {
  readonly label: string
  readonly put: (editor: Editor, url: string, text: string) => void
  /** What is asked for beside the address. */
  readonly text?: string
  /** Which files may be chosen instead of an address. */
  readonly file?: { readonly takes: Kind; readonly says: string; readonly hint: string }
}

/** What each kind asks for and inserts. */
const kinds: Readonly<Record<InsertKind, Insert>> = {
  link: {
    label: '链接地址',
    put: (editor, url) => {
      const chain = editor.chain().focus().extendMarkRange('link')
      if (url === '') chain.unsetLink().run()
      else if (editor.state.selection.empty && !editor.isActive('link'))
        chain.insertContent({ type: 'text', text: url, marks: [{ type: 'link', attrs: { href: url } }] }).run()
      else chain.setLink({ href: url }).run()
    },
  },
  image: {
    label: '图片地址',
    text: '图片说明',
    file: { takes: 'image', says: '选择图片文件', hint: uploadSays.hint },
    put: (editor, src, alt) => editor.chain().focus().setImage({ src, alt }).run(),
  },
  video: {
    label: '视频地址',
    file: { takes: 'video', says: '选择视频文件', hint: uploadSays.videoHint },
    put: (editor, src) => editor.chain().focus().setVideo(src).run(),
  },
}
const wrong = `地址${linkForm}`

/** The line under the toolbar where an address is entered. */
export function InsertForm({ kind, editor, close }: { kind: InsertKind; editor: Editor; close: () => void }) {
  const { label, text, put, file } = kinds[kind]
  const { can } = useRights()
  const [url, setUrl] = useState<string>(kind === 'link' ? (editor.getAttributes('link').href ?? '') : '')
  const [alt, setAlt] = useState('')
  const [refused, setRefused] = useState(false)

  function submit() {
    const typed = url.trim()
    // as it is written on paper
    const address = kind === 'link' && typed.startsWith('www.') ? `http://${typed}` : typed
    const clears = kind === 'link' && address === ''
    if (!clears && safeLink(address) === null) return setRefused(true)
    put(editor, address, alt.trim())
    close()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands inside the screen's form, and forms do not nest
    <div
      className="insert"
      role="group"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // one thing at a time: the full screen stays
          event.stopPropagation()
          close()
        }
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.target instanceof HTMLButtonElement) return
        event.preventDefault()
        submit()
      }}
    >
      {file && can('file_uploadName') && (
        <span className="insert-file">
          <FileButton
            says={file.says}
            takes={file.takes}
            several
            give={(files) => {
              editor.commands.uploadFiles(files, file.takes)
              close()
            }}
          />
          <span className="muted">{file.hint}；也可拖入、粘贴，或填写地址：</span>
        </span>
      )}
      <Input
        aria-label={label}
        placeholder={label}
        autoFocus
        value={url}
        status={refused ? 'error' : ''}
        onChange={(event) => {
          setUrl(event.target.value)
          setRefused(false)
        }}
      />
      {text && (
        <Input aria-label={text} placeholder={text} value={alt} onChange={(event) => setAlt(event.target.value)} />
      )}
      <Button onClick={close}>{buttons.cancel}</Button>
      <Button type="primary" onClick={submit}>
        {buttons.ok}
      </Button>
      {refused && (
        <span className="field-error" role="alert">
          {wrong}
        </span>
      )}
    </div>
  )
}
