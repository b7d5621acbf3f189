import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { chosen, filter, id, idText, int, row, text } from './shared.ts'

/** A province, city or county by its code (GB/T 2260). */
export const regionRow = row({
  id: idText('代码'),
  parentId: idText('上级代码'),
  name: z.string().meta({ title: '名称' }),
  level: chosen('级别', { 1: '省', 2: '市', 3: '县' }),
  hasChildren: chosen('有下级', { 1: '是', 0: '否' }),
  path: z.string().meta({ title: '全称' }),
})

/** So many that are found by their name are answered, where the call says nothing, and at the most. */
export const regionsFound = { usual: 50, most: 200 } as const

/** The regions of China down to counties; they come with xzx and nobody edits them (other-calls §7, Regions). */
export const region = {
  list: endpoint({
    method: 'POST',
    path: '/sysArea/list',
    send: 'body',
    payload: 'idDto',
    input: z.object({
      id: filter(id('上级代码').meta({ title: '上级代码', sample: '130000', bare: true })),
      name: filter(text('名称', 50)),
      size: filter(int('最多条数', 1, regionsFound.most)),
    }),
    output: z.array(regionRow),
    effect: 'read',
    repeat: true,
    cuts: { by: 'size', ...regionsFound },
    access: 'public',
    open: '填写住址时逐级选择，是公开的行政区划',
    says: '行政区划：不写代码列出各省，写代码列出其下一级；按名称查找全国',
  }),
}
