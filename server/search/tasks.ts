import type { OnlineFound, OnlineQuery } from './online-index.ts'
import { type Found, type Indexed, type Listing, openTextIndex, type TextIndex } from './text-index.ts'

/** Where the database is, and its index. */
export interface Files {
  readonly database: string
  readonly index: string
}

/** What a title is to look like; so many of them, but for these. */
export interface Alike {
  readonly words: string
  readonly most: number
  readonly except: readonly number[]
}

/** A thread keeps what it opened: statements are made once, pages stay in memory. */
const opened = new Map<string, TextIndex>()

function indexOf({ database, index }: Files): TextIndex {
  const known = opened.get(index) ?? openTextIndex(database, index)
  opened.set(index, known)
  return known
}

/** After a failure everything is opened anew; an index that is damaged is made anew then. */
function withIndex<T>(files: Files, work: (index: TextIndex) => T): T {
  try {
    return work(indexOf(files))
  } catch (error) {
    opened.get(files.index)?.close()
    opened.delete(files.index)
    throw error
  }
}

/** So much of what is missing is taken in before a search, which else does without the index. */
const catchUpMs = 300
/** The same where there is no other way. */
const catchUpOnlineMs = 1500

/**
 * Reads for a list that the answering thread is not to read: by the index, once it holds everything that has been saved, else as slowly as it takes.
 * @param indexed the list by the index; null: there is no such way
 */
export const find = ({
  indexed,
  plain,
  ...files
}: Files & { readonly indexed: Indexed | null; readonly plain: Listing }): Found =>
  withIndex(files, (index) => (indexed && index.catchUp(catchUpMs) ? index.readIndexed(indexed) : index.read(plain)))

/** Takes a piece of what is missing into the index. */
export const takeIn = ({ ms, ...files }: Files & { readonly ms: number }) =>
  withIndex(files, (index) => ({
    whole: index.catchUp(ms),
    taken: index.taken(),
    passedOver: index.passedOver(),
  }))

/** What of what is online holds the words; not `whole`: something is still being taken in. */
export interface OnlinePage extends OnlineFound {
  readonly whole: boolean
}
export const findOnline = ({ query, ...files }: Files & { readonly query: OnlineQuery }): OnlinePage =>
  withIndex(files, (index) => ({ whole: index.catchUp(catchUpOnlineMs), ...index.online.find(query) }))

/** What is online and has a title like the words. */
export const alikeOnline = ({ words, most, except, ...files }: Files & Alike) =>
  withIndex(files, (index) => {
    index.catchUp(catchUpMs)
    return index.online.alike(words, most, except)
  })
