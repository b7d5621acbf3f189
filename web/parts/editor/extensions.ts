import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { TextStyleKit } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    firstLine: { toggleFirstLine: () => ReturnType }
    video: { setVideo: (src: string) => ReturnType }
  }
}

const indented = '2em'

/** The first line of a paragraph set in by two characters, as official texts have it. */
const FirstLine = Extension.create({
  name: 'firstLine',
  addGlobalAttributes: () => [
    {
      types: ['paragraph'],
      attributes: {
        textIndent: {
          default: null,
          parseHTML: (element) => element.style.textIndent || null,
          renderHTML: ({ textIndent }) => (textIndent ? { style: `text-indent: ${textIndent}` } : {}),
        },
      },
    },
  ],
  addCommands: () => ({
    toggleFirstLine:
      () =>
      ({ editor, commands }) =>
        commands.updateAttributes('paragraph', {
          textIndent: editor.getAttributes('paragraph').textIndent ? null : indented,
        }),
  }),
})

/** A video with its player's own buttons. */
const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null, parseHTML: (element) => element.getAttribute('src') ?? element.querySelector('source')?.src },
    width: { default: null },
    height: { default: null },
    poster: { default: null },
  }),
  parseHTML: () => [{ tag: 'video' }],
  renderHTML: ({ HTMLAttributes }) => ['video', mergeAttributes(HTMLAttributes, { controls: '', preload: 'metadata' })],
  addCommands: () => ({
    setVideo:
      (src) =>
      ({ commands }) =>
        commands.insertContent({ type: 'video', attrs: { src } }),
  }),
})

/** Raised and lowered characters: units, footnote numbers. */
const script = (name: 'sub' | 'sup') =>
  Mark.create({
    name,
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  })

/** What the editor knows; everything else in a text is dropped when it is opened. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    undoRedo: { depth: 50, newGroupDelay: 1000 },
    link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } },
  }),
  TextStyleKit,
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right', 'justify'] }),
  FirstLine,
  Image.configure({ HTMLAttributes: { loading: 'lazy' } }),
  Video,
  script('sub'),
  script('sup'),
  TableKit.configure({ table: { resizable: false } }),
]
