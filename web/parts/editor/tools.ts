import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  DeleteColumnOutlined,
  DeleteOutlined,
  DeleteRowOutlined,
  InsertRowBelowOutlined,
  InsertRowRightOutlined,
  ItalicOutlined,
  LineOutlined,
  MergeCellsOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import type { ComponentType } from 'react'
import { FirstLineIcon, JustifyIcon, LoweredIcon, QuoteIcon, RaisedIcon } from './icons.tsx'

type Icon = ComponentType<{ 'aria-hidden'?: boolean }>

/** A button of the toolbar. */
export interface Tool {
  readonly label: string
  /** What stands on the button; the label is its name. */
  readonly icon: Icon
  /** What does the same while the text is typed. */
  readonly key?: string
  readonly does: (editor: Editor) => void
  readonly on?: (editor: Editor) => boolean
  readonly can?: (editor: Editor) => boolean
}

const chain = (editor: Editor) => editor.chain().focus()
const mark = (
  label: string,
  icon: Icon,
  name: 'bold' | 'italic' | 'underline' | 'strike' | 'sub' | 'sup',
  key?: string,
): Tool => ({
  label,
  icon,
  ...(key && { key }),
  does: (editor) => chain(editor).toggleMark(name).run(),
  on: (editor) => editor.isActive(name),
})
const align = (label: string, icon: Icon, to: string, key: string): Tool => ({
  label,
  icon,
  key,
  does: (editor) => chain(editor).setTextAlign(to).run(),
  on: (editor) => editor.isActive({ textAlign: to }),
})

/** The toolbar's buttons, by group. */
export const toolGroups: readonly (readonly Tool[])[] = [
  [
    {
      label: '撤销',
      icon: UndoOutlined,
      key: 'Ctrl+Z',
      does: (e) => chain(e).undo().run(),
      can: (e) => e.can().undo(),
    },
    {
      label: '重做',
      icon: RedoOutlined,
      key: 'Ctrl+Y',
      does: (e) => chain(e).redo().run(),
      can: (e) => e.can().redo(),
    },
  ],
  [
    mark('加粗', BoldOutlined, 'bold', 'Ctrl+B'),
    mark('斜体', ItalicOutlined, 'italic', 'Ctrl+I'),
    mark('下划线', UnderlineOutlined, 'underline', 'Ctrl+U'),
    mark('删除线', StrikethroughOutlined, 'strike', 'Ctrl+Shift+S'),
    mark('上标', RaisedIcon, 'sup'),
    mark('下标', LoweredIcon, 'sub'),
  ],
  [
    align('左对齐', AlignLeftOutlined, 'left', 'Ctrl+Shift+L'),
    align('居中', AlignCenterOutlined, 'center', 'Ctrl+Shift+E'),
    align('右对齐', AlignRightOutlined, 'right', 'Ctrl+Shift+R'),
    align('两端对齐', JustifyIcon, 'justify', 'Ctrl+Shift+J'),
    {
      label: '首行缩进',
      icon: FirstLineIcon,
      does: (e) => chain(e).toggleFirstLine().run(),
      on: (e) => Boolean(e.getAttributes('paragraph').textIndent),
    },
  ],
  [
    {
      label: '项目列表',
      icon: UnorderedListOutlined,
      key: 'Ctrl+Shift+8',
      does: (e) => chain(e).toggleBulletList().run(),
      on: (e) => e.isActive('bulletList'),
    },
    {
      label: '编号列表',
      icon: OrderedListOutlined,
      key: 'Ctrl+Shift+7',
      does: (e) => chain(e).toggleOrderedList().run(),
      on: (e) => e.isActive('orderedList'),
    },
    {
      label: '引用',
      icon: QuoteIcon,
      key: 'Ctrl+Shift+B',
      does: (e) => chain(e).toggleBlockquote().run(),
      on: (e) => e.isActive('blockquote'),
    },
    { label: '分隔线', icon: LineOutlined, does: (e) => chain(e).setHorizontalRule().run() },
  ],
]

/** Shown while the cursor is in a table. */
export const tableTools: readonly Tool[] = [
  { label: '在下方插入行', icon: InsertRowBelowOutlined, does: (e) => chain(e).addRowAfter().run() },
  { label: '在右侧插入列', icon: InsertRowRightOutlined, does: (e) => chain(e).addColumnAfter().run() },
  { label: '删除所在行', icon: DeleteRowOutlined, does: (e) => chain(e).deleteRow().run() },
  { label: '删除所在列', icon: DeleteColumnOutlined, does: (e) => chain(e).deleteColumn().run() },
  { label: '合并或拆分单元格', icon: MergeCellsOutlined, does: (e) => chain(e).mergeOrSplit().run() },
  { label: '删除表格', icon: DeleteOutlined, does: (e) => chain(e).deleteTable().run() },
]

export const insertTable: Tool = {
  label: '插入表格',
  icon: TableOutlined,
  does: (e) => chain(e).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  can: (e) => !e.isActive('table'),
}

export const clearFormat: Tool = {
  label: '清除格式',
  icon: ClearOutlined,
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
