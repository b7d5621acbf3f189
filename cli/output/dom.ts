import { DomHandler, Parser, type parseDocument } from 'htmlparser2'
import type { Part } from '../../core/copied/pieces.ts'

export type Document = ReturnType<typeof parseDocument>
export type Node = Document['children'][number]
export type Element = Extract<Node, { attribs: object }>

/** Deeper than any text is. What is deeper costs the parser the square of its depth, and whoever walks through it the stack. */
const deepest = 500

/** As many elements and remarks, and as many attributes, as the server takes of an article: they bound the work on a page, during which no signal is heard. */
const most = 100_000

/** HTML whose tags are nested, or follow each other, without end; its message says which. */
export class Endless extends Error {
  override readonly name = 'Endless'
}

class Bounded extends DomHandler {
  private open = 0
  private met = 0
  private said = 0
  private meet(attributes: number): void {
    this.met += 1
    this.said += attributes
    if (this.met > most) throw new Endless(`标签超过 ${most / 10_000} 万个`)
    if (this.said > most) throw new Endless(`标签的属性超过 ${most / 10_000} 万个`)
  }
  override onopentag(name: string, attributes: { [name: string]: string }): void {
    this.open += 1
    if (this.open > deepest) throw new Endless('标签嵌套太深')
    this.meet(Object.keys(attributes).length)
    super.onopentag(name, attributes)
  }
  override oncomment(data: string): void {
    this.meet(0)
    super.oncomment(data)
  }
  override onclosetag(): void {
    this.open -= 1
    super.onclosetag()
  }
}

/** HTML as a tree. @throws Endless */
export function parseHtml(html: string): Document {
  const handler = new Bounded()
  new Parser(handler).end(html)
  return handler.root as Document
}

/** What stands in a document or an element, as copied texts are read. */
export const partsOf = ({ children }: Document | Element): Part[] =>
  children.flatMap((node): Part[] => {
    if ('attribs' in node) return [{ name: node.name, attributes: node.attribs, children: partsOf(node) }]
    return node.type === 'text' ? [node.data] : []
  })
