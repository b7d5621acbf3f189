import { z } from 'zod'
import { configFile, configPartNames, configParts } from '../domain/config-file.ts'
import { endpoint } from './endpoint.ts'
import { count, nothing, row } from './shared.ts'

/** Changes at once: those who write wait for them. */
export const configChangesMax = 2000
/** What to do about more. */
export const configManySays =
  '请用 --only 分几次进行；一个部分就超过的，把文件按条目拆成几份，依次执行（不加 --prune 时，文件没有写到的不变）'

const part = z.enum(configPartNames, { error: `应为 ${configPartNames.join('、')} 之一` }).meta({ words: configParts })

/** Roles, columns, dictionaries, menus and settings as a file by names, and what makes them another (docs/decisions/0030-config-files.md). */
export const config = {
  export: endpoint({
    method: 'POST',
    path: '/x/config/export',
    send: 'none',
    input: nothing,
    output: row({
      config: configFile.meta({ title: '配置' }),
      print: z.string().meta({ title: '标记' }),
    }),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '导出站点的配置：设置、栏目、字典、菜单、角色',
    own: true,
    verb: false,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/x/config/apply',
    send: 'body',
    input: z.object({
      base: z.string({ error: '应为导出时的标记' }).min(1).max(100).meta({ title: '标记' }),
      set: configFile.omit({ format: true }).optional().meta({ title: '新增和修改' }),
      order: z
        .array(z.strictObject({ parent: z.string().nullable(), menus: z.array(z.string()).max(500) }))
        .max(configChangesMax)
        .optional()
        .meta({ title: '菜单的顺序' }),
      remove: z
        .array(z.strictObject({ part, by: z.array(z.string().max(200)).min(1).max(20).meta({ title: '名称' }) }))
        .max(configChangesMax)
        .optional()
        .meta({ title: '删除' }),
    }),
    output: row({
      added: count('新增'),
      changed: count('修改'),
      removed: count('删除'),
      print: z.string().meta({ title: '标记' }),
    }),
    effect: 'write',
    access: 'granted',
    proof: true,
    reveals: true,
    says: '按配置文件修改站点的配置，全部成功或全不修改',
    tells: '按配置文件修改站点的配置',
    own: true,
    verb: false,
  }),
}
