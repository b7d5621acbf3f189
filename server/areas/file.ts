import { file as contract } from '../../core/contract/file.ts'
import type { Ctx } from '../context.ts'
import '../db/tables/file.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { oneUpload, shownFile, storeAll, uploadsIn } from './file/store.ts'

export const file = implement(contract, {
  uploadName: ownTransactions(async (ctx: Ctx, input: { type: string; file: unknown }) =>
    shownFile((await storeAll(ctx, oneUpload(input.file), input.type))[0] as Parameters<typeof shownFile>[0]),
  ),
  uploadsName: ownTransactions(async (ctx: Ctx, input: { type?: string | null | undefined; file: unknown }) =>
    (await storeAll(ctx, uploadsIn(input.file), input.type ?? '')).map(shownFile),
  ),
})
