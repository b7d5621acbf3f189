import { listedWords } from '../../core/domain/words.ts'
import { readSource } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'

/** Words from a file or standard input (`-`), one a line. @throws usage for a file without any */
export async function wordsFrom(ctx: Context, file: string): Promise<{ words: string; count: number }> {
  const words = await readSource(ctx, file === '-' ? '-' : `@${file}`, '文件', '词，每行一个')
  const count = listedWords(words).length
  if (count === 0) throw usage(`${file} 中没有词`, '每行写一个词')
  return { words, count }
}
