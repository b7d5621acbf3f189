import { existsSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { drop } from './index-file.ts'

/**
 * Where an index is: at first under its plain name, made anew under the next number. A number is never used twice, so that what a thread still
 * has open of the one before can be mixed with nothing.
 */

const numbered = (first: string, number: number) =>
  number === 0 ? first : `${first.slice(0, -'.db'.length)}.${number}.db`
const makingSuffix = '.making'
/** What is being made anew has another name until it is whole. */
export const makingOf = (first: string): string => `${first}${makingSuffix}`

/** What stands in the folder of an index: its numbers, and what was left half made. */
function found(first: string): { numbers: number[]; making: boolean } {
  const stem = basename(first).slice(0, -'.db'.length)
  const names = existsSync(dirname(first)) ? readdirSync(dirname(first)) : []
  const numbers = names.flatMap((name) => {
    if (!name.startsWith(stem) || !name.endsWith('.db')) return []
    const between = name.slice(stem.length, -'.db'.length)
    return between === '' ? [0] : /^\.\d{1,9}$/.test(between) ? [Number(between.slice(1))] : []
  })
  return {
    numbers: numbers.sort((a, b) => a - b),
    making: names.some((name) => name.startsWith(basename(makingOf(first)))),
  }
}

const known = new Map<string, number>()
/** The file of an index as it is now; one that is being made is where it is. */
export function fileOf(first: string): string {
  if (first.endsWith(makingSuffix)) return first
  let number = known.get(first) ?? found(first).numbers.at(-1) ?? 0
  // another thread may have put a later one in its place
  while (existsSync(numbered(first, number + 1))) number += 1
  known.set(first, number)
  return numbered(first, number)
}

/** Puts what was made in the place of what there is; nobody may have it open. */
export function putInPlace(first: string): void {
  const before = fileOf(first)
  const number = (known.get(first) ?? 0) + 1
  renameSync(makingOf(first), numbered(first, number))
  fileOf(first)
  drop(before)
}

/** Takes away what a process left that ended while it made an index: the half of a new one, or one that has a later one. */
export function tidy(first: string): void {
  const { numbers, making } = found(first)
  if (making) drop(makingOf(first))
  for (const number of numbers.slice(0, -1)) drop(numbered(first, number))
}
