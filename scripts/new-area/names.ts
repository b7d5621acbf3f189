import { menu } from '../../server/access/menu.ts'

/** What an area may have beside a plain list: it belongs to departments, has rows below its own, is drafted before it is published, is read by strangers. */
export const parts = { parent: '所属部门', child: '下级条目', state: '编辑和公布', public: '公众查询和网页' } as const
export type Part = keyof typeof parts

/** The names of an area in the places where it appears. */
export interface Names {
  /** In code: `hot`. */
  readonly area: string
  /** For types and components: `Hot`. */
  readonly Area: string
  /** For people: 热词. */
  readonly what: string
  /** By the time at which it was made, so that no two people number theirs alike. */
  readonly migration: string
  /** Its screen's address under /web/main/: the menu's, where the menu knows the area. */
  readonly path: string
  /** Whether the specification's menu has a place for it. */
  readonly placed: boolean
  /** Its folder on the site: there is a `_` in it, so that no column's can be the same. */
  readonly folder: string
  /** The text, where the area has the part. */
  readonly on: (part: Part, text: string) => string
  /** The text, where it has not. */
  readonly off: (part: Part, text: string) => string
}

const parted = (text: string, sign: string) => text.replace(/[A-Z]/g, (c) => `${sign}${c.toLowerCase()}`)
/** `202611221830` */
const stamp = (now: Date) => now.toISOString().replace(/\D/g, '').slice(0, 12)

/** Finds the names of a new area. */
export function namesOf(area: string, what: string, given: readonly string[], now: Date): Names {
  const entry = menu.find(({ areas }) => areas?.includes(area))
  return {
    area,
    Area: area.charAt(0).toUpperCase() + area.slice(1),
    what,
    migration: `${stamp(now)}-${parted(area, '-')}`,
    path: entry?.url?.replace('/main/', '') ?? `system/${area}`,
    placed: entry !== undefined,
    folder: `public_${parted(area, '_')}`,
    on: (part, text) => (given.includes(part) ? text : ''),
    off: (part, text) => (given.includes(part) ? '' : text),
  }
}
