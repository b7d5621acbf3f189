import { z } from 'zod'
import { modelFieldsMax, modelTextMax } from '../domain/content-model.ts'
import { dictStates, fieldTypes, requireStatus, yesNo } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import { version } from './moves.ts'
import {
  bulk,
  choice,
  choiceOrNone,
  chosen,
  count,
  filter,
  id,
  idAgain,
  idOf,
  ids,
  idText,
  int,
  manyOf,
  named,
  oneLine,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

const tableName = named(
  text('表名', 40, 1)
    .trim()
    .regex(/^[a-z][a-z0-9_]{1,39}$/, { error: '应以小写字母开头，只用小写字母、数字和下划线，2 到 40 个字' }),
  { title: '表名', maxLength: 40, sample: 'gfxwj' },
)
/** What people write of a model; the names are the specification's (main-console §3). */
const modelFields = {
  cmName: sampled(oneLine('模型名称', 50), '规范性文件'),
  cmTableName: tableName,
  cmDescrip: text('说明', 200).nullish(),
}

const kept = { createdAt: when('创建时间'), updatedAt: when('修改时间'), version: count('版本') }
/** A content model as replies show it. */
export const modelRow = row({
  id: idText(),
  cmId: idAgain('模型编号'),
  cmName: z.string().meta({ title: '模型名称' }),
  cmTableName: z.string().meta({ title: '表名' }),
  cmDescrip: words('说明'),
  fieldCount: manyOf('contentModelField.contentModelId', '字段数'),
  columnCount: manyOf('column.contentModelId', '使用的栏目数'),
  ...kept,
})

const fieldName = named(
  text('字段名', 40, 1)
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, { error: '应以字母开头，只用字母、数字和下划线' })
    // templates and programs read an article's fields by their names
    .refine((name) => !(name in {}), { error: '这个名称程序自己要用，请换一个' }),
  { title: '字段名', maxLength: 40, sample: 'zbdw' },
)
const flag = (title: string) => choiceOrNone(title, yesNo)
const bound = (title: string) =>
  named(
    z
      .union([z.string(), z.number()])
      .transform((value) => String(value).trim())
      .nullish(),
    { title, maxLength: 24 },
  )
const choicesMax = 100
const tooManyChoices = `最多 ${choicesMax} 个选项`

const choices = named(
  z
    .union([z.string(), z.array(z.string())])
    .transform((typed, ctx) => {
      const refuse = (message: string) => ctx.addIssue({ code: 'custom', message })
      // what is longer is not taken apart
      if (typed.length > choicesMax * (typeof typed === 'string' ? 60 : 1)) {
        refuse(tooManyChoices)
        return z.NEVER
      }
      const list = (typeof typed === 'string' ? typed.split(/[\n,，]/) : typed).map((one) => one.trim())
      const given = list.filter((one) => one !== '')
      const double = given.find((one, i) => given.indexOf(one) !== i)
      if (given.length > choicesMax) refuse(tooManyChoices)
      if (given.some((one) => one.length > 50)) refuse('每个选项最多 50 个字')
      if (given.some((one) => /[\n,，]/.test(one))) refuse('选项中不能有逗号')
      if (double !== undefined) refuse(`选项「${double}」重复`)
      return given.join('\n')
    })
    .nullish(),
  { title: '选项', maxLength: 6000 },
)
/** What people write of a field of a model. */
const fieldFields = {
  fieldType: choice('类型', fieldTypes),
  fieldTipsName: sampled(oneLine('字段标题', 30), '主办单位'),
  fieldFieldName: fieldName,
  required: choiceOrNone('是否必填', requireStatus),
  lines: flag('多行文字'),
  maxLength: int('最多字数', 1, modelTextMax, '字').nullish(),
  choices,
  minimum: bound('最小值'),
  maximum: bound('最大值'),
  unit: oneLine('单位', 10, 0).nullish(),
  fieldDefault: text('默认值', modelTextMax).nullish(),
  hint: oneLine('填写提示', 200, 0).nullish(),
  inList: flag('在列表中显示'),
  state: choice('状态', dictStates).optional(),
}

/** A field of a model as replies show it. */
export const modelFieldRow = row({
  id: idText(),
  filedId: idAgain('字段编号'),
  contentModelId: idText('所属模型编号'),
  fieldType: chosen('类型', fieldTypes),
  fieldTipsName: z.string().meta({ title: '字段标题' }),
  fieldFieldName: z.string().meta({ title: '字段名' }),
  required: chosen('是否必填', requireStatus),
  lines: chosen('多行文字', yesNo),
  maxLength: count('最多字数', '字'),
  choices: words('选项'),
  minimum: words('最小值'),
  maximum: words('最大值'),
  unit: words('单位'),
  fieldDefault: words('默认值'),
  hint: words('填写提示'),
  inList: chosen('在列表中显示', yesNo),
  state: chosen('状态', dictStates),
  /** An article has, or had, a value of it: its name and kind stay. */
  carried: chosen('已有文章填写', yesNo),
  sort: count('排序'),
  ...kept,
})
export type ModelFieldRow = z.infer<typeof modelFieldRow>

const read = { effect: 'read', repeat: true } as const
const write = { method: 'POST', send: 'body', effect: 'write' } as const
const like = { like: 'contentModel_list' } as const
/** Its rows are fields of a model. */
const ofField = { rows: 'listForm', about: 'contentModelField', access: { like: 'contentModel_update' } } as const
const byModelId = { wire: { id: 'cmId' } } as const
const byFieldId = { wire: { id: 'filedId' } } as const

