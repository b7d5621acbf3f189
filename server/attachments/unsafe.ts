import { refusedName } from '../../core/domain/file-scripts.ts'
import type { FileKind } from '../../core/domain/files.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import { callerOf } from '../http/caller.ts'

/** Why a file is not taken by its name. @throws Refused BAD_INPUT */
export function refuseRunning(name: string): void {
  const refused = refusedName(name)
  if (refused) throw new Refused('BAD_INPUT', refused)
}

/**
 * What a file does beside being read.
 * @param line whose files are looked through one after the other
 * @throws Refused BAD_INPUT, TOO_MANY
 */
export async function refuseUnsafe(
  ctx: Ctx,
  line: 'uploads' | 'documents',
  { path, name, kind }: { readonly path: string; readonly name: string; readonly kind: FileKind },
): Promise<void> {
  const found = await ctx.parts.work[line].run('unsafeIn', { path, kind }, callerOf(ctx.who, ctx.call.address))
  if (found) throw new Refused('BAD_INPUT', `不能上传「${name}」：文件${found}，请另存为不含宏、脚本和嵌入对象的文件`)
}
