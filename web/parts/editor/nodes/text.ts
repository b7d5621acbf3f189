import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    text: { setParagraph: () => ReturnType; toggleFirstLine: () => ReturnType }
  }
}

const indented = '2em'
const blocks = 'p,div,h1,h2,h3,h4,h5,h6,ul,ol,table,blockquote,pre,figure,hr'

/**
 * A paragraph. Older texts have `<div>` in its place, and keep it; one without a tag of its own came from a text that
 * stands in a cell or an item itself, or was made here.
 */
export const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({
    tag: { default: '', parseHTML: ({ localName }) => localName, rendered: false },
  }),
  parseHTML: () => [
    { tag: 'p' },
    { tag: 'div', getAttrs: (element) => (element.querySelector(blocks) ? false : null) },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [String(node.attrs.tag || 'p'), HTMLAttributes, 0],
  addCommands: () => ({
    setParagraph:
      () =>
      ({ commands }) =>
        commands.setNode('paragraph'),
  }),
})

/** A `<div>` around paragraphs, as older texts have it. */
export const Division = Node.create({
  name: 'division',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'div' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes, 0],
})

/** The first line set in by two characters, as official texts have it. */
export const FirstLine = Extension.create({
  name: 'firstLine',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
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

/** Raised and lowered characters: units, footnote numbers. */
export const script = (name: 'sub' | 'sup') =>
  Mark.create({
    name,
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  })

/** Styles that a block of an older text may carry; the server allows these and no others (server/clean.ts). */
const looks = ['font-family', 'font-size', 'font-weight', 'line-height', 'color', 'background-color', 'text-decoration']
const boxLooks = [...looks, 'width', 'text-align', 'text-indent']

const keeping = (types: string[], names: readonly string[]) => ({
  types,
  attributes: {
    look: {
      default: null,
      parseHTML: ({ style }: HTMLElement) =>
        names
          .filter((name) => style.getPropertyValue(name))
          .map((name) => `${name}: ${style.getPropertyValue(name)}`)
          .join('; ') || null,
      renderHTML: ({ look }: Record<string, unknown>) => (look ? mergeAttributes({ style: look }) : {}),
    },
  },
})

/** Keeps the looks of blocks, for which the toolbar has no buttons. */
export const Looks = Extension.create({
  name: 'looks',
  addGlobalAttributes: () => [
    keeping(['paragraph', 'heading'], [...looks, 'width']),
    keeping(
      [
        ...['division', 'figure', 'figcaption', 'blockquote', 'bulletList', 'orderedList', 'listItem'],
        ...['table', 'tableRow', 'tableCell', 'tableHeader', 'image', 'video'],
      ],
      boxLooks,
    ),
  ],
})
