import { file as contract } from '../../core/contract/file.ts'
import type { Ctx } from '../context.ts'
import '../db/tables/file.ts'
import type { Upload } from '../http/form.ts'
import { beforehand, implement, ownTransactions } from '../pipeline.ts'
import { removeFile, tryRemove } from './file/remove.ts'
import { oneUpload, shownFile, storeAll, uploadsIn } from './file/store.ts'
import { fileOfUrl } from './template/fit.ts'
import { tryUpload, uploaded } from './template/upload.ts'
import { tryDelete, writeTried } from './template/write.ts'

export const file = implement(contract, {
  uploadName: ownTransactions(async (ctx: Ctx, input: { type: string; file: unknown }) =>
    shownFile((await storeAll(ctx, oneUpload(input.file), input.type))[0] as Parameters<typeof shownFile>[0]),
  ),
  uploadsName: ownTransactions(async (ctx: Ctx, input: { type?: string | null | undefined; file: unknown }) =>
    (await storeAll(ctx, uploadsIn(input.file), input.type ?? '')).map(shownFile),
  ),
  del: beforehand(tryRemove, removeFile),
  uploadArticleTem: beforehand(
    (ctx: Ctx, { fileUrl, file }: { fileUrl: string; file: unknown }) =>
      tryUpload(ctx, fileUrl, oneUpload(file)[0] as Upload),
    uploaded,
  ),
  deleteArticleTem: beforehand(
    async (ctx: Ctx, { fileUrl }: { fileUrl: string }) => {
      const { skin, path } = await fileOfUrl(ctx, fileUrl)
      return { fileName: `${skin}/${path}`, ready: await tryDelete(ctx, `${skin}/${path}`) }
    },
    async (ctx, { fileName, ready }) => {
      await writeTried(ctx, ready)
      return { fileName }
    },
  ),
})
