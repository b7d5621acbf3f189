import { Parser } from 'htmlparser2'
import { isFixedFile } from '../../core/domain/skin-files.ts'
import { isElsewhere, wrongInSheet } from './sheet-lint.ts'

/** What may not stand on a page, however its template put it together. */

/** Tags that bring something of others into the page, or change what its addresses mean. */
const barred: ReadonlySet<string> = new Set(['base', 'object', 'embed', 'applet', 'frame'])
const addresses: ReadonlySet<string> = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster'])

/** As browsers read an address: blanks and control characters before and within its scheme do not count. */
export const runs = (address: string) => /^(?:javascript|vbscript):/i.test(address.replace(/[\u0000-\u0020]/g, ''))

/** What brings more than words, pictures and links: its address is one of the site. */
const bringing: Readonly<Record<string, string>> = {
  iframe: 'src',
  form: 'action',
  button: 'formaction',
  input: 'formaction',
}
const isAnimation = /^(?:set|animate\w{0,9})$/
/** Links that only say where something is. */
const onlySays: ReadonlySet<string> = new Set([
  'canonical',
  'alternate',
  'next',
  'prev',
  'author',
  'license',
  'help',
  'search',
])

type Attributes = Readonly<Record<string, string>>

const saysOnly = (rel = '') =>
  rel
    .toLowerCase()
    .split(/\s+/)
    .every((one) => onlySays.has(one))

function wrongIn(name: string, attributes: Attributes, ownScript: (src: string) => boolean): string | null {
  if (name === 'script' && attributes.type !== 'application/ld+json' && !ownScript(attributes.src ?? ''))
    return '页面上出现了不是随程序提供的脚本'
  if (barred.has(name)) return `页面上出现了 ${name} 标签`
  if (name === 'meta' && /^\s*refresh\s*$/i.test(attributes['http-equiv'] ?? '')) return '页面会自动转到别处'
  if (isElsewhere(attributes[bringing[name] ?? ''] ?? '')) return `页面上的 ${name} 指向别的网站`
  if (name === 'link' && isElsewhere(attributes.href ?? '') && !saysOnly(attributes.rel))
    return '页面引用了别的网站的文件'
  if (isAnimation.test(name) && /href|^on/i.test(attributes.attributename ?? '')) return '页面上的动画改变链接'
  for (const [attribute, value] of Object.entries(attributes)) {
    if (/^on/.test(attribute)) return `页面的标签中出现了 ${attribute} 事件脚本`
    if (attribute === 'srcdoc') return '页面中嵌入了另一页的代码'
    if (addresses.has(attribute) && runs(value)) return '页面的链接中出现了脚本'
  }
  return null
}

/**
 * What is wrong with a page as visitors' browsers would read it.
 * @param base the path before every address of the site
 * @param assets the skin's files on it
 */
export function lintPage(html: string, base: string, assets: readonly string[]): string[] {
  const found = new Set<string>()
  const before = `${base}/assets/`
  const ownScript = (src: string) =>
    src.startsWith(before) && isFixedFile(src) && assets.includes(src.slice(before.length))
  let style: string[] | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      const wrong = wrongIn(name, attributes, ownScript)
      if (wrong) found.add(wrong)
      if (name === 'style') style = []
    },
    ontext(text) {
      style?.push(text)
    },
    onclosetag(name) {
      if (name !== 'style' || !style) return
      for (const { says } of wrongInSheet(style.join('')).wrong) found.add(`页面的${says}`)
      style = null
    },
  })
  parser.end(html)
  return [...found]
}
