import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Reader } from '../../db/open.ts'
import type { Site } from '../generate.ts'
import type { Writer } from '../write.ts'
import type { Due } from './build.ts'
import { bitsOf, finderForm, listPath, printOf, type Segment, type Standing, segmentOf } from './segments.ts'

/** The site as far as its index is made from it. */
export type Indexed = Pick<Site, 'folder' | 'now'> & { readonly db: Reader }

const listed = z.object({
  form: z.literal(finderForm),
  segments: z.array(
    z
      .object({ name: z.string(), bits: z.number(), count: z.number(), print: z.string() })
      .transform((one): Segment => one),
  ),
})

/** What the index says that it has; nothing where it is not there, or damaged. */
export function segmentsIn(folder: string, path: string = listPath): readonly Segment[] {
  try {
    return listed.parse(JSON.parse(readFileSync(join(folder, path), 'utf8'))).segments
  } catch {
    return []
  }
}

/** The segments as they are to be, the newest first, each with its articles. */
export function wantedOf(articles: readonly Standing[], now: number, before: ReadonlyMap<string, Segment>): Due[] {
  const groups = new Map<string, Standing[]>()
  for (const article of articles) {
    const name = segmentOf(article.at, now)
    const group = groups.get(name)
    if (group) group.push(article)
    else groups.set(name, [article])
  }
  const order = (name: string) => name.slice(1).padEnd(7, '-00')
  return [...groups]
    .sort(([a], [b]) => order(b).localeCompare(order(a)))
    .map(([name, some]) => {
      const bits = bitsOf(some.length, before.get(name)?.bits)
      return { segment: { name, bits, count: some.length, print: printOf(some) }, articles: some }
    })
}

export async function commit(writer: Writer): Promise<void> {
  const { failed } = await writer.commit()
  if (failed[0]) throw new Error(`${failed[0].page}：${failed[0].reason}`)
}
