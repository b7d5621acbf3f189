import { isIPv6 } from 'node:net'

/** The four groups of an IPv6 address that name its network, the others being its owner's to choose. */
function prefixOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}

/**
 * Who counts as one caller among strangers: an IPv4 address, or the /64 of an IPv6 one, since each subscriber has 2^64 of those.
 * @param address as the connection, or a named proxy, tells it
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  return isIPv6(address) ? `${prefixOf(address.split('%')[0] as string)}::/64` : address
}

/**
 * What the owner of a network may have many of: the beginning that all of an IPv6 /48 have in common.
 * @param network as networkOf names it
 * @returns null for an IPv4 address: it stands alone
 */
export function widerOf(network: string): string | null {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}:` : null
}

/** Whose an address is, where all that one owner holds counts together: an IPv4 address, or the /48 of an IPv6 one. */
export function ownerOf(address: string): string {
  const network = networkOf(address)
  return widerOf(network) ?? network
}
