import type { ComponentType } from 'react'
import type { Right, Rights } from '../app/rights.ts'

/** One screen: its address under /web/main/, its title, the right it needs, and its chunk. */
export interface Screen {
  readonly path: string
  readonly title: string
  /** The right that it needs; of several any one. */
  readonly needs?: Right | readonly Right[]
  /** Where those are led who lack it. */
  readonly instead?: string
  /** The screen that it belongs to, for menu and breadcrumb. */
  readonly under?: string
  readonly load: () => Promise<{ default: ComponentType }>
}

const articleForm = () => import('./article/ArticleFormScreen.tsx')

/** All screens; a menu entry is shown when its address is here. */
export const screens: readonly Screen[] = [
  {
    path: 'home/audit',
    title: '审核首页',
    needs: ['article_accept', 'article_approve'],
    instead: '/main/home/desk',
    load: () => import('./audit/AuditScreen.tsx'),
  },
  { path: 'home/desk', title: '工作首页', load: () => import('./home/DeskScreen.tsx') },
  {
    path: 'home/assigned',
    title: '交办任务',
    needs: 'assignment_list',
    load: () => import('./assignment/AssignmentListScreen.tsx'),
  },
  {
    path: 'home/assigned/:id',
    title: '办理情况',
    needs: 'assignment_list',
    under: 'home/assigned',
    load: () => import('./assignment/AssignmentScreen.tsx'),
  },
  {
    path: 'article/essay',
    title: '文章管理',
    needs: 'article_list',
    load: () => import('./article/ArticleListScreen.tsx'),
  },
  {
    path: 'article/essay/add',
    title: '新增文章',
    under: 'article/essay',
    load: articleForm,
  },
  {
    path: 'article/essay/recycle',
    title: '回收站',
    needs: 'article_delete',
    under: 'article/essay',
    load: () => import('./article/RecycleScreen.tsx'),
  },
  {
    path: 'article/essay/:id',
    title: '文章',
    needs: 'article_list',
    under: 'article/essay',
    load: articleForm,
  },
  {
    path: 'article/essay/:id/history',
    title: '修订历史',
    needs: 'article_list',
    under: 'article/essay',
    load: () => import('./article/HistoryScreen.tsx'),
  },
  {
    path: 'article/static',
    title: '静态页面生成',
    needs: 'generate_generateIndex',
    load: () => import('./static/StaticScreen.tsx'),
  },
  {
    path: 'article/column',
    title: '栏目管理',
    needs: 'column_list',
    load: () => import('./column/ColumnScreen.tsx'),
  },
  {
    path: 'system/userOperationLogInfo',
    title: '操作日志',
    needs: 'log_list',
    load: () => import('./log/LogScreen.tsx'),
  },
  { path: 'system/app', title: '应用', needs: 'app_edit', load: () => import('./app/AppScreen.tsx') },
  {
    path: 'system/siteSet',
    title: '站点设置',
    needs: 'setting_list',
    load: () => import('./setting/SettingScreen.tsx'),
  },
  { path: 'system/department', title: '部门', needs: 'dept_list', load: () => import('./dept/DeptScreen.tsx') },
  { path: 'system/dataDict', title: '数据字典', needs: 'dict_list', load: () => import('./dict/DictScreen.tsx') },
  {
    path: 'system/dataDictDetail',
    title: '字典条目',
    needs: 'dict_list',
    under: 'system/dataDict',
    load: () => import('./dict/DictDetailScreen.tsx'),
  },
  { path: 'system/hotWord', title: '热词', needs: 'hot_list', load: () => import('./hot/HotScreen.tsx') },
  {
    path: 'article/announcement',
    title: '公告',
    needs: 'announcement_list',
    load: () => import('./announcement/AnnouncementScreen.tsx'),
  },
  { path: 'article/popula', title: '推荐链接', needs: 'popula_list', load: () => import('./popula/PopulaScreen.tsx') },
]

/** The screen of an address within the shell; parts like `:id` stand for anything. */
export function screenAt(pathname: string): Screen | undefined {
  const parts = pathname.replace(/^\/main\/?/, '').split('/')
  return screens.find(({ path }) => {
    const wanted = path.split('/')
    return wanted.length === parts.length && wanted.every((part, i) => part.startsWith(':') || part === parts[i])
  })
}

/** Whether somebody with these rights can use a screen. */
export const mayOpen = ({ needs = [] }: Screen, can: Rights['can']): boolean => {
  const any = typeof needs === 'string' ? [needs] : needs
  return any.length === 0 || any.some((right) => can(right))
}

/** True when an entry of the menu leads to a screen that exists, and that these rights open. */
export function hasScreen(url: string | null, can: Rights['can']): boolean {
  const screen = url === null ? undefined : screenAt(url)
  return screen !== undefined && mayOpen(screen, can)
}
