import { Extension, mergeAttributes, Node } from '@tiptap/core'
import { Image as PlainImage } from '@tiptap/extension-image'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    video: { setVideo: (src: string) => ReturnType }
  }
}

/** An image stands in a paragraph, whose alignment and link hold for it too. */
export const Image = PlainImage.configure({ inline: true, HTMLAttributes: { loading: 'lazy' } })

/** A video with its player's own buttons. */
export const Video = Node.create({
  name: 'video',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    width: { default: null },
    height: { default: null },
    poster: { default: null },
    /** The files of a video that has none itself: address and type. */
    sources: {
      default: [],
      rendered: false,
      parseHTML: (element) =>
        [...element.querySelectorAll('source')].map((source) => ({
          src: source.getAttribute('src'),
          type: source.getAttribute('type'),
        })),
    },
  }),
  parseHTML: () => [{ tag: 'video' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'video',
    mergeAttributes(HTMLAttributes, { controls: '', preload: 'metadata' }),
    ...(node.attrs.sources as { src: string; type: string }[]).map((source) => ['source', source] as const),
  ],
  addCommands: () => ({
    setVideo:
      (src) =>
      ({ commands }) =>
        commands.insertContent({ type: 'video', attrs: { src } }),
  }),
})

/** A picture or table with the words under it. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'block* figcaption? block*',
  defining: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
})

export const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
})

const isPicture = (node: ProseNode) => node.type.name === 'image' || node.type.name === 'video'

/** Marks paragraphs that hold pictures and nothing else: what the editor puts beside a picture would take a line. */
export const OnlyPictures = Extension.create({
  name: 'onlyPictures',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations({ doc, selection }) {
          const found: Decoration[] = []
          doc.descendants((node, pos) => {
            if (!node.isTextblock) return true
            // where the cursor is among them it must be seen
            const at = selection instanceof TextSelection && selection.$from.parent === node
            if (!at && node.childCount > 0 && node.children.every(isPicture))
              found.push(Decoration.node(pos, pos + node.nodeSize, { class: 'only-picture' }))
            return false
          })
          return DecorationSet.create(doc, found)
        },
      },
    }),
  ],
})
