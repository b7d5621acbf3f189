import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Bytes } from '../../core/sheet/unzip.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { refuseBeyond, stdinOf } from '../io.ts'
import { articleHeads, type Heads } from './headings.ts'
import { type Kind, kinds } from './kinds.ts'
import { countLines, type Line, linesOf } from './lines.ts'

/** Where an import's rows come from. */
export interface Source {
  /** How many there are; 0 where only reading tells. */
  readonly total: number
  readonly stdin: boolean
  /** Columns and fields of it that no article has, as far as it was read. */
  readonly unused: Set<string>
  lines(): AsyncGenerator<Line, void, undefined>
}

/** After a stop, so long for what is already on its way through the pipe. */
const restMs = 500

const asked: Readonly<Record<Kind, (unit: string) => string>> = {
  jsonl: (unit) => ` JSON 行，每行一${unit}`,
  csv: () => ' CSV，第一行是表头',
  xlsx: () => '电子表格',
  html: () => '网页',
}

/** No table that comes through a pipe has more: it is in memory as a whole. */
const pipedMostMb = 256

/**
 * stdin as bytes that can be read again from their beginning: what was read is kept, and no more is read than is asked for.
 * @returns they, and what lets the rest go; reading beyond the bound throws CliError 2
 */
export function heldStdin(ctx: Context, mostMb: number): { readonly bytes: Bytes; letGo(): Promise<unknown> } {
  const pieces = stdinOf(ctx.io, ctx.signal)
  const letGo = () => pieces.return()
  const kept: Uint8Array[] = []
  let size = 0
  let ended = false
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (let at = 0; ; at += 1) {
      if (at === kept.length) {
        // what was read wholly is there whatever stops the run
        if (ended) return
        const next = await pieces.next()
        ctx.signal.throwIfAborted()
        ended = next.done === true
        if (next.done) return
        size += next.value.length
        refuseBeyond(mostMb, size)
        kept.push(next.value)
      } else await setImmediate() // a signal is heard between two tasks alone
      yield kept[at] as Uint8Array
    }
  }
  return { bytes, letGo }
}

/** All of stdin, so that it can be read again from its beginning. */
async function gathered(ctx: Context): Promise<Bytes> {
  const { bytes, letGo } = heldStdin(ctx, pipedMostMb)
  try {
    for await (const _ of bytes());
  } finally {
    await letGo()
  }
  return bytes
}

async function fromBytes(
  bytes: Bytes,
  kind: Exclude<Kind, 'jsonl'>,
  file: string,
  unused: Set<string>,
  heads: Heads,
): Promise<Source['lines']> {
  const add = (heading: string) => void (heading.trim() !== '' && unused.add(heading.trim()))
  if (kind === 'csv') {
    const { linesOfCsv } = await import('./csv.ts')
    return () => linesOfCsv(bytes, file, add, heads)
  }
  if (kind === 'xlsx') {
    const { linesOfSheet } = await import('./sheet.ts')
    return () => linesOfSheet(bytes, file, add, heads)
  }
  const { lineOfPiped } = await import('./pages.ts')
  return () => lineOfPiped(bytes)
}

async function piped(ctx: Context, kind: Kind, heads: Heads): Promise<Source> {
  if (ctx.io.stdinTty) ctx.warn(`请输入${asked[kind](heads.unit)}，结束按 Ctrl+D`)
  const from = { total: 0, stdin: true, unused: new Set<string>() }
  if (kind === 'jsonl') return { ...from, lines: () => linesOf(stdinOf(ctx.io, ctx.signal, restMs)) }
  return { ...from, lines: await fromBytes(await gathered(ctx), kind, '标准输入', from.unused, heads) }
}

/** Web pages, of a folder or a single one. */
async function pages(path: string, files: readonly string[]): Promise<Source> {
  const { linesOfPages } = await import('./pages.ts')
  return { total: files.length, stdin: false, unused: new Set(), lines: () => linesOfPages(path, files) }
}

/** JSON lines had no ending of their own before other kinds could be read. */
const alsoLines = ['', '.json', '.txt']

/** Refuses a name under which rows that are written as JSON lines would not be read as such again. @throws CliError 2 */
export function refuseOtherThanLines(file: string): void {
  const ending = extname(file).toLowerCase()
  if ([...kinds.jsonl, ...alsoLines].includes(ending)) return
  throw usage(
    `--failed-to 写的是 JSON 行，不能写成 ${ending} 文件`,
    '改用 .jsonl，例如 --failed-to 失败.jsonl；改好后可以再导入',
  )
}

/** The kind of a file by its name. @throws CliError 2 for a name that tells none */
function kindOf(file: string, those: readonly Kind[]): Kind {
  const ending = extname(file).toLowerCase()
  const kind = those.find((one) => kinds[one].includes(ending))
  if (kind || alsoLines.includes(ending)) return kind ?? 'jsonl'
  throw usage(
    `不能导入 ${ending} 文件`,
    `可以导入 ${those.flatMap((one) => kinds[one]).join('、')} 文件${those.includes('html') ? '和放网页的目录' : ''}；其他扩展名加 --kind 说明`,
  )
}

/**
 * Opens what is to be imported.
 * @param path a file, a folder of web pages, or `-`: stdin
 * @param given its kind, where the name does not tell it
 * @param heads what its rows are
 */
export async function openSource(
  ctx: Context,
  path: string,
  given: Kind | undefined,
  heads: Heads = articleHeads,
): Promise<Source> {
  if (path === '-') return piped(ctx, given ?? 'jsonl', heads)
  if ((await stat(path)).isDirectory()) {
    if (!heads.kinds.includes('html')) throw usage(`${path} 是目录`, '写出要导入的文件')
    if (given !== undefined && given !== 'html')
      throw usage(`${path} 是目录，目录中只能是网页`, '去掉 --kind，或写出文件')
    const { pagesBelow } = await import('./pages.ts')
    const files = await pagesBelow(path)
    if (files.length === 0) throw usage(`目录 ${path} 中没有 .html 文件`)
    return pages(path, files)
  }
  const kind = given ?? kindOf(path, heads.kinds)
  if (kind === 'html') return pages(path, [path])
  if (kind === 'jsonl') {
    const total = await countLines(createReadStream(path))
    return { total, stdin: false, unused: new Set(), lines: () => linesOf(createReadStream(path)) }
  }
  const unused = new Set<string>()
  const lines = await fromBytes(() => createReadStream(path), kind, basename(path), unused, heads)
  return { total: 0, stdin: false, unused, lines }
}
