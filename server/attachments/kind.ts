import { open } from 'node:fs/promises'
import { judgedFile } from '../../core/domain/file-content.ts'
import type { FileKind } from '../../core/domain/files.ts'
import { Refused } from '../../core/errors.ts'

/**
 * What a file is, held against its name and what is taken here.
 * @throws Refused BAD_INPUT
 */
export async function checkedKind(path: string, name: string, kinds: readonly FileKind[]): Promise<FileKind> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const piece = async (from: number, to: number) =>
      (await handle.read(Buffer.alloc(to - from), 0, to - from, from)).buffer
    const judged = await judgedFile({ size, piece }, name, kinds)
    if ('refused' in judged) throw new Refused('BAD_INPUT', judged.refused)
    return judged.kind
  } finally {
    await handle.close()
  }
}
