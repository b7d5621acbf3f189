import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { version } from './moves.ts'
import {
  bulk,
  count,
  filter,
  id,
  idOf,
  ids,
  idText,
  nameOf,
  oneLine,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

/** What people write. */
const fields = {
  title: sampled(oneLine('标题', 60), '感谢来信'),
  content: sampled(text('用语', 2000, 1).trim(), '感谢您对我们工作的关心和支持。'),
  deptId: idOf('dept', '供哪个部门使用').nullish(),
}

const kept = { createdAt: when('创建时间'), updatedAt: when('修改时间'), version: count('版本') }
const title = z.string().meta({ title: '标题' })
const shown = {
  id: idText(),
  title,
  content: z.string().meta({ title: '用语' }),
  deptId: words('部门编号'),
  deptName: nameOf('deptId', '供哪个部门使用'),
  createdByName: nameOf('createdBy', '创建人'),

  ...kept,
}
export const mailPhraseRow = row(shown)

/** The words of a search. */
const search = {
  title: filter(text('标题', 60)),
  content: filter(text('用语', 100)),
  deptId: filter(idOf('dept', '供哪个部门使用')),
}

const own = { method: 'POST', own: true } as const
const roles = ['staff', 'auditor'] as const

/** 答复用语: sentences that are often needed when letters are answered, of a department or of whoever wrote them down. */
export const mailPhrase = {
  list: endpoint({
    ...own,
    path: '/x/mailPhrase/list',
    send: 'body',
    input: z.object({ ...search, ...page }),
    output: pageOf(mailPhraseRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: [...roles],
    says: '分页查询答复用语',
  }),
  get: endpoint({
    ...own,
    path: '/x/mailPhrase/get',
    send: 'query',
    input: z.object({ id: id() }),
    output: mailPhraseRow,
    effect: 'read',
    repeat: true,
    access: { like: 'mailPhrase_list' },
    says: '查看一条答复用语',
  }),
  add: endpoint({
    ...own,
    path: '/x/mailPhrase/add',
    send: 'body',
    input: z.object(fields),
    output: mailPhraseRow,
    effect: 'write',
    access: 'granted',
    roles: [...roles],
    says: '新增答复用语',
    tells: '新增答复用语{}',
  }),
  edit: endpoint({
    ...own,
    path: '/x/mailPhrase/edit',
    send: 'body',
    input: z.object({ id: id(), version, ...z.object(fields).partial().shape }),
    output: mailPhraseRow,
    effect: 'write',
    access: 'granted',
    roles: [...roles],
    says: '修改答复用语',
    tells: '修改答复用语{}',
  }),
  dels: endpoint({
    ...own,
    path: '/x/mailPhrase/dels',
    send: 'body',
    input: z.object({ ids: ids() }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: [...roles],
    says: '删除答复用语',
    tells: '删除答复用语{}',
  }),
}
