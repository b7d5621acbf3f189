import type { Editor } from '@tiptap/core'

/** A button of the toolbar. */
export interface Tool {
  readonly label: string
  /** What stands on the button; the label is its name. */
  readonly face: string
  readonly does: (editor: Editor) => void
  readonly on?: (editor: Editor) => boolean
  readonly can?: (editor: Editor) => boolean
}

const chain = (editor: Editor) => editor.chain().focus()
const mark = (label: string, face: string, name: 'bold' | 'italic' | 'underline' | 'strike' | 'sub' | 'sup'): Tool => ({
  label,
  face,
  does: (editor) => chain(editor).toggleMark(name).run(),
  on: (editor) => editor.isActive(name),
})
const align = (label: string, face: string, to: string): Tool => ({
  label,
  face,
  does: (editor) => chain(editor).setTextAlign(to).run(),
  on: (editor) => editor.isActive({ textAlign: to }),
})

/** The toolbar's buttons, by group. */
export const toolGroups: readonly (readonly Tool[])[] = [
  [
    { label: '撤销', face: '↶', does: (e) => chain(e).undo().run(), can: (e) => e.can().undo() },
    { label: '重做', face: '↷', does: (e) => chain(e).redo().run(), can: (e) => e.can().redo() },
  ],
  [
    mark('加粗', 'B', 'bold'),
    mark('斜体', 'I', 'italic'),
    mark('下划线', 'U', 'underline'),
    mark('删除线', 'S', 'strike'),
    mark('上标', '上标', 'sup'),
    mark('下标', '下标', 'sub'),
  ],
  [
    align('左对齐', '左', 'left'),
    align('居中', '中', 'center'),
    align('右对齐', '右', 'right'),
    align('两端对齐', '齐', 'justify'),
    {
      label: '首行缩进',
      face: '缩进',
      does: (e) => chain(e).toggleFirstLine().run(),
      on: (e) => Boolean(e.getAttributes('paragraph').textIndent),
    },
  ],
  [
    {
      label: '项目列表',
      face: '项目列表',
      does: (e) => chain(e).toggleBulletList().run(),
      on: (e) => e.isActive('bulletList'),
    },
    {
      label: '编号列表',
      face: '编号列表',
      does: (e) => chain(e).toggleOrderedList().run(),
      on: (e) => e.isActive('orderedList'),
    },
    {
      label: '引用',
      face: '引用',
      does: (e) => chain(e).toggleBlockquote().run(),
      on: (e) => e.isActive('blockquote'),
    },
    { label: '分隔线', face: '分隔线', does: (e) => chain(e).setHorizontalRule().run() },
  ],
]

/** Shown while the cursor is in a table. */
export const tableTools: readonly Tool[] = [
  { label: '在下方插入行', face: '加行', does: (e) => chain(e).addRowAfter().run() },
  { label: '在右侧插入列', face: '加列', does: (e) => chain(e).addColumnAfter().run() },
  { label: '删除所在行', face: '删行', does: (e) => chain(e).deleteRow().run() },
  { label: '删除所在列', face: '删列', does: (e) => chain(e).deleteColumn().run() },
  { label: '合并或拆分单元格', face: '合并', does: (e) => chain(e).mergeOrSplit().run() },
  { label: '删除表格', face: '删表', does: (e) => chain(e).deleteTable().run() },
]

export const insertTable: Tool = {
  label: '插入表格',
  face: '表格',
  does: (e) => chain(e).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  can: (e) => !e.isActive('table'),
}

export const clearFormat: Tool = {
  label: '清除格式',
  face: '清除格式',
  does: (e) => chain(e).unsetAllMarks().clearNodes().run(),
}

/** Fonts, headings and sizes: lists to choose from. */
export const fonts = ['宋体', '黑体', '微软雅黑', '楷体', '仿宋', '方正小标宋简体', 'Arial', 'Times New Roman'] as const
export const sizes = ['12px', '14px', '16px', '18px', '20px', '22px', '24px', '28px', '32px'] as const
/** By level; the last three are those of older texts and are offered only where one stands. */
export const headings = ['正文', '标题 1', '标题 2', '标题 3', '标题 4', '标题 5', '标题 6'] as const
export const headingsOffered = 3

export function setHeading(editor: Editor, level: number): void {
  if (level === 0) chain(editor).setParagraph().run()
  else
    chain(editor)
      .setHeading({ level: level as 1 | 2 | 3 | 4 | 5 | 6 })
      .run()
}
export const headingAt = (editor: Editor): number => Number(editor.getAttributes('heading').level ?? 0)
