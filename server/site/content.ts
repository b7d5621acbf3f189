/** What is done to an article's clean HTML so that its page stays valid and accessible. Works on sanitize-html's own, regular output. */

import { srcsetOf } from '../../core/domain/images.ts'
import { withinLine } from '../../core/words/text-of.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** The first words of an HTML text, as plain text. */
export function excerpt(html: string, length: number): string {
  // nearly none has any, and looking for them takes longer than for what they begin with
  const shown = /<s[ct]/i.test(html)
    ? html.replace(/<(?:script|style)\b[\s\S]*?(?:<\/(?:script|style)>|$)/gi, ' ')
    : html
  const text = shown
    .replace(/<\/?(\w*)[^>]*(?:>|$)/g, (_, name: string) => (withinLine.has(name.toLowerCase()) ? '' : ' '))
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] as string)
    .replace(/\s+/g, ' ')
    // after a Chinese sentence stands no blank, where a paragraph ended either
    .replace(/([。！？；：，、…”’）》】]) /g, '$1')
    .trim()
  return cut(text, length)
}

/** The first words of a plain text: what looks like a tag in it is what its reader sees. */
export const beginning = (text: string, length: number): string => cut(text.replace(/\s+/g, ' ').trim(), length)

/** At most `length` characters, the last one an ellipsis where something was left out; never half a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  let end = 0
  let kept = 0
  for (let count = 0; count < length; count += 1) {
    if (end >= text.length) return text
    if (count === length - 1) kept = end
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1
  }
  return end >= text.length ? text : `${text.slice(0, kept)}…`
}

/** Headings below the page's own h1: the highest becomes h2, and no level is skipped. */
function demote(html: string): string {
  const highest = [1, 2, 3, 4, 5, 6].find((level) => new RegExp(`<h${level}[\\s>]`, 'i').test(html))
  if (highest === undefined) return html
  const open: number[] = []
  let previous = 1
  return html.replace(/<(\/?)h([1-6])(?=[\s>])/gi, (_, close: string, level: string) => {
    if (close) return `</h${open.pop() ?? 2}`
    previous = Math.min(Number(level) - highest + 2, previous + 1, 6)
    open.push(previous)
    return `<h${previous}`
  })
}

/** How wide a text is on a large screen, in pixels of CSS. */
const textWidth = 1072

const has = (tag: string, name: string) => new RegExp(`\\s${name}="[^"]+"`, 'i').test(tag)
const numberOf = (tag: string, name: string) => Number(new RegExp(`\\s${name}="(\\d{1,4})"`, 'i').exec(tag)?.[1] ?? 0)

/**
 * Width, height and alt on an image or video: the browser keeps its place before it has loaded; CSS keeps it in the column.
 * Where nobody said how large an image is, CSS shows it as large as it is: a seal or a QR code is not blown up.
 */
function sized(tag: string): string {
  const bare = tag.replace(/\s(?:width|height)="[^"]*"/gi, '')
  const w = numberOf(tag, 'width')
  const h = numberOf(tag, 'height')
  const width = w || (h ? Math.round((h * 4) / 3) : 800)
  const height = h || Math.round((width * 3) / 4)
  const image = /^<img/i.test(tag)
  const alt = image && !/\salt="/i.test(tag) ? ' alt=""' : ''
  const lazy = image && !has(tag, 'loading') ? ' loading="lazy"' : ''
  const natural = image && !w && !h ? ' class="natural"' : ''
  const several = image ? smaller(tag, Math.min(width, textWidth)) : ''
  return bare.replace(/>$/, `${natural} width="${width}" height="${height}"${several}${alt}${lazy}>`)
}

/** Where a picture lies there in several widths, the browser takes the one that its screen needs. */
function smaller(tag: string, shown: number): string {
  const srcset = srcsetOf(/\ssrc="([^"]*)"/i.exec(tag)?.[1] ?? '')
  return srcset ? ` srcset="${srcset}" sizes="(max-width: ${shown}px) 100vw, ${shown}px"` : ''
}

const relative = /\s(?:src|href|poster)="(?!["#/]|[a-z][a-z\d+.-]*:)/i
const addresses = /(\s(?:src|href|poster)=")(?!["#/]|[a-z][a-z\d+.-]*:)([^"]*)/gi
/** Stands for a site whose name does not matter. */
const nowhere = 'http://nowhere.invalid'

/**
 * Addresses that went from the page the text was written for, as `images/1.jpg`: on the page of an article they would lead into its folder.
 * @param from the address of origin, from which they go; without one they go from the server's root, where `/uploads/` is
 */
export function rooted(html: string, from: string | null): string {
  if (!relative.test(html)) return html
  const base = from && /^https?:/i.test(from) && URL.canParse(from) ? from : nowhere
  return html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(addresses, (whole, start: string, address: string) => {
      const plain = address.replaceAll('&amp;', '&')
      if (!URL.canParse(plain, base)) return whole
      const { href, pathname, search, hash } = new URL(plain, base)
      const full = base === nowhere ? `${pathname}${search}${hash}` : href
      return `${start}${full.replaceAll('&', '&amp;')}`
    }),
  )
}

/** Makes clean HTML fit the page: void tags without slash, headings below h1, sized images, scoped table heads. */
export function dress(html: string): string {
  let out = html.includes('/>') ? html.replace(/ ?\/>/g, '>') : html
  if (/<h[1-6][\s>]/i.test(out)) out = demote(out.replace(/<h([1-6])\b[^<>]*>(?:\s|&nbsp;|<br>)*<\/h\1>/gi, ''))
  if (/<(?:img|video)\b/i.test(out)) out = out.replace(/<(?:img|video)\b[^<>]*>/gi, sized)
  if (/<th[\s>]/i.test(out)) out = out.replace(/<th(?=[\s>])(?![^>]*\sscope=)/gi, '<th scope="col"')
  return out
}
