import { type AreaName, areas } from '../../core/contract/areas.ts'
import { kebab } from '../spelling.ts'
import type { CommandEntry } from '../verb.ts'

/** Commands that do more than the contract says of them: adding one is a file and a line here. */
const own: readonly CommandEntry[] = [
  { name: 'serve', says: '启动服务', load: [() => import('./serve.ts')] },
  {
    name: 'backup',
    says: '备份服务的数据',
    load: [() => import('./backup.ts'), () => import('./backup-keygen.ts')],
  },
  { name: 'restore', says: '恢复备份', load: [() => import('./restore.ts')] },
  { name: 'auth', says: '登录、退出、改密码、脚本令牌、解除锁定', load: [() => import('./auth.ts')] },
  { name: 'whoami', says: '当前账号、部门和角色', load: [() => import('./whoami.ts')] },
  {
    name: 'audit',
    says: '等待我处理的内容；拟定和执行批量审核的方案',
    load: [() => import('./audit.ts'), () => import('./audit-plan.ts')],
  },
  {
    name: 'article',
    says: '文章：查询、撰写、审核、删除、修订、导入、导出',
    load: [
      () => import('./article.ts'),
      () => import('./article-bulk.ts'),
      () => import('./article-import.ts'),
      () => import('./article-export.ts'),
      () => import('./article-write.ts'),
      () => import('./article-history.ts'),
      () => import('./article-words.ts'),
      () => import('./article-copy.ts'),
      () => import('./article-top.ts'),
      () => import('./article-validity.ts'),
      () => import('./article-replace.ts'),
      () => import('./article-relevant.ts'),
      () => import('./article-fields.ts'),
    ],
  },
  { name: 'generate', says: '生成静态页面：首页、栏目、文章、全站', load: [() => import('./generate.ts')] },
  { name: 'site', says: '核实网站：下架的文章是否已消失，链接是否失效', load: [() => import('./site.ts')] },
  {
    name: 'export',
    says: '导出为文件',
    load: [
      () => import('./export.ts'),
      () => import('./export-all.ts'),
      async (named) => (await import('../export/made.ts')).madeExports(named),
    ],
  },
  { name: 'job', says: '任务文件：依次运行几个命令', load: [() => import('./job.ts')] },
  { name: 'log', says: '操作日志：查询、统计、核对、锚点', load: [() => import('./log.ts')] },
  { name: 'api', says: '调用任意接口', load: [() => import('./api.ts')] },
  { name: 'ui', says: '终端界面（在终端中直接运行 xzx 也可）', load: [() => import('./ui.ts')] },
  { name: 'doctor', says: '检查环境、配置、服务器和登录', load: [() => import('./doctor.ts')] },
  { name: 'assignment', says: areas.assignment.says, load: [() => import('./assignment.ts')] },
  { name: 'apply', says: areas.apply.says, load: [() => import('./apply.ts')] },
  { name: 'compliance', says: areas.compliance.says, load: [() => import('./compliance.ts')] },
  { name: 'export-task', says: areas.exportTask.says, load: [() => import('./export-task.ts')] },
  { name: 'celebrity', says: areas.celebrity.says, load: [() => import('./celebrity.ts')] },
  { name: 'mail', says: areas.mail.says, load: [() => import('./mail.ts'), () => import('./mail-import.ts')] },
  ...(['suggestion', 'advice'] as const).map((name) => ({
    ...{ name, says: areas[name].says },
    load: [async () => (await import('./handed.ts')).handedVerbs(name)],
  })),
  { name: 'proposal', says: areas.proposal.says, load: [() => import('./proposal.ts')] },
  { name: 'report', says: areas.report.says, load: [() => import('./report.ts')] },
  { name: 'notice', says: '通知', load: [() => import('./notice.ts')] },
  { name: 'role', says: areas.role.says, load: [() => import('./role.ts')] },
  { name: 'user', says: '用户', load: [() => import('./user.ts')] },
  { name: 'search', says: '内容检索：索引的情况，重建索引', load: [() => import('./search.ts')] },
  { name: 'sensitive', says: '敏感词', load: [() => import('./sensitive.ts')] },
  { name: 'survey', says: areas.survey.says, load: [() => import('./survey.ts')] },
  { name: 'workday', says: '工作日历：查看、导入、恢复，逐日说明期限', load: [() => import('./workday.ts')] },
  {
    name: 'template',
    says: '网站皮肤和模板：查看、修改、检查、预览、更换、恢复',
    load: [() => import('./template.ts'), () => import('./template-edit.ts')],
  },
  { name: 'stats', says: areas.stats.says, load: [() => import('./stats.ts')] },
  { name: 'setting', says: '站点设置：查看、修改、恢复默认', load: [() => import('./setting.ts')] },
  {
    name: 'config',
    says: '命令行的配置：查看、修改、切换；站点的配置：导出、比较、应用',
    load: [() => import('./config.ts'), () => import('./config-site.ts')],
  },
  { name: 'completion', says: '命令行补全', load: [() => import('./completion.ts')] },
  { name: 'complete', says: '供补全脚本调用', hidden: true, load: [() => import('./complete.ts')] },
  { name: 'help', says: '查看帮助；xzx help topics 列出有哪些', load: [() => import('./help.ts')] },
]

/** The other areas: their commands are made from the contract. */
const plain = (Object.keys(areas) as AreaName[])
  .filter((name) => areas[name].command !== false && own.every((entry) => entry.name !== kebab(name)))
  .map(
    (name): CommandEntry => ({
      name: kebab(name),
      says: areas[name].says,
      load: [async () => (await import('../from-contract/verbs.ts')).areaVerbs(name)],
    }),
  )

const before = own.findIndex((entry) => entry.name === 'generate')
/** All commands, in the order of `xzx --help`. */
export const commands: readonly CommandEntry[] = [...own.slice(0, before), ...plain, ...own.slice(before)]
