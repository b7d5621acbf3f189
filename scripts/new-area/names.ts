import { readdirSync } from 'node:fs'
import { menu } from '../../server/access/menu.ts'

/** The names of an area in the places where it appears. */
export interface Names {
  /** In code: `hot`. */
  readonly area: string
  /** For types and components: `Hot`. */
  readonly Area: string
  /** For people: 热词. */
  readonly what: string
  readonly migration: string
  /** Its screen's address under /web/main/: the menu's, where the menu knows the area. */
  readonly path: string
}

const kebab = (text: string) => text.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)

/** Finds the names of a new area. */
export function namesOf(area: string, what: string): Names {
  const last = Math.max(...readdirSync('server/db/migrations').map((file) => Number(file.slice(0, 4))))
  const entry = menu.find(({ areas }) => areas?.includes(area))
  return {
    area,
    Area: area.charAt(0).toUpperCase() + area.slice(1),
    what,
    migration: `${String(last + 1).padStart(4, '0')}-${kebab(area)}`,
    path: entry?.url?.replace('/main/', '') ?? `system/${area}`,
  }
}
