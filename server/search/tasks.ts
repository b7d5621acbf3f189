import { statSync } from 'node:fs'
import { readTextOf } from '../../core/words/text-of.ts'
import type { Held } from './article-ids.ts'
import type { Sought } from './article-text.ts'
import { extractOf } from './extract.ts'
import { type Fed, type FedIndex, type FedState, openFedIndex } from './fed-index.ts'
import { drop } from './index-file.ts'
import { fileOf, makingOf, putInPlace } from './index-place.ts'
import type { Alike, OnlineFound, OnlineIndex, OnlineQuery } from './online-index.ts'
import type { RowsRead } from './row-texts.ts'
import { type Found, type Indexed, type Listing, openTextIndex, type TextIndex } from './text-index.ts'

/** Where the database is, and its index. */
export interface Files {
  readonly database: string
  readonly index: string
}
/** The index of a database on PostgreSQL, and what that is known by. */
export interface FedFile {
  readonly of: number
  readonly index: string
}

/** Indexes by their files; `file` is which one it was: another thread may have made it anew. */
type Opened<I> = Map<string, { readonly index: I; readonly file: number }>

/** A thread keeps what it opened: statements are made once, pages stay in memory. */
const opened: Opened<TextIndex> = new Map()
const openedFed: Opened<FedIndex> = new Map()

/** After a failure everything is opened anew; an index that is damaged is made anew then. */
function within<I extends { close(): void }, T>(
  known: Opened<I>,
  file: string,
  open: () => I,
  work: (index: I) => T,
): T {
  const which = (name = file) => statSync(name, { throwIfNoEntry: false })?.ino ?? 0
  try {
    if (known.get(file)?.file !== which()) {
      // those too that another one has taken the place of
      for (const [name, { file: was }] of known) if (which(name) !== was) close(known, name)
    }
    const one = known.get(file) ?? { index: open(), file: which() }
    known.set(file, one)
    return work(one.index)
  } catch (error) {
    close(known, file)
    throw error
  }
}
function close(known: Opened<{ close(): void }>, file: string): void {
  known.get(file)?.index.close()
  known.delete(file)
}
function withIndex<T>({ database, index }: Files, work: (index: TextIndex) => T): T {
  const file = fileOf(index)
  return within(opened, file, () => openTextIndex(database, file), work)
}
function withFed<T>({ of, index }: FedFile, work: (index: FedIndex) => T): T {
  const file = fileOf(index)
  return within(openedFed, file, () => openFedIndex(file, of), work)
}

/**
 * Works with what is known of what is online, in an index of either kind.
 * @param ms null: nothing is taken in for it
 * @param work told whether everything is taken in; what is fed has been brought up to date before
 */
const withOnline = <T>(
  { ms, ...files }: (Files | FedFile) & { readonly ms: number | null },
  work: (online: OnlineIndex, whole: boolean) => T,
): T =>
  'of' in files
    ? withFed(files, (index) => work(index.online, index.state()?.scanned === null))
    : withIndex(files, (index) => {
        const whole = ms !== null && index.catchUp(ms)
        return work(index.online, whole)
      })

/** So much of what is missing is taken in before a search, which else does without the index. */
const catchUpMs = 300

/**
 * Reads for a list that the answering thread is not to read: by the index, once it holds everything that has been saved, else as slowly as it takes.
 * @param indexed the list by the index; null: there is no such way
 */
export const find = ({
  indexed,
  plain,
  ...files
}: Files & { readonly indexed: Indexed | null; readonly plain: Listing }): Found =>
  withIndex(files, (index) => {
    const known = indexed && index.catchUp(catchUpMs) && index.knows(indexed.table)
    return known ? index.readIndexed(indexed) : index.read(plain)
  })

/** Reads some lists one after the other: those that wait for nothing but their turn wait for it once. */
export const findEach = ({ plain, ...files }: Files & { readonly plain: readonly Listing[] }): Found[] =>
  withIndex(files, (index) => plain.map((one) => index.read(one)))

/** Takes a piece of what is missing into the index. */
export const takeIn = ({ ms, ...files }: Files & { readonly ms: number }) =>
  withIndex(files, (index) => ({
    whole: index.catchUp(ms) && index.readRows(ms),
    taken: index.taken(),
    scanned: index.scanned(),
    passedOver: index.passedOver(),
  }))

