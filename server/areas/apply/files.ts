import { applyFile, replyFile } from '../../../core/contract/apply/rows.ts'
import { Refused } from '../../../core/errors.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { applyDept } from '../../db/tables/apply.ts'
import { zipOf } from '../../documents/zip.ts'
import { strangersFiles } from '../../letters/files.ts'
import { FileReply } from '../../pipeline.ts'
import { allHold, type Condition, test } from '../../rows/condition.ts'
import { fileReply, storedPath } from '../attachment.ts'
import { type Case, cases, isAnswered, numberOf } from './cases.ts'

export const { upload, attachOwn } = strangersFiles(applyFile, 'apply file')

/** The files that are handed over with an answer: those of the department whose answer it is, once that was handed in. */
export async function answerFiles(
  { db }: Ctx,
  { id, deptId }: Pick<Case, 'id' | 'deptId'>,
  ...within: readonly Condition[]
) {
  const handedIn = [test('applyId', '=', id), test('deptId', '=', deptId), test('lead', '=', 1), test('state', '=', 2)]
  const place = await db
    .selectFrom('applyDept')
    .select('id')
    .where(allHold([...handedIn, ...within]))
    .executeTakeFirst()
  if (!place) return []
  return db
    .selectFrom('attachment')
    .where('to', '=', 'applyDept')
    .where('rowId', '=', place.id)
    .select(['id', 'name', 'kind', 'size', 'stored'])
    .orderBy('place')
    .orderBy('id')
    .execute()
}

/** The same as the applicant sees them, once they are answered. */
export async function filesToApplicant(ctx: Ctx, row: Case) {
  const files = isAnswered(row.state) ? await answerFiles(ctx, row) : []
  return files.map(({ id, name, kind, size }) => ({ id: String(id), name, kind, size }))
}

/** One of them, for the applicant. @throws Refused NOT_FOUND */
export async function fileToApplicant(ctx: Ctx, row: Case, id: number): Promise<FileReply> {
  const found = isAnswered(row.state) ? (await answerFiles(ctx, row)).find((one) => one.id === id) : undefined
  if (!found) throw new Refused('NOT_FOUND', '答复没有这个附件')
  ctx.record({ ids: [row.id], after: { name: found.name } })
  return fileReply(await storedPath(ctx, found), found)
}

/** The files of a request's answer, for who may read what that department says: itself where it is one, and a zip of several. */
export async function download(ctx: Ctx, id: number): Promise<FileReply> {
  const row = await cases.need(ctx, id)
  const files = await answerFiles(ctx, row, ...scopeOf(ctx, applyDept as never, replyFile.seen))
  const [first] = files
  if (!first && (await answerFiles(ctx, row)).length > 0)
    throw new Refused('NO_PERMISSION', '答复的附件是主办部门的，协办部门没有查看的权限')
  if (!first) throw new Refused('BAD_STATE', '答复没有附件')
  const names = files.map(({ name }) => name)
  ctx.record({ ids: [id], after: { name: names.join('、') } })
  if (files.length === 1) return fileReply(await storedPath(ctx, first), first)
  const packed = []
  for (const one of files) packed.push({ name: one.name, path: await storedPath(ctx, one) })
  return new FileReply('application/zip', zipOf(packed), `答复附件${numberOf(row).replaceAll(' ', '')}.zip`)
}
