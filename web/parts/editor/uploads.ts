import { type Editor, Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { safeLink } from '../../../core/domain/links.ts'
import type { Takes } from '../upload/check.ts'
import { filesIn, titleOf } from '../upload/files.ts'
import type { UploadQueue } from '../upload/queue.ts'
import type { Stored } from '../upload/upload.ts'
import { cleanPaste, plainPaste } from './paste.ts'
import { fileOfData, picturesIn } from './pictures.ts'
import { placeholder } from './placeholder.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    uploads: { uploadFiles: (files: readonly File[], takes: Takes, at?: number) => ReturnType }
  }
}

interface Place {
  readonly id: number
  readonly name: string
  readonly pos: number
}
interface Change {
  readonly add?: readonly Place[]
  readonly drop?: number
}
interface Options {
  readonly queue: UploadQueue<Takes, Stored>
  readonly fail: (name: string, says: string) => void
}

/** Where uploads will stand. They are no part of the text: what is saved meanwhile holds nothing unfinished. */
const places = new PluginKey<DecorationSet>('uploads')
const scheme = 'upload:'
const notCarried = (n: number) => `有 ${n} 张图片未能随文字粘贴，请在原文档中选中图片单独复制后粘贴，或另存后上传`
const onlyWords = '粘贴的内容过于复杂，只保留了文字，格式、表格和图片没有带来：请核对，图片另行上传'
const notHere = (n: number, hosts: ReadonlySet<string>) =>
  `有 ${n} 张图片仍在其他网站（${[...hosts].join('、')}），那里可能不让引用，也可能撤下：请另存后在此上传，替换原图`

const idsIn = (state: EditorState) =>
  (places.getState(state)?.find() ?? []).map(({ spec }) => (spec as { id: number }).id)

/** An empty paragraph itself, else the nearest gap below where a paragraph may stand. */
function gapAt(doc: Node, pos: number): number {
  const at = doc.resolve(pos)
  const { paragraph } = doc.type.schema.nodes
  if (!paragraph || (at.parent.type === paragraph && at.parent.childCount === 0)) return pos
  for (let depth = at.depth; depth > 0; depth -= 1) {
    const index = at.indexAfter(depth - 1)
    if (at.node(depth - 1).canReplaceWith(index, index, paragraph)) return at.after(depth)
  }
  return at.depth === 0 ? pos : doc.content.size
}

/** The text as it was when files were given to it: while it stays so, the cursor goes behind what comes. */
const left = new WeakMap<Editor, Pick<EditorState, 'doc' | 'selection'>>()
const isLeft = (editor: Editor): boolean => {
  const { doc, selection } = editor.state
  const was = left.get(editor)
  return was !== undefined && was.doc === doc && was.selection.eq(selection)
}

/** @returns the place behind it, in its paragraph; null where nothing could be put */
function insert(tr: Transaction, pos: number, { kind, url, width, height }: Stored, name: string): number | null {
  const { nodes } = tr.doc.type.schema
  const attrs = kind === 'video' ? { src: url } : { src: url, width, height, alt: titleOf(name) }
  const node = nodes[kind === 'video' ? 'video' : 'image']?.create(attrs)
  const { parent } = tr.doc.resolve(pos)
  if (!node) return null
  const own = parent.inlineContent ? undefined : nodes.paragraph?.create(null, node)
  tr.insert(pos, own ?? node)
  return pos + node.nodeSize + (own ? 1 : 0)
}

