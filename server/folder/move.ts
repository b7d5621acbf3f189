import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileModeIn } from './closed.ts'

/** Copies a file beside its new place, whole and on the disk, and then lets the old one go. */
export function copyOver(from: string, to: string, mode?: number): void {
  const part = `${to}.${process.pid}.part`
  copyFileSync(from, part)
  if (mode !== undefined) chmodSync(part, mode)
  const handle = openSync(part, 'r+')
  fsyncSync(handle)
  closeSync(handle)
  renameSync(part, to)
  rmSync(from)
}

/**
 * Moves a file, also to another disk; one that somebody else has moved meanwhile is moved.
 * @param mode of the file there; as the folder wants it
 */
export function movePlain(from: string, to: string, mode = fileModeIn(dirname(to))): void {
  try {
    chmodSync(from, mode)
    renameSync(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    if (code !== 'EXDEV') throw error
    copyOver(from, to, mode)
  }
}
