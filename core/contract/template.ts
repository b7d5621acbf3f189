import { z } from 'zod'
import { isSkinName, skinLimits } from '../domain/skin-files.ts'
import { endpoint } from './endpoint.ts'
import { version } from './moves.ts'
import { count, id, int, named, nothing, oneLine, row, text, when, words } from './shared.ts'

/** `default/article.liquid`: a file by its skin and its path there. */
const fileName = (title = '文件', sample = 'default/article.liquid') =>
  named(text(title, 200, 1).trim(), { title, maxLength: 200, sample })
const skinName = (title = '皮肤', sample = 'default') =>
  named(text(title, 40, 1).trim(), { title, maxLength: 40, sample })
const newSkinName = named(
  text('名称', 40, 1)
    .trim()
    .refine(isSkinName, { error: '应以小写字母或数字开头，只用小写字母、数字、- 和 _，不能是 assets' }),
  { title: '名称', maxLength: 40, sample: 'qingshi' },
)
const content = named(text('内容', skinLimits.text), {
  title: '内容',
  maxLength: skinLimits.text,
  sample: '<h1>{{ article.title }}</h1>',
})

/** How a file of a skin stands to what comes with the program. */
export const fileStates = {
  shipped: '随程序提供',
  edited: '已修改',
  own: '自建',
  base: '来自基础皮肤',
  gone: '已删除',
} as const
const state = () =>
  named(z.enum(['shipped', 'edited', 'own', 'base', 'gone']).nullable(), { title: '来源', words: fileStates })

/** A skin as replies show it. */
export const skinRow = row({
  name: z.string().meta({ title: '名称' }),
  title: z.string().meta({ title: '标题' }),
  base: words('基础皮肤'),
  active: z.boolean().meta({ title: '正在使用' }),
  shipped: z.boolean().meta({ title: '随程序提供' }),
  files: count('文件数'),
  edited: count('修改过的文件'),
  updatedAt: when('修改时间'),
})
export type SkinRow = z.infer<typeof skinRow>

const fileShape = {
  name: z.string().meta({ title: '名称' }),
  fileName: z.string().meta({ title: '文件' }),
  type: named(z.enum(['DIR', 'FILE']), { title: '类型', words: { DIR: '文件夹', FILE: '文件' } }),
  kind: words('种类'),
  state: state(),
  size: count('大小', '字节'),
  version: count('版本'),
  updatedAt: when('修改时间'),
  updatedByName: words('修改人'),
}
/** A file or folder of a skin. */
export const skinFileRow = row(fileShape)
export type SkinFileRow = z.infer<typeof skinFileRow>

/** A file with its text; of a picture, as base64. */
export const skinContentRow = row({
  ...fileShape,
  content: z.string().meta({ title: '内容' }),
  binary: z.boolean().meta({ title: '图片' }),
  fixed: z.boolean().meta({ title: '不能修改' }),
})
export type SkinContentRow = z.infer<typeof skinContentRow>

export const problemRow = row({
  fileName: words('文件'),
  line: count('行'),
  column: count('列'),
  says: z.string().meta({ title: '问题' }),
  page: words('页面'),
})
export type ProblemRow = z.infer<typeof problemRow>
const checkRow = row({
  skin: z.string().meta({ title: '皮肤' }),
  pages: count('试生成的页面'),
  problems: z.array(problemRow).meta({ title: '问题' }),
})

export const skinRevisionRow = row({
  version: count('版本'),
  act: words('操作'),
  at: when('时间'),
  byName: words('操作人'),
  size: count('大小', '字节'),
})

const fieldRow = row({
  name: z.string().meta({ title: '字段' }),
  kind: words('种类'),
  says: words('含义'),
  sample: words('例'),
})

const read = { effect: 'read', repeat: true, access: { like: 'template_templateSkin' } } as const
const write = { method: 'POST', send: 'body', effect: 'write', about: 'skinFile' } as const
const ofFile = { access: { like: 'template_writeFileContent' } } as const
const own = { own: true } as const

