import { type ResolvedPos, Slice } from '@tiptap/pm/model'
import type { Selection } from '@tiptap/pm/state'
import { asShown } from '../../../core/copied/as-shown.ts'
import { htmlOf, type Part, piece } from '../../../core/copied/pieces.ts'
import { safeLink } from '../../../core/domain/links.ts'

/** Elements of Word and WPS that carry nothing to read. */
const dropped = 'script,style,meta,link,title,xml,v\\:shapetype,v\\:shape,head,iframe,object,embed'
/** Attributes that are kept, by element. */
const kept: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  video: ['src', 'poster', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
}
const keptStyles = ['text-align', 'text-indent', 'font-weight', 'font-style', 'text-decoration']

function cleanStyle(element: HTMLElement): void {
  const style = (element.localName === 'col' ? ['width'] : keptStyles)
    .map((name) => [name, element.style.getPropertyValue(name)])
    .filter(([name, value]) => value && !(name === 'text-align' && value === 'left') && value !== 'normal')
    // first-line indents come in points and centimetres; two characters is what was meant
    .filter(([name, value]) => name !== 'text-indent' || Number.parseFloat(value ?? '') > 0)
    .map(([name, value]) => `${name}: ${name === 'text-indent' ? '2em' : value}`)
  if (style.length > 0) element.setAttribute('style', style.join('; '))
  else element.removeAttribute('style')
}

/** Gives a picture that is not on this server its address, or null where it cannot be had. */
type TakePicture = (src: string) => string | null

/** Pictures of our own site come with its whole address from a preview. */
const addressOf = (src: string) => (src.startsWith(`${location.origin}/`) ? src.slice(location.origin.length) : src)

function cleanPicture(image: HTMLElement, take: TakePicture): void {
  const src = addressOf(image.getAttribute('src') ?? '')
  const kept = src.startsWith('/') && safeLink(src) ? src : take(src)
  if (kept) image.setAttribute('src', kept)
  else image.remove()
}

function cleanElement(element: HTMLElement, take: TakePicture): void {
  const allowed = kept[element.localName] ?? []
  for (const { name } of [...element.attributes])
    if (name !== 'style' && !allowed.includes(name)) element.removeAttribute(name)
  cleanStyle(element)
  if (element.localName === 'img') cleanPicture(element, take)
}

const partsOf = ({ childNodes }: Node): Part[] =>
  [...childNodes].flatMap((node): Part[] => {
    if (node instanceof Text) return [node.data]
    if (!(node instanceof Element)) return []
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]))
    return [{ name: node.localName, attributes, children: partsOf(node) }]
  })

const boxes = 'div,section,article'

/** Moves what stands in an element somewhere else, piece for piece: as arguments of one call they could be too many. */
function moveOut(from: Node, to: Node, before: Node | null = null): void {
  for (let child = from.firstChild; child; child = from.firstChild) to.insertBefore(child, before)
}
function unwrap(element: Element): void {
  if (element.parentNode) moveOut(element, element.parentNode, element)
  element.remove()
}

/** What stands in a box is aligned as the box is. */
function passAlignment(box: HTMLElement): void {
  const { textAlign } = box.style
  if (textAlign !== 'center' && textAlign !== 'right') return
  for (const inner of box.querySelectorAll<HTMLElement>(':scope > :is(p,h1,h2,h3,h4,h5,h6)'))
    inner.style.textAlign ||= textAlign
}

/** A web page's boxes say nothing: those around blocks go, those around text become paragraphs, empty ones are gaps. */
function dropBoxes(body: HTMLElement): void {
  for (const box of [...body.querySelectorAll<HTMLElement>(boxes)].reverse()) {
    if (box.querySelector(`p,${boxes},h1,h2,h3,h4,h5,h6,ul,ol,table,blockquote,pre,figure,hr`)) {
      passAlignment(box)
      unwrap(box)
      continue
    }
    const paragraph = body.ownerDocument.createElement('p')
    moveOut(box, paragraph)
    paragraph.style.cssText = box.style.cssText
    if (paragraph.textContent?.trim() || paragraph.querySelector('img,video,br')) box.replaceWith(paragraph)
    else box.remove()
  }
}

/** Marks that mark nothing: bold that is not, and links to a place in the page that was left. */
function dropMarks(body: HTMLElement): void {
  for (const mark of body.querySelectorAll<HTMLElement>('b,strong,a[href^="#"]'))
    if (mark.localName === 'a' || /^(?:normal|400)$/.test(mark.style.fontWeight)) unwrap(mark)
}

/**
 * What comes from Word, WPS or a web page, without their classes, fonts, sizes and markup of their own, with the
 * numbers of its paragraphs as text; what was copied in the editor itself stays as it is.
 * @param plain the same as plain text
 */
export function cleanPaste(html: string, plain: string, take: TakePicture): string {
  if (/ data-pm-slice=/.test(html)) return html
  const { body: pasted } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of pasted.querySelectorAll(dropped)) element.remove()
  const { body } = new DOMParser().parseFromString(htmlOf(asShown(partsOf(pasted), plain)), 'text/html')
  dropBoxes(body)
  dropMarks(body)
  for (const element of body.querySelectorAll<HTMLElement>('*')) cleanElement(element, take)
  for (const empty of body.querySelectorAll('span:not([style]),font')) unwrap(empty)
  return body.innerHTML
}

/** A copied text without any of its looks, a paragraph for each line: of one that could not be read with them nothing is lost. */
export function plainPaste(html: string, plain: string): string {
  const text = plain || (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '')
  const lines = text.split('\n').map((line) => line.trim())
  return htmlOf(lines.filter(Boolean).map((line) => piece('p', [line])))
}

const plain = ({ parent }: ResolvedPos) => parent.attrs.textAlign === null && parent.attrs.textIndent === null

/**
 * Pasted into an empty line or in place of everything in it, a text keeps the alignment of its first paragraph too:
 * the editor would take over only what stands in it.
 */
export function keepFirst(slice: Slice, { $from, $to }: Selection): Slice {
  const first = slice.content.firstChild
  const covered = $from.parentOffset === 0 && $to.pos >= $from.end()
  const free = $from.parent.type.name === 'paragraph' && (plain($from) || !$to.sameParent($from))
  if (!covered || !free || slice.openStart !== 1 || first?.type.name !== 'paragraph') return slice
  return new Slice(slice.content, 0, slice.openEnd)
}
