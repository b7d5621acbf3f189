import { template as contract, type ProblemRow } from '../../core/contract/template.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611260130-skins.ts'
import '../db/tables/template.ts'
import { callerOf } from '../http/caller.ts'
import { beforehand, FileReply, implement } from '../pipeline.ts'
import { type Content, loadSkinFiles, withFile } from '../site/skin-files.ts'
import type { Problem } from '../site/trial.ts'
import { activeSkin, needFileName, skinsOf, taskOf, tried } from './template/fit.ts'
import { childrenOf, fileRow, fileRows, filesFound, goneRows, skinRow, skinRows } from './template/read.ts'
import { copy, remove, tryUse, use } from './template/skins.ts'
import { fieldSays, kindSays } from './template/words.ts'
import { tryDelete, tryRename, tryRestore, tryText, wordingOf, writeTried } from './template/write.ts'

/** How the area's tables came to be. */
export const migrations = { '202611260130-skins': made }

/** How a wording of a file came to be. */
const acts: Readonly<Record<string, string>> = {
  ...{ write: '修改', upload: '上传', rename: '改名', delete: '删除', restore: '恢复' },
}

const problemRows = (skin: string, problems: readonly Problem[]): ProblemRow[] =>
  problems.map(({ path, ...one }) => ({ ...one, fileName: path === '' ? null : `${skin}/${path}` }))

/** A skin with a file as it would be; null: as it is. */
async function wouldBe(ctx: Ctx, fileName: string, content: string | null | undefined) {
  const { skin, path } = needFileName(fileName)
  const now = await loadSkinFiles(ctx.db, skin, skinsOf(ctx))
  if (typeof content === 'string') return { path, files: withFile(now, path, content) }
  if (!Object.hasOwn(now.files, path)) throw new Refused('NOT_FOUND', `文件 ${fileName} 不存在`)
  return { path, files: now }
}

const asText = (content: Content | null) =>
  content === null ? null : typeof content === 'string' ? content : Buffer.from(content).toString('base64')

const inThread = (ctx: Ctx) => [callerOf(ctx.who, ctx.call.address), () => !ctx.call.gone()] as const

export const template = implement(contract, {
  appSkin: async (ctx) => skinRow(ctx, await activeSkin(ctx)),
  templateSkin: (ctx) => skinRows(ctx),
  showChildFileAndFolder: (ctx, { skinFolderName }) => childrenOf(ctx, skinFolderName),
  files: async (ctx, { skin }) =>
    [...(await fileRows(ctx, skin)), ...(await goneRows(ctx, skin))].sort((a, b) => (a.fileName < b.fileName ? -1 : 1)),
  readFileContent: (ctx, { fileName }) => fileRow(ctx, fileName),
  writeFileContent: beforehand(
    async (
      ctx: Ctx,
      { fileName, content, version }: { fileName: string; content: string; version?: number | null },
    ) => ({
      fileName,
      ready: await tryText(ctx, fileName, content, version),
    }),
    async (ctx, { fileName, ready }) => {
      await writeTried(ctx, ready)
      return fileRow(ctx, fileName)
    },
  ),
  rename: beforehand(
    async (
      ctx: Ctx,
      { fileName, newName, version }: { fileName: string; newName: string; version?: number | null },
    ) => ({
      newName,
      ready: await tryRename(ctx, fileName, newName, version),
    }),
    async (ctx, { newName, ready }) => {
      await writeTried(ctx, ready)
      return fileRow(ctx, newName)
    },
  ),
  del: beforehand(
    async (ctx: Ctx, { fileName, version }: { fileName: string; version?: number | null }) => ({
      fileName,
      ready: await tryDelete(ctx, fileName, version),
    }),
    async (ctx, { fileName, ready }) => {
      await writeTried(ctx, ready)
      return { fileName }
    },
  ),
  async check(ctx, { skin, fileName, content }) {
    const name = fileName ? needFileName(fileName).skin : skin || (await activeSkin(ctx))
    const files = fileName
      ? (await wouldBe(ctx, fileName, content)).files
      : await loadSkinFiles(ctx.db, name, skinsOf(ctx))
    const { problems, pages } = await tried(ctx, files)
    return { skin: name, pages, problems: problemRows(name, problems) }
  },
  async preview(ctx, { fileName, content, articleId }) {
    const { path, files } = await wouldBe(ctx, fileName, content)
    const given = { ...taskOf(ctx, files), path, articleId: articleId ?? null }
    const page = await ctx.parts.work.templates.run('showTemplate', given, ...inThread(ctx))
    return new FileReply('text/html; charset=utf-8', page)
  },
  async fields(ctx, { fileName }) {
    const { path, files } = await wouldBe(ctx, fileName, '')
    const now = await loadSkinFiles(ctx.db, files.name, skinsOf(ctx))
    const found = await ctx.parts.work.templates.run('skinFields', taskOf(ctx, now), ...inThread(ctx))
    const fields = found[path.replace(/\.liquid$/, '')] ?? []
    return fields.map(({ name, kind, sample }) => ({ name, kind: kindSays(kind), says: fieldSays(name), sample }))
  },
  async history({ db }, { fileName }) {
    needFileName(fileName)
    const rows = await db
      .selectFrom('skinRevision')
      .innerJoin('skinFile', 'skinFile.id', 'skinRevision.skinFileId')
      .leftJoin('user', 'user.id', 'skinRevision.createdBy')
      .select(['skinRevision.version', 'skinRevision.act', 'skinRevision.size', 'skinRevision.createdAt'])
      .select('user.name as byName')
      .where('skinFile.fileName', '=', fileName)
      .orderBy('skinRevision.version', 'desc')
      .execute()
    return rows.map(({ act, createdAt, ...row }) => ({ ...row, act: acts[act] ?? act, at: formatTime(createdAt) }))
  },
  async revision(ctx, { fileName, revision }) {
    const { skin, path } = needFileName(fileName)
    const then = await wordingOf(ctx, fileName, revision)
    const now = (await filesFound(ctx, skin)).get(path)?.content ?? null
    return { content: asText(then), now: asText(now), binary: then !== null && typeof then !== 'string' }
  },
  restore: beforehand(
    async (ctx: Ctx, input: { fileName: string; revision: number; version?: number | null }) => ({
      fileName: input.fileName,
      ready: await tryRestore(ctx, input),
    }),
    async (ctx, { fileName, ready }) => {
      await writeTried(ctx, ready)
      return fileRow(ctx, fileName)
    },
  ),
  use: beforehand(tryUse, use),
  copy,
  remove,
})