/** Skins of the public site and their files (other-calls, Templates). */
export const template = {
  appSkin: endpoint({
    method: 'GET',
    path: '/api/template/query/app/skin',
    send: 'none',
    input: nothing,
    output: skinRow,
    ...read,
    says: '网站正在使用的皮肤',
    verb: 'current',
  }),
  templateSkin: endpoint({
    method: 'GET',
    path: '/api/template/query/template/skin',
    send: 'none',
    input: nothing,
    output: z.array(skinRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '全部网站皮肤',
    right: '查看网站皮肤和模板',
    verb: 'list',
  }),
  showChildFileAndFolder: endpoint({
    method: 'GET',
    path: '/api/template/showChildFileAndFolder',
    send: 'query',
    input: z.object({ skinFolderName: fileName('皮肤或其中的文件夹', 'default/assets') }),
    output: z.array(skinFileRow),
    ...read,
    says: '皮肤的一个文件夹中的文件夹和文件，文件夹在前',
    verb: 'files',
  }),
  files: endpoint({
    method: 'POST',
    path: '/x/template/files',
    send: 'body',
    input: z.object({ skin: skinName() }),
    output: z.array(skinFileRow),
    ...read,
    ...own,
    says: '一套皮肤的全部文件，删除而可以恢复的也在其中',
    verb: 'all-files',
  }),
  readFileContent: endpoint({
    method: 'GET',
    path: '/api/template/readFileContent',
    send: 'query',
    input: z.object({ fileName: fileName() }),
    output: skinContentRow,
    ...read,
    says: '读取皮肤的一个文件',
    verb: 'show',
  }),
  writeFileContent: endpoint({
    ...write,
    path: '/api/template/writeFileContent',
    payload: 'fileWriteDto',
    input: z.object({ fileName: fileName(), content, version }),
    output: skinContentRow,
    access: 'granted',
    says: '写入皮肤的一个文件；检查和试生成通过才保存',
    right: '修改网站皮肤和模板',
    tells: '修改皮肤文件{}',
    tellsWhen: [{ added: true, tells: '修改皮肤文件{}' }],
    verb: 'edit',
  }),
  rename: endpoint({
    ...write,
    ...own,
    path: '/x/template/rename',
    input: z.object({
      fileName: fileName('文件', 'default/article-red.liquid'),
      newName: fileName('新文件名', 'default/article-wide.liquid'),
      version,
    }),
    output: skinContentRow,
    ...ofFile,
    says: '给自建的皮肤文件改名',
    tells: '给皮肤文件{}改名',
  }),
  del: endpoint({
    ...write,
    ...own,
    path: '/x/template/del',
    input: z.object({ fileName: fileName('文件', 'default/article-red.liquid'), version }),
    output: row({ fileName: words('文件') }),
    ...ofFile,
    says: '删除自建的皮肤文件，可从修改记录恢复',
    tells: '删除皮肤文件{}',
  }),
  check: endpoint({
    method: 'POST',
    path: '/x/template/check',
    send: 'body',
    input: z.object({ skin: skinName().nullish(), fileName: fileName().nullish(), content: content.nullish() }),
    output: checkRow,
    ...read,
    ...own,
    online: true,
    answers: true,
    says: '检查一套皮肤的全部模板并试生成页面；不写皮肤为正在使用的',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/x/template/preview',
    send: 'body',
    input: z.object({ fileName: fileName(), content: content.nullish(), articleId: id('文章').nullish() }),
    output: z.string(),
    reply: 'page',
    ...read,
    ...own,
    online: true,
    says: '用未保存的内容生成一页，看看样子',
    verb: false,
  }),
  fields: endpoint({
    method: 'POST',
    path: '/x/template/fields',
    send: 'body',
    input: z.object({ fileName: fileName() }),
    output: z.array(fieldRow),
    ...read,
    ...own,
    online: true,
    says: '一个模板可以使用的字段',
  }),
  history: endpoint({
    method: 'POST',
    path: '/x/template/history',
    send: 'body',
    input: z.object({ fileName: fileName() }),
    output: z.array(skinRevisionRow),
    ...read,
    ...own,
    says: '皮肤文件的修改记录，新的在前',
  }),
  revision: endpoint({
    method: 'POST',
    path: '/x/template/revision',
    send: 'body',
    input: z.object({ fileName: fileName(), revision: int('旧版', 0, Number.MAX_SAFE_INTEGER) }),
    output: row({ content: words('内容'), now: words('现在的内容'), binary: z.boolean().meta({ title: '图片' }) }),
    ...read,
    ...own,
    says: '皮肤文件的一个旧版；0 为随程序提供的',
  }),
  restore: endpoint({
    ...write,
    ...own,
    path: '/x/template/restore',
    input: z.object({
      fileName: fileName(),
      revision: int('旧版', 0, Number.MAX_SAFE_INTEGER),
      version,
    }),
    output: skinContentRow,
    ...ofFile,
    says: '恢复皮肤文件的一个旧版；0 为随程序提供的',
    tells: '恢复皮肤文件{}的旧版',
  }),
  use: endpoint({
    ...write,
    ...own,
    path: '/x/template/use',
    about: 'skin',
    input: z.object({ skin: skinName('皮肤', 'plain') }),
    output: skinRow,
    ...ofFile,
    says: '让网站使用一套皮肤；检查通过才换',
    tells: '更换网站皮肤',
  }),
  copy: endpoint({
    ...write,
    ...own,
    path: '/x/template/copy',
    about: 'skin',
    input: z.object({
      skin: skinName('以哪套皮肤为基础'),
      name: newSkinName,
      title: named(oneLine('标题', 40), { title: '标题', maxLength: 40, sample: '青石' }),
    }),
    output: skinRow,
    ...ofFile,
    says: '以一套皮肤为基础新建一套；没有改的文件跟随基础皮肤',
    tells: '新建网站皮肤{}',
    verb: 'copy',
  }),
  remove: endpoint({
    ...write,
    ...own,
    path: '/x/template/remove',
    about: 'skin',
    input: z.object({ skin: skinName('皮肤', 'qingshi') }),
    output: row({ name: words('名称') }),
    ...ofFile,
    proof: true,
    says: '删除一套自建的皮肤，连同其中的文件和修改记录',
    tells: '删除网站皮肤{}',
    verb: 'remove',
  }),
}