function settle(editor: Editor, id: number, name: string, stored: Stored | null): void {
  if (editor.isDestroyed) return
  const [place] = places.getState(editor.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? []
  // what was around it has been deleted
  if (!place) return
  // each file is taken back by itself
  const tr = closeHistory(editor.state.tr).setMeta(places, { drop: id } satisfies Change)
  const stays = isLeft(editor)
  const behind = stored && insert(tr, place.from, stored, name)
  if (stays && behind !== null) {
    tr.setSelection(TextSelection.create(tr.doc, behind))
    if (editor.view.hasFocus()) tr.scrollIntoView()
  }
  editor.view.dispatch(tr)
  if (stays) left.set(editor, editor.state)
}

/** Pictures that came inside a pasted text become places. */
function takeOut(state: EditorState, names: ReadonlyMap<number, string>): Transaction | null {
  const found: Place[] = []
  state.doc.descendants((node, pos) => {
    const src = String(node.attrs.src ?? '')
    const id = Number(src.slice(scheme.length))
    if (node.type.name === 'image' && src.startsWith(scheme)) found.push({ id, name: names.get(id) ?? '', pos })
  })
  if (found.length === 0) return null
  const { tr } = state
  for (const { pos } of [...found].reverse()) tr.delete(pos, pos + 1)
  // each one taken out moves those behind it by one
  const add = found.map((one, i) => ({ ...one, pos: one.pos - i })).filter(({ id }) => names.has(id))
  return tr.setMeta(places, { add } satisfies Change)
}

/** Images and videos by file: chosen, dropped, pasted, also inside a text from Word or WPS. */
export const Uploads = Extension.create<Options>({
  name: 'uploads',
  addCommands() {
    const { queue } = this.options
    return {
      uploadFiles:
        (files, takes, at) =>
        ({ editor, tr, dispatch }) => {
          if (!dispatch) return true
          const first = gapAt(tr.doc, at ?? tr.selection.to)
          const next = tr.doc.resolve(first).parent.inlineContent ? tr.doc.resolve(first).after() : first
          const add = files.map((file, i) => {
            const id = queue.add(file, takes, (stored) => settle(editor, id, file.name, stored))
            return { id, name: file.name, pos: i === 0 ? first : next }
          })
          tr.setMeta(places, { add } satisfies Change)
          left.set(editor, { doc: tr.doc, selection: tr.selection })
          return true
        },
    }
  },
  addProseMirrorPlugins() {
    const { editor } = this
    const { queue, fail } = this.options
    const names = new Map<number, string>()
    const stop = (id: number) => {
      queue.cancel(id)
      // the button that was pressed is gone
      editor.commands.focus()
    }
    let rtf = ''
    let plain = ''
    const read = (data: DataTransfer | null) => {
      rtf = data?.getData('text/rtf') ?? ''
      plain = data?.getData('text/plain') ?? ''
      return false
    }

    const cleaned = (html: string) => {
      try {
        return cleanedHtml(html)
      } catch {
        fail('', onlyWords)
        return plainPaste(html, plain)
      }
    }
    const cleanedHtml = (html: string) => {
      const wanted = html.match(/<img[^<>]+src=["']?file:/gi)?.length ?? 0
      const found = picturesIn(rtf)
      // where there are more or fewer, nobody knows which is which
      const carried = found.length === wanted ? found : []
      let lost = 0
      let elsewhere = 0
      const hosts = new Set<string>()
      const clean = cleanPaste(html, plain, (src) => {
        if (safeLink(src)) {
          elsewhere += 1
          hosts.add(new URL(src).host)
          return src
        }
        const file = fileOfData(src) ?? (src.startsWith('file:') ? carried.shift() : null)
        if (!file) lost += 1
        if (!file) return null
        const id = queue.add(file, 'image', (stored) => settle(editor, id, '', stored))
        names.set(id, file.name)
        return `${scheme}${id}`
      })
      if (lost > 0) fail('', notCarried(lost))
      if (elsewhere > 0) fail('', notHere(elsewhere, hosts))
      return clean
    }
    const take = (data: DataTransfer | null, at?: number) => {
      const files = filesIn(data)
      return files.length > 0 && editor.commands.uploadFiles(files, 'both', at)
    }

    return [
      new Plugin<DecorationSet>({
        key: places,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, before) {
            const now = before.map(tr.mapping, tr.doc)
            const { add = [], drop } = (tr.getMeta(places) ?? {}) as Change
            const gone = now.find(undefined, undefined, (spec) => spec.id === drop)
            const shown = add.map(({ id, name, pos }) =>
              Decoration.widget(pos, placeholder(id, name, stop), { id, key: String(id), side: 1 }),
            )
            return now.remove(gone).add(tr.doc, shown)
          },
        },
        appendTransaction: (transactions, _before, state) =>
          transactions.some(({ docChanged }) => docChanged) ? takeOut(state, names) : null,
        view: () => ({
          update(view, before) {
            const now = new Set(idsIn(view.state))
            for (const id of idsIn(before)) if (!now.has(id)) queue.cancel(id)
          },
        }),
        props: {
          decorations: (state) => places.getState(state),
          transformPastedHTML: cleaned,
          handleDOMEvents: {
            paste: (_view, event) => read(event.clipboardData),
            drop: (_view, event) => read(event.dataTransfer),
          },
          handlePaste: (_view, event) => take(event.clipboardData),
          handleDrop: (view, event, _slice, moved) =>
            !moved && take(event.dataTransfer, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
        },
      }),
    ]
  },
})
