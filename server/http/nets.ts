import { BlockList, isIP, isIPv4 } from 'node:net'

/** What is no address and no range. */
export class NoNet extends Error {
  override readonly name = 'NoNet'
}

const piecesOf = (text: string) => text.split(/[\s,，;；、]+/).filter(Boolean)

/** Addresses and ranges: `10.2.0.0/16,10.3.4.5,2001:db8::/32`. @throws NoNet naming the piece that is none */
export function netsFrom(text: string): BlockList {
  const nets = new BlockList()
  const pieces = piecesOf(text)
  // separators alone would name nobody's address
  if (pieces.length === 0 && text.trim() !== '') throw new NoNet(text.trim())
  for (const piece of pieces) {
    const [address = '', bits, more] = piece.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const most = family === 'ipv6' ? 128 : 32
    const size = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (isIP(address) === 0 || more !== undefined || !(size <= most)) throw new NoNet(piece)
    nets.addSubnet(address, size, family)
  }
  return nets
}

/** The same text again and again: those of requests. */
const known = new Map<string, BlockList>()
const knownMost = 1000

/** Whether an address lies within what a text names; an empty one names all. */
export function isWithin(text: string, address: string): boolean {
  if (piecesOf(text).length === 0) return true
  const nets = known.get(text) ?? netsFrom(text)
  if (known.size >= knownMost) known.clear()
  known.set(text, nets)
  // an IPv4 address as IPv6 sockets tell it
  const plain = (/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address).split('%')[0] as string
  return nets.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}
