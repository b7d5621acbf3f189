/// <reference types="vite/types/importMeta.d.ts" />
import { unbesided } from '../../core/domain/log-things.ts'
import type { Rights } from '../app/rights.ts'
import { here } from '../data/console.ts'
import type { Pile } from '../data/inbox.ts'
import type { Screen } from './screen.ts'

const folders = import.meta.glob<{ readonly screens: readonly Screen[] }>('./*/screens.ts', { eager: true })

/** All screens of this console, each from the `screens.ts` of its folder; a menu entry is shown when its address is here. */
export const screens: readonly Screen[] = Object.values(folders)
  .flatMap((folder) => folder.screens)
  .filter(({ app = 'admin' }) => app === here.app)

/** The screen of an address within the shell; parts like `:id` stand for anything. */
export function screenAt(pathname: string): Screen | undefined {
  const parts = pathname.replace(new RegExp(`^${here.at}/?`), '').split('/')
  return screens.find(({ path }) => {
    const wanted = path.split('/')
    return wanted.length === parts.length && wanted.every((part, i) => part.startsWith(':') || part === parts[i])
  })
}

/** Whether somebody with these rights can use a screen. */
export const mayOpen = ({ needs = [] }: Screen, can: Rights['can']): boolean => {
  const any = typeof needs === 'string' ? [needs] : needs
  return any.length === 0 || any.some((right) => can(right))
}

/** True when an entry of the menu leads to a screen that exists, and that these rights open. */
export function hasScreen(url: string | null, can: Rights['can']): boolean {
  const screen = url === null ? undefined : screenAt(url)
  return screen !== undefined && mayOpen(screen, can)
}

/** A thing as rows about it name it. */
export interface Thing {
  readonly kind: string
  readonly id: string
  readonly name: string
}

/** Where a thing is looked at by somebody with these rights; null: it is only named, or not theirs to look at. */
export function pageOf({ kind, id, name }: Thing, can: Rights['can']): string | null {
  const screen = screens.find(({ shows }) => (typeof shows === 'object' ? shows.kind : shows) === kind)
  if (!screen || !mayOpen(screen, can)) return null
  const { path, shows } = screen
  const place = `/main/${path}`
  if (typeof shows === 'object') return `${place}?${new URLSearchParams({ [shows.by]: unbesided(name)?.[1] ?? name })}`
  return path.includes(':id') ? place.replace(':id', id) : `${place}?${new URLSearchParams({ [kind]: id })}`
}

const addressIn = ({ waits, path }: Screen, { pile, area, search }: Pile): string | null => {
  const query = waits === area ? `?${new URLSearchParams(search)}` : typeof waits === 'object' ? waits[pile] : undefined
  return query === undefined ? null : `${here.at}/${path}${query}`
}

/** The piles in which something waits, each with where it is worked on; without those that no screen of this user's shows. */
export function waitingIn(piles: readonly Pile[], can: Rights['can']): { pile: Pile; to: string }[] {
  return piles.flatMap((pile) => {
    const found = screens.find((screen) => addressIn(screen, pile) !== null && mayOpen(screen, can))
    const to = found && addressIn(found, pile)
    return pile.count && to ? [{ pile, to }] : []
  })
}
