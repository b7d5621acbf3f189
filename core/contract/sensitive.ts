import { z } from 'zod'
import { roleEnabled } from '../domain/enums.ts'
import { wordLevels, wordLists, wordTypes } from '../domain/words.ts'
import { wordMax } from '../words/automaton.ts'
import { endpoint } from './endpoint.ts'
import { version } from './moves.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  id,
  ids,
  idsOrNone,
  idText,
  int,
  lineOf,
  named,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'
import { scanRow } from './word-scan.ts'

const word = lineOf('词', wordMax)
const list = choice('词表', wordLists)
const type = choice('类型', wordTypes)
const level = choice('等级', wordLevels)

/** What people write; the specification shows none of it (other-calls §7, Sensitive words). */
const fields = {
  word: sampled(word, '代开发票'),
  list: list.optional(),
  type: type.optional(),
  level: level.optional(),
  suggestion: text('建议改为', wordMax).trim().nullish(),
  enabled: choice('状态', roleEnabled).optional(),
  remark: text('备注', 200).trim().nullish(),
}

export const sensitiveRow = row({
  id: idText(),
  word: z.string().meta({ title: '词' }),
  list: chosen('词表', wordLists),
  type: chosen('类型', wordTypes),
  level: chosen('等级', wordLevels),
  suggestion: words('建议改为'),
  enabled: chosen('状态', roleEnabled),
  hits: count('提交时发现'),
  remark: words('备注'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})

const search = {
  word: filter(text('词', wordMax)),
  list: filter(list),
  type: filter(type),
  level: filter(level),
  enabled: filter(choice('状态', roleEnabled)),
}

/** So many words are taken in at once. */
export const importMax = 10_000

const lines = text('词', importMax * (2 * wordMax + 2))
/** Words as somebody has them in a list. */
const listed = {
  words: named(lines, { title: '词', maxLength: importMax * (2 * wordMax + 2), sample: '按步就班,按部就班' }),
  list: list.optional(),
  type: type.optional(),
  level: level.optional(),
}

/** Words that articles are looked through for: sensitive ones, often mistaken ones, and such as are neither (other-calls §7, Sensitive words). */
export const sensitive = {
  list: endpoint({
    method: 'POST',
    path: '/sensitive/list',
    send: 'body',
    payload: 'baseSensitiveSearchDto',
    input: z.object({ ...search, ...page }),
    output: pageOf(sensitiveRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor'],
    says: '分页查询敏感词',
  }),
  get: endpoint({
    method: 'POST',
    path: '/sensitive/get',
    send: 'query',
    input: z.object({ id: id('敏感词') }),
    output: sensitiveRow,
    effect: 'read',
    repeat: true,
    access: { like: 'sensitive_list' },
    says: '查看一个敏感词',
  }),
  top: endpoint({
    method: 'POST',
    path: '/sensitive/top',
    send: 'query',
    input: z.object({ size: int('最多', 1, 100, '个') }),
    output: z.array(sensitiveRow),
    effect: 'read',
    repeat: true,
    access: { like: 'sensitive_list' },
    says: '查询提交时最常发现的词',
  }),
  typeList: endpoint({
    method: 'POST',
    path: '/sensitive/typeList',
    send: 'body',
    bodyOptional: true,
    input: z.object({}),
    output: z.array(
      row({ type: chosen('类型', wordTypes), name: z.string().meta({ title: '名称' }), words: count('词数') }),
    ),
    effect: 'read',
    repeat: true,
    access: { like: 'sensitive_list' },
    says: '查询敏感词的类型和各有多少词',
    verb: 'types',
  }),
  add: endpoint({
    method: 'POST',
    path: '/sensitive/add',
    send: 'body',
    payload: 'saveSensitiveDto',
    input: z.object(fields),
    output: sensitiveRow,
    effect: 'write',
    access: 'granted',
    says: '新增敏感词',
    tells: '新增敏感词{}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/x/sensitive/edit',
    send: 'body',
    own: true,
    input: z.object({ id: id('敏感词'), version, ...z.object(fields).partial().shape }),
    output: sensitiveRow,
    effect: 'write',
    access: 'granted',
    says: '修改敏感词',
    tells: '修改敏感词{}',
  }),
  importMany: endpoint({
    method: 'POST',
    path: '/x/sensitive/import',
    send: 'body',
    own: true,
    input: z.object(listed),
    output: row({ added: count('新增'), there: count('已有') }),
    effect: 'write',
    access: { like: 'sensitive_add' },
    says: '导入敏感词，每行一个，已有的不变',
    tells: '导入敏感词',
    verb: false,
  }),
  tryOut: endpoint({
    method: 'POST',
    path: '/x/sensitive/try',
    send: 'body',
    own: true,
    input: z.object({ ...listed, without: idsOrNone('不再检测的词', 500).nullish() }),
    output: scanRow,
    effect: 'write',
    access: { like: 'sensitive_add' },
    says: '用改动后的词表检测已发布的文章，词表不变',
    tells: '试用词表',
    job: true,
    verb: false,
  }),
  scan: endpoint({
    method: 'POST',
    path: '/x/sensitive/scan',
    send: 'body',
    own: true,
    input: z.object({ jobId: filter(id('任务')) }),
    output: scanRow.nullable(),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: ['article_detectionAll', 'sensitive_add'],
    says: '查看本人的一次检测；不给编号则为最近一次',
    verb: false,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/x/sensitive/cancel',
    send: 'body',
    own: true,
    input: z.object({ jobId: id('任务') }),
    output: scanRow,
    effect: 'write',
    repeat: true,
    access: 'login',
    forScripts: ['article_detectionAll', 'sensitive_add'],
    says: '取消本人的检测任务',
    tells: '取消检测任务',
    verb: false,
  }),
  dels: endpoint({
    method: 'POST',
    path: '/sensitive/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids('敏感词') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    says: '删除敏感词',
    tells: '删除敏感词{}',
  }),
}
