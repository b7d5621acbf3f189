import { z } from 'zod'
import { dataScopes, yesNo } from '../../domain/enums.ts'
import { endpoint } from '../endpoint.ts'
import { chosen, filter, id, idText, row, sampled, text, words } from '../shared.ts'

const granting = row({
  roleId: idText('角色'),
  name: words('角色'),
  dataScope: chosen('数据范围', dataScopes),
  /** Whose rows, in words. */
  depts: words('部门'),
  columns: words('栏目'),
  reaches: chosen('在范围内', yesNo),
  says: words('说明'),
})

/** Why somebody may do something, or may not: through which roles, and how far these reach. */
export const whyCalls = {
  why: endpoint({
    method: 'POST',
    path: '/x/auth/why',
    send: 'body',
    own: true,
    input: z.object({
      key: sampled(text('权限', 100, 1).trim(), 'article_list'),
      id: filter(id('编号')),
      user: filter(text('用户', 100)),
    }),
    output: row({
      userId: idText('用户'),
      userName: words('姓名'),
      deptName: words('部门'),
      key: words('键'),
      right: words('权限'),
      may: chosen('有此权限', yesNo),
      row: words('记录'),
      reaches: chosen('在范围内', yesNo),
      through: z.array(granting).meta({ title: '凭借的角色' }),
      lacking: z.array(z.string()).meta({ title: '缺少' }),
      says: words('结论'),
    }),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '说明本人或他人凭什么有（没有）一项权限，能不能办理某条记录；查他人须能查看用户',
    verb: false,
  }),
}