/** How far an index has come, and how large it is. */
export interface IndexState {
  /** Bytes. */
  readonly size: number
  /** Of the form before this one: it is to be made anew. */
  readonly earlier: boolean
  /** How much of what is online it knows. */
  readonly online: number
  /** Of SQLite's: up to this number every text has been read once, null: all have; and the last change that it holds. */
  readonly scanned: number | null
  readonly taken: number | null
  /** How far the other tables have been read. */
  readonly rows: RowsRead
  /** Of one that is fed. */
  readonly fed: FedState | null
}

const sizeOf = (file: string) =>
  ['', '-wal'].reduce((sum, part) => sum + (statSync(file + part, { throwIfNoEntry: false })?.size ?? 0), 0)

/** How an index stands; nothing is taken in for it. */
export const indexState = (files: Files | FedFile): IndexState => {
  const size = () => sizeOf(fileOf(files.index))
  if ('of' in files)
    return withFed(files, (index) => ({
      ...{ size: size(), online: index.online.ids().length, scanned: null, taken: null, fed: index.state() },
      ...{ earlier: index.earlier, rows: index.state()?.rows ?? {} },
    }))
  return withIndex(files, (index) => ({
    ...{ size: size(), online: index.online.ids().length, scanned: index.scanned(), taken: index.taken(), fed: null },
    ...{ earlier: index.earlier, rows: index.rowsRead() },
  }))
}

/** Puts an index that was made anew in the place of the one before; or takes it away. */
export const endMaking = ({ index, keep }: { readonly index: string; readonly keep: boolean }): void => {
  const making = makingOf(index)
  const now = fileOf(index)
  for (const known of [opened, openedFed]) for (const file of keep ? [making, now] : [making]) close(known, file)
  if (keep) putInPlace(index)
  else drop(making)
}

/** What of what is online holds the words; not `whole`: something is still being taken in. */
export interface OnlinePage extends OnlineFound {
  readonly whole: boolean
}

/**
 * @param ms so long it takes in what is missing
 * @param files of which sort: what is fed has been brought up to date before
 */
export const findOnline = ({
  query,
  ...files
}: (Files | FedFile) & { readonly query: OnlineQuery; readonly ms: number }): OnlinePage =>
  withOnline(files, (online, whole) => ({ whole, ...online.find(query) }))

/** What of a table holds some texts, of everything that was ever written on PostgreSQL; null: the index does not know all of it yet. */
export const holding = ({
  table,
  match,
  ...file
}: FedFile & { readonly table: string; readonly match: readonly Sought[] }): Held | null =>
  withFed(file, (index) => index.holding(table, match))

/** What of what is online has a title like another. @param ms so long it takes in what is missing */
export const alikeOnline = ({
  asked,
  ...files
}: (Files | FedFile) & { readonly asked: Alike; readonly ms: number }): number[] =>
  withOnline(files, (online) => online.alike(asked))

/** What of what is online has a title that holds the words. */
export const titledOnline = ({
  words,
  most,
  ...files
}: (Files | FedFile) & { readonly words: string; readonly most: number }): number[] =>
  withOnline({ ...files, ms: null }, (online) => online.titled(words, most))

/** What is shown of a long text that was found. */
export const extract = ({ html, words }: { readonly html: string; readonly words: readonly string[] }): string =>
  extractOf(readTextOf(html), words)

/**
 * Takes texts of a PostgreSQL database into its index.
 * @param state how far it has come by them; null: it is asked for that
 * @param anew whatever there was goes first
 * @returns how far it has come; null: it is empty
 */
export const feedOnline = ({
  items,
  state,
  anew,
  ...file
}: FedFile & {
  readonly items: readonly Fed[]
  readonly state: FedState | null
  readonly anew?: true
}): FedState | null => {
  if (anew) {
    const name = fileOf(file.index)
    close(openedFed, name)
    drop(name)
  }
  return withFed(file, (index) => {
    // what is empty without that was damaged, and must not take itself for whole
    if (state && (anew || index.state())) index.feed(items, state)
    return index.state()
  })
}
