import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  LinkOutlined,
  PictureOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Form } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { InsertForm, type InsertKind } from './InsertForm.tsx'
import { Menu } from './Menu.tsx'
import { PictureForm } from './PictureForm.tsx'
import { useRoving } from './roving.ts'
import { Tip } from './Tip.tsx'
import {
  clearFormat,
  fonts,
  headingAt,
  headings,
  headingsOffered,
  insertTable,
  setHeading,
  sizes,
  type Tool,
  tableTools,
  toolGroups,
} from './tools.ts'

function ToolButton({ tool, editor }: { tool: Tool; editor: Editor }) {
  const { on, can } = useEditorState({
    editor,
    selector: () => ({ on: tool.on?.(editor) === true, can: tool.can?.(editor) ?? true }),
  })
  const Icon = tool.icon
  return (
    <button
      type="button"
      aria-label={tool.label}
      data-tip={tool.key ? `${tool.label}（${tool.key}）` : tool.label}
      aria-keyshortcuts={tool.key?.replace('Ctrl', 'Control')}
      aria-pressed={tool.on ? on : undefined}
      aria-disabled={!can}
      onClick={() => can && tool.does(editor)}
    >
      <Icon aria-hidden />
    </button>
  )
}

const usual = (name: string) => ['', name] as const

function Styles({ editor }: { editor: Editor }) {
  const { font, size, heading } = useEditorState({
    editor,
    selector: () => {
      const { fontFamily = '', fontSize = '' } = editor.getAttributes('textStyle')
      return { font: String(fontFamily ?? ''), size: String(fontSize ?? ''), heading: headingAt(editor) }
    },
  })
  const chain = () => editor.chain().focus()
  return (
    <>
      <Menu
        label="段落样式"
        value={String(heading)}
        options={headings.flatMap((name, level) =>
          level <= headingsOffered || level === heading ? [[String(level), name] as const] : [],
        )}
        choose={(level) => setHeading(editor, Number(level))}
      />
      <Menu
        label="字体"
        value={font}
        options={[usual('默认字体'), ...fonts.map((name) => [name, name] as const)]}
        choose={(name) => (name ? chain().setFontFamily(name).run() : chain().unsetFontFamily().run())}
      />
      <Menu
        label="字号"
        value={size}
        options={[usual('默认字号'), ...sizes.map((name) => [name, name.replace('px', '')] as const)]}
        choose={(name) => (name ? chain().setFontSize(name).run() : chain().unsetFontSize().run())}
      />
    </>
  )
}

const inserts: readonly (readonly [InsertKind, string, typeof LinkOutlined])[] = [
  ['link', '链接', LinkOutlined],
  ['image', '图片', PictureOutlined],
  ['video', '视频', VideoCameraOutlined],
]

interface Props {
  readonly editor: Editor
  readonly full: boolean
  readonly setFull: (full: boolean) => void
  /** What has to be read wherever in the text somebody is. */
  readonly children: ReactNode
}

/** The editor's toolbar; it stays in sight while the text is scrolled. */
export function Toolbar({ editor, full, setFull, children }: Props) {
  const [inserting, setInserting] = useState<InsertKind | null>(null)
  const inTable = useEditorState({ editor, selector: () => editor.isActive('table') })
  const bar = useRef<HTMLDivElement>(null)
  const roving = useRoving(bar)
  const [first, ...others] = toolGroups
  const group = (tools: readonly Tool[]) => (
    <span className="tools" key={tools[0]?.label}>
      {tools.map((tool) => (
        <ToolButton key={tool.label} tool={tool} editor={editor} />
      ))}
    </span>
  )
  /** What was typed in is gone: the text goes on where it was. */
  const close = () => {
    setInserting(null)
    editor.view.focus()
  }
  const says = full ? '退出全屏' : '全屏'
  return (
    <div className="editor-tools">
      <div className="tool-bar" ref={bar} role="toolbar" aria-label="正文格式" {...roving}>
        {first && group(first)}
        <span className="tools">
          <Styles editor={editor} />
        </span>
        {others.map(group)}
        <span className="tools">
          {inserts.map(([kind, label, Icon]) => (
            <button
              key={kind}
              type="button"
              aria-label={label}
              data-tip={label}
              aria-expanded={inserting === kind}
              onClick={() => setInserting(inserting === kind ? null : kind)}
            >
              <Icon aria-hidden />
            </button>
          ))}
          <ToolButton tool={insertTable} editor={editor} />
          <ToolButton tool={clearFormat} editor={editor} />
          <button type="button" aria-label={says} data-tip={says} aria-pressed={full} onClick={() => setFull(!full)}>
            {full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
          </button>
        </span>
        {inTable && group(tableTools)}
      </div>
      <Tip bar={bar} />
      {/* what is wrong with the text as a whole is not wrong with these fields */}
      <Form component={false}>
        <PictureForm editor={editor} />
        {inserting && <InsertForm key={inserting} kind={inserting} editor={editor} close={close} />}
      </Form>
      {children}
    </div>
  )
}
