import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eachPiece } from '../../core/words/text-of.ts'

/** An article's texts in which links are sought. */
export interface Linking {
  readonly html: string
  /** Where the article itself leads, instead of to a page of its own. */
  readonly jump: string | null
}
/** Where the site is, and where its files lie. */
export interface Around {
  readonly origin: string
  /** The path in front of its addresses, with no slash at the end. */
  readonly path: string
  readonly folder: string
  /** Folders of pictures, those that are hidden too. */
  readonly pictures: readonly string[]
}

/** A link that may lead nowhere. */
export interface LinkTo {
  readonly address: string
  readonly text: string
  /** Of an article: whether that is online is for the database to say, and whether it has the attachment that is stored so. */
  readonly article?: number
  readonly stored?: string
  /** On another site. */
  readonly outside?: string
  /** It is known already that nothing is there. */
  readonly missing?: true
}

/** Of one text no more links are looked at. */
export const linksMost = 500
const textMost = 60
const addressMost = 500

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" }
const plain = (value: string) =>
  value.replace(/&(amp|quot|lt|gt|#39);/g, (_, name: string) => entities[name] as string).trim()
const hrefOf = (tag: string) => /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)

/** The links of a text, each address once, with the first words that lead there. */
function linksIn({ html, jump }: Linking): Map<string, string> {
  const found = new Map<string, string>()
  if (jump) found.set(jump.trim(), '跳转地址')
  let open: string | null = null
  eachPiece(html, {
    text(said) {
      if (open === null) return
      const before = found.get(open) ?? ''
      if (before.length < textMost) found.set(open, `${before}${said}`.slice(0, textMost))
    },
    tag(name, from, to) {
      if (name !== 'a') return
      open = null
      const match = html[from + 1] === '/' ? null : hrefOf(html.slice(from, to))
      const address = match ? plain(match[1] ?? match[2] ?? '') : ''
      if (address === '' || found.has(address) || found.size >= linksMost) return
      found.set(address, '')
      open = address
    },
  })
  return found
}

/** The path within the site; null: it is another site's. */
function pathOf(address: string, { origin, path }: Around): string | null {
  if (address.startsWith('/') && !address.startsWith('//')) {
    const own = address.split(/[?#]/)[0] as string
    return own === path || own.startsWith(`${path}/`) ? own.slice(path.length) : own
  }
  if (!URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  // the site may be named with or without a certificate
  if (url.host !== new URL(origin).host) return null
  return url.pathname === path || url.pathname.startsWith(`${path}/`) ? url.pathname.slice(path.length) : null
}

const articleAt = /^\/a\/\d+\/(\d+)(?:\.html|\/([\w-]+)\.\w+)$/
/** Names that lead nowhere else. */
const names = /^[\w.-]+(?:\/[\w.-]+)*$/

/** Whether a file is there that a visitor is answered with. */
function isThere(path: string, { folder, pictures }: Around): boolean {
  const name = path.slice(1)
  if (name === '' || !names.test(name.replace(/\/$/, '')) || name.includes('..')) return true
  if (name.startsWith('uploads/')) return pictures.some((one) => existsSync(join(one, name.slice('uploads/'.length))))
  // of a site that was never made nothing is known
  if (!existsSync(join(folder, 'index.html'))) return true
  return existsSync(join(folder, name.endsWith('/') || !name.includes('.') ? join(name, 'index.html') : name))
}

function judged(address: string, text: string, around: Around): LinkTo[] {
  const one = { address: address.slice(0, addressMost), text: text.replace(/\s+/g, ' ').trim() }
  if (/^(?:#|(?!https?:)[a-z][a-z\d+.-]*:)/i.test(address) || !/^(?:https?:)?\/|^https?:/i.test(address)) return []
  const path = pathOf(address, around)
  if (path === null) return /^https?:\/\//i.test(address) && URL.canParse(address) ? [{ ...one, outside: address }] : []
  const [, id, stored] = articleAt.exec(path) ?? []
  if (id !== undefined) return [{ ...one, article: Number(id), ...(stored && { stored }) }]
  return isThere(path, around) ? [] : [{ ...one, missing: true }]
}

/** The links of some texts that may lead nowhere; in time that grows with the texts alone. */
export const linksOf = ({
  texts,
  around,
}: {
  readonly texts: readonly Linking[]
  readonly around: Around
}): LinkTo[][] => texts.map((text) => [...linksIn(text)].flatMap(([address, says]) => judged(address, says, around)))
