import { DOMSerializer, Fragment, type Node, DOMParser as Parser, type Schema } from '@tiptap/pm/model'
import { bare, tidy } from './tidy.ts'

/** A piece of a text as it was given, and the blocks that the editor made of it. */
interface Piece {
  readonly html: string
  readonly blocks: readonly Node[]
}

const inline =
  'a,b,strong,i,em,u,s,sub,sup,span,font,code,br,img,video,small,mark,del,ins,label,abbr,cite,q,time,kbd,var'

const isBlock = (node: ChildNode) => node instanceof Element && !node.matches(inline)

/** The text's outermost pieces: each block with the space after it, each run of loose words. */
function cut(html: string): ChildNode[][] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const pieces: ChildNode[][] = []
  let open = false
  for (const node of body.childNodes) {
    const last = pieces.at(-1)
    const space = node.nodeType !== 1 && !(node.nodeType === 3 && node.textContent?.trim())
    if (last && (space || (open && !isBlock(node)))) last.push(node)
    else if (!space) {
      pieces.push([node])
      open = !isBlock(node)
    }
  }
  return pieces
}

function serializerFor(schema: Schema): DOMSerializer {
  const nodes = DOMSerializer.nodesFromSchema(schema)
  const paragraph = (node: Node) => {
    const [tag, attributes] = (nodes.paragraph?.(node) ?? ['p', {}]) as [string, object]
    return [tag, node.attrs.tag ? attributes : { ...attributes, [bare]: '' }, 0] as const
  }
  return new DOMSerializer({ ...nodes, paragraph }, DOMSerializer.marksFromSchema(schema))
}

/**
 * Texts in and out of the editor. A block that nobody touched goes out with the markup it came in with, also where
 * the editor knows only part of it.
 */
export function sourceFor(schema: Schema) {
  const parser = Parser.fromSchema(schema)
  const serializer = serializerFor(schema)
  const given = new WeakMap<Node, Piece>()

  function pieceOf(nodes: readonly ChildNode[]): readonly Node[] {
    const place = document.implementation.createHTMLDocument().body
    place.append(...nodes)
    const blocks = parser.parse(place).children
    if (blocks[0]) given.set(blocks[0], { html: place.innerHTML, blocks })
    return blocks
  }

  return {
    /** The blocks of a text. */
    read(html: string): Node {
      const blocks = cut(html).flatMap(pieceOf)
      return schema.topNodeType.create(
        null,
        blocks.length > 0 ? blocks : parser.parse(document.createElement('p')).content,
      )
    },
    /** The text of the blocks. */
    write(doc: Node): string {
      let html = ''
      for (let at = 0; at < doc.childCount; ) {
        const block = doc.child(at)
        const piece = given.get(block)
        const whole = piece?.blocks.every((one, i) => doc.maybeChild(at + i) === one)
        html +=
          piece && whole ? piece.html : tidy(serializer.serializeFragment(Fragment.from(block)) as DocumentFragment)
        at += piece && whole ? piece.blocks.length : 1
      }
      // the editor keeps an empty paragraph below the last block, to write on
      return html.replace(/(?<!<p><\/p>)(?:<p><\/p>)+$/, '')
    },
  }
}
