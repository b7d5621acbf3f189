import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Form } from 'antd'
import { useState } from 'react'
import { ImageTools } from './ImageTools.tsx'
import { InsertForm, type InsertKind } from './InsertForm.tsx'
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
  return (
    <button
      type="button"
      title={tool.label}
      aria-label={tool.label}
      aria-pressed={tool.on ? on : undefined}
      disabled={!can}
      onClick={() => tool.does(editor)}
    >
      {tool.face}
    </button>
  )
}

function Choice(props: {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  choose: (value: string) => void
}) {
  const known = props.options.some(([value]) => value === props.value)
  return (
    <select
      aria-label={props.label}
      title={props.label}
      value={props.value}
      onChange={(event) => props.choose(event.target.value)}
    >
      {!known && <option value={props.value}>{props.value}</option>}
      {props.options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
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
      <Choice
        label="段落样式"
        value={String(heading)}
        options={headings.flatMap((name, level) =>
          level <= headingsOffered || level === heading ? [[String(level), name] as const] : [],
        )}
        choose={(level) => setHeading(editor, Number(level))}
      />
      <Choice
        label="字体"
        value={font}
        options={[usual('默认字体'), ...fonts.map((name) => [name, name] as const)]}
        choose={(name) => (name ? chain().setFontFamily(name).run() : chain().unsetFontFamily().run())}
      />
      <Choice
        label="字号"
        value={size}
        options={[usual('默认字号'), ...sizes.map((name) => [name, name.replace('px', '')] as const)]}
        choose={(name) => (name ? chain().setFontSize(name).run() : chain().unsetFontSize().run())}
      />
    </>
  )
}

/** The editor's toolbar; it stays in sight while the text is scrolled. */
export function Toolbar({
  editor,
  full,
  setFull,
}: {
  editor: Editor
  full: boolean
  setFull: (full: boolean) => void
}) {
  const [inserting, setInserting] = useState<InsertKind | null>(null)
  const inTable = useEditorState({ editor, selector: () => editor.isActive('table') })
  const insert = (kind: InsertKind, face: string) => (
    <button
      type="button"
      aria-expanded={inserting === kind}
      onClick={() => setInserting(inserting === kind ? null : kind)}
    >
      {face}
    </button>
  )
  return (
    <div className="editor-tools" role="toolbar" aria-label="正文格式">
      {toolGroups.slice(0, 1).map((group) => (
        <span className="tools" key={group[0]?.label}>
          {group.map((tool) => (
            <ToolButton key={tool.label} tool={tool} editor={editor} />
          ))}
        </span>
      ))}
      <span className="tools">
        <Styles editor={editor} />
      </span>
      {toolGroups.slice(1).map((group) => (
        <span className="tools" key={group[0]?.label}>
          {group.map((tool) => (
            <ToolButton key={tool.label} tool={tool} editor={editor} />
          ))}
        </span>
      ))}
      <span className="tools">
        {insert('link', '链接')}
        {insert('image', '图片')}
        {insert('video', '视频')}
        <ToolButton tool={insertTable} editor={editor} />
        <ToolButton tool={clearFormat} editor={editor} />
        <button type="button" aria-pressed={full} onClick={() => setFull(!full)}>
          {full ? '退出全屏' : '全屏'}
        </button>
      </span>
      {inTable && (
        <span className="tools">
          {tableTools.map((tool) => (
            <ToolButton key={tool.label} tool={tool} editor={editor} />
          ))}
        </span>
      )}
      {/* what is wrong with the text as a whole is not wrong with these fields */}
      <Form component={false}>
        <ImageTools editor={editor} />
        {inserting && <InsertForm key={inserting} kind={inserting} editor={editor} close={() => setInserting(null)} />}
      </Form>
    </div>
  )
}
