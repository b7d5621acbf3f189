import type { Editor } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'
import { NodeSelection, type Transaction } from '@tiptap/pm/state'

/** A picture's width: in pixels, as wide as the text, as wide as it is, or as an older text has it. */
export type Width = number | 'full' | 'own' | string

/** The chosen picture. */
export interface Picture {
  /** Stays the same while something is said of it, also where that moves it. */
  readonly key: string
  readonly alt: string
  readonly caption: string
  readonly width: Width
}

const widthRule = /(?:^|;)\s*width:\s*([^;]+)/

function chosen(editor: Editor): { node: Node; selection: NodeSelection } | null {
  const { selection } = editor.state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return null
  return { node: selection.node, selection }
}

/** The figure around a place, and its caption. */
function figureAt({
  $from,
}: NodeSelection): { figure: Node; at: number; caption: Node | null; captionAt: number } | null {
  const figure = $from.depth > 1 ? $from.node(-1) : null
  if (figure?.type.name !== 'figure') return null
  const at = $from.before(-1)
  let caption: Node | null = null
  let captionAt = -1
  figure.forEach((child, offset) => {
    if (child.type.name !== 'figcaption') return
    caption = child
    captionAt = at + 1 + offset
  })
  return { figure, at, caption, captionAt }
}

function widthOf({ attrs }: Node): Width {
  const rule = widthRule.exec(String(attrs.look ?? ''))?.[1]?.trim()
  if (rule === '100%') return 'full'
  return rule ?? (Number(attrs.width) || 'own')
}

/** What is said of the chosen picture; null where none is chosen. */
export function pictureIn(editor: Editor): Picture | null {
  const found = chosen(editor)
  if (!found) return null
  const { node, selection } = found
  let nth = 0
  editor.state.doc.nodesBetween(0, selection.from, (one) => {
    if (one.type.name === 'image') nth += 1
  })
  return {
    key: `${nth} ${node.attrs.src}`,
    alt: String(node.attrs.alt ?? ''),
    caption: figureAt(selection)?.caption?.textContent ?? '',
    width: widthOf(node),
  }
}

/** Chooses the first picture that has no words for those who do not see it, and brings it into sight. @returns false where there is none */
export function chooseMute(editor: Editor): boolean {
  const { view } = editor
  let at = -1
  view.state.doc.descendants((node, pos) => {
    if (at < 0 && node.type.name === 'image' && !node.attrs.alt) at = pos
    return at < 0
  })
  if (at < 0) return false
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
  const shown = view.nodeDOM(at)
  if (shown instanceof Element) shown.scrollIntoView({ block: 'center' })
  return true
}

/** Says something of the chosen picture, which stays chosen. */
function setAttributes(editor: Editor, selection: NodeSelection, attrs: object): void {
  const { tr } = editor.state
  tr.setNodeMarkup(selection.from, null, { ...selection.node.attrs, ...attrs })
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, selection.from)))
}

/** Sets what is said of the chosen picture to those who do not see it. */
export function setAlt(editor: Editor, alt: string): void {
  const found = chosen(editor)
  if (found) setAttributes(editor, found.selection, { alt })
}

/** Sets how wide the chosen picture is shown; its height follows. */
export function setWidth(editor: Editor, width: number | 'full' | 'own'): void {
  const found = chosen(editor)
  if (!found) return
  const { node, selection } = found
  const shown = editor.view.nodeDOM(selection.from)
  const [w, h] =
    shown instanceof HTMLImageElement && shown.naturalWidth > 0
      ? [shown.naturalWidth, shown.naturalHeight]
      : [Number(node.attrs.width), Number(node.attrs.height)]
  const look = [
    String(node.attrs.look ?? '')
      .replace(widthRule, '')
      .replace(/^[;\s]+/, ''),
    width === 'full' && 'width: 100%',
  ]
  const wide = typeof width === 'number' ? width : w || null
  setAttributes(editor, selection, {
    width: wide,
    height: wide && w && h ? Math.round((wide * h) / w) : null,
    look: look.filter(Boolean).join('; ') || null,
  })
}

/** The picture goes into a figure of its own: in place of its paragraph where it stands alone, else behind it. */
function intoFigure(tr: Transaction, { $from, node }: NodeSelection, caption: Node): number | null {
  const { figure, paragraph } = tr.doc.type.schema.nodes
  const { parent } = $from
  const [around, index] = [$from.node(-1), $from.index(-1)]
  if (!figure || !paragraph) return null
  if (parent.childCount === 1 && around.canReplaceWith(index, index + 1, figure)) {
    tr.replaceWith($from.before(), $from.after(), figure.create(null, [parent, caption]))
    return $from.pos + 1
  }
  if (!around.canReplaceWith(index + 1, index + 1, figure)) return null
  const behind = $from.after()
  tr.insert(behind, figure.create(null, [paragraph.create(null, node), caption]))
  tr.delete($from.pos, $from.pos + node.nodeSize)
  return behind - node.nodeSize + 2
}

/** Sets the words under the chosen picture; none: the figure that was made for them goes too. */
export function setCaption(editor: Editor, text: string): void {
  const found = chosen(editor)
  const kind = editor.schema.nodes.figcaption
  if (!found || !kind) return
  const { selection } = found
  const { $from } = selection
  const { tr } = editor.state
  const words = text === '' ? Fragment.empty : Fragment.from(editor.schema.text(text))
  const held = figureAt(selection)
  let at: number | null = $from.pos
  if (held?.caption && text === '' && held.figure.childCount === 2) {
    tr.replaceWith(held.at, held.at + held.figure.nodeSize, $from.parent)
    at = held.at + 1 + $from.parentOffset
  } else if (held?.caption) tr.replaceWith(held.captionAt + 1, held.captionAt + held.caption.nodeSize - 1, words)
  else if (held && text !== '') tr.insert($from.after(), kind.create(null, words))
  else if (text !== '') at = intoFigure(tr, selection, kind.create(null, words))
  if (at === null || !tr.docChanged) return
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)))
}
