import { DomHandler, Parser, type parseDocument } from 'htmlparser2'
import type { Part } from '../../core/copied/pieces.ts'

export type Document = ReturnType<typeof parseDocument>
export type Node = Document['children'][number]
export type Element = Extract<Node, { attribs: object }>

/** Deeper than any text is. What is deeper costs the parser the square of its depth, and whoever walks through it the stack. */
const deepest = 500

/** HTML whose tags are nested without end. */
export class TooDeep extends Error {
  override readonly name = 'TooDeep'
}

class Shallow extends DomHandler {
  private open = 0
  override onopentag(name: string, attributes: { [name: string]: string }): void {
    this.open += 1
    if (this.open > deepest) throw new TooDeep()
    super.onopentag(name, attributes)
  }
  override onclosetag(): void {
    this.open -= 1
    super.onclosetag()
  }
}

/** HTML as a tree. @throws TooDeep */
export function parseHtml(html: string): Document {
  const handler = new Shallow()
  new Parser(handler).end(html)
  return handler.root as Document
}

/** What stands in a document or an element, as copied texts are read. */
export const partsOf = ({ children }: Document | Element): Part[] =>
  children.flatMap((node): Part[] => {
    if ('attribs' in node) return [{ name: node.name, attributes: node.attribs, children: partsOf(node) }]
    return node.type === 'text' ? [node.data] : []
  })