/** Content models: what articles of a column have beside their text (main-console §7, Content model). */
export const contentModel = {
  list: endpoint({
    method: 'POST',
    path: '/api/contentModel/list',
    send: 'body',
    input: z.object({
      cmName: filter(text('模型名称', 50)),
      cmTableName: filter(text('表名', 40)),
      ...page,
    }),
    output: pageOf(modelRow),
    ...read,
    access: 'granted',
    says: '分页查询内容模型',
  }),
  options: endpoint({
    method: 'POST',
    path: '/x/contentModel/options',
    send: 'none',
    own: true,
    input: z.object({}),
    output: z.array(row({ id: idText(), name: z.string().meta({ title: '名称' }), key: words('表名') })),
    ...read,
    access: 'login',
    forScripts: true,
    says: '全部内容模型的名称',
    verb: false,
  }),
  getById: endpoint({
    method: 'GET',
    path: '/api/contentModel/{id}/getById',
    send: 'none',
    ...byModelId,
    input: z.object({ id: id('内容模型') }),
    output: modelRow,
    ...read,
    access: like,
    says: '查看一个内容模型',
    verb: 'get',
  }),
  checkcmTableNameExist: endpoint({
    method: 'GET',
    path: '/api/contentModel/{cmTableName}/checkcmTableNameExist',
    send: 'none',
    input: z.object({ cmTableName: sampled(text('表名', 40, 1), 'gfxwj') }),
    output: z.boolean(),
    ...read,
    access: like,
    says: '表名是否已被使用',
    verb: 'check-name',
  }),
  save: endpoint({
    ...write,
    path: '/api/contentModel/save',
    input: z.object(modelFields),
    output: modelRow,
    access: 'granted',
    says: '新增内容模型',
    tells: '新增内容模型{}',
    verb: 'add',
  }),
  update: endpoint({
    ...write,
    path: '/api/contentModel/update',
    ...byModelId,
    input: z.object({ id: id('内容模型'), version, ...z.object(modelFields).partial().shape }),
    output: modelRow,
    access: 'granted',
    says: '修改内容模型',
    right: '修改内容模型和它的字段',
    tells: '修改内容模型{}',
    verb: 'edit',
    sample: ['cmName'],
  }),
  delete: endpoint({
    ...write,
    path: '/api/contentModel/delete',
    spelled: { ids: ['cmIds', 'cmId', 'id'] },
    input: z.object({ ids: ids('内容模型') }),
    output: bulk,
    access: 'granted',
    along: { fieldCount: '{} 个字段' },
    says: '删除没有栏目使用、没有文章填写过的内容模型',
    right: '删除内容模型',
    tells: '删除内容模型{}',
    verb: 'del',
  }),
  listForm: endpoint({
    method: 'GET',
    path: '/api/contentModel/{contentModelId}/{pageNumber}/{pageSize}/listForm',
    send: 'query',
    input: z.object({ contentModelId: idOf('contentModel', '所属模型'), ...page }),
    output: pageOf(modelFieldRow),
    ...read,
    access: like,
    says: '分页查询一个内容模型的字段，按顺序',
    verb: 'fields',
  }),
  getFromById: endpoint({
    method: 'GET',
    path: '/api/contentModel/{id}/getFromById',
    send: 'none',
    ...byFieldId,
    input: z.object({ id: id('字段') }),
    output: modelFieldRow,
    ...read,
    access: like,
    rows: 'listForm',
    says: '查看内容模型的一个字段',
    verb: 'field',
  }),
  saveForm: endpoint({
    ...write,
    path: '/api/contentModel/saveForm',
    input: z.object({ contentModelId: idOf('contentModel', '所属模型'), ...fieldFields }),
    output: modelFieldRow,
    access: { like: 'contentModel_update' },
    about: 'contentModelField',
    says: '在内容模型中增加一个字段，排在最后',
    tells: '在内容模型中增加字段{}',
    verb: 'add-field',
  }),
  updateForm: endpoint({
    ...write,
    path: '/api/contentModel/updateForm',
    ...byFieldId,
    input: z.object({ id: id('字段'), version, ...z.object(fieldFields).partial().shape }),
    output: modelFieldRow,
    ...ofField,
    says: '修改内容模型的一个字段；已有文章填写的，字段名和类型不能改',
    tells: '修改内容模型的字段{}',
    tellsWhen: [
      { after: { state: 0 }, tells: '停用内容模型的字段{}' },
      { after: { state: 1 }, tells: '启用内容模型的字段{}' },
    ],
    verb: 'edit-field',
    sample: ['fieldTipsName'],
  }),
  deleteForm: endpoint({
    ...write,
    path: '/api/contentModel/deleteForm',
    spelled: { ids: ['filedIds', 'filedId', 'id'] },
    input: z.object({ ids: ids('字段') }),
    output: bulk,
    ...ofField,
    says: '删除内容模型的字段；已有文章填写的只是停用，文章中的内容照样显示',
    tells: '删除内容模型的字段{}',
    tellsWhen: [{ after: { state: 0 }, tells: '停用内容模型的字段{}' }],
    verb: 'del-field',
  }),
  arrange: endpoint({
    ...write,
    path: '/x/contentModel/arrange',
    own: true,
    input: z.object({
      contentModelId: idOf('contentModel', '所属模型'),
      fieldIds: ids('全部字段的顺序', modelFieldsMax),
    }),
    output: z.array(modelFieldRow),
    access: { like: 'contentModel_update' },
    about: 'contentModelField',
    says: '调整一个内容模型中字段的顺序',
    tells: '调整内容模型中字段{}的顺序',
  }),
}
