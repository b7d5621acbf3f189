import { z } from 'zod'
import { menuTypes } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import { chosen, count, idText, nothing, row, words } from './shared.ts'

const entry = {
  id: idText(),
  name: z.string().meta({ title: '名称' }),
  alias: words('标识'),
  type: chosen('类型', menuTypes),
  url: words('地址'),
  icon: words('图标'),
  parentId: idText('上级'),
  sort: count('排序'),
}
/** An entry of the menu with those below it. */
export type MenuEntry = {
  id: string
  name: string
  alias: string | null
  type: string | number | null
  url: string | null
  icon: string | null
  parentId: string
  sort: number | null
  children: MenuEntry[]
}
const menuEntry: z.ZodType<MenuEntry, MenuEntry> = z.lazy(() =>
  z.looseObject({ ...entry, children: z.array(menuEntry) }),
) as never

/** The left menu and the permission keys held (main-console §6; other-calls §7). */
export const menu = {
  list: endpoint({
    method: 'POST',
    path: '/menu/list',
    send: 'none',
    input: nothing,
    output: row({ menusList: z.array(menuEntry), buttonList: z.array(z.string()) }),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '左侧菜单和按钮权限',
  }),
}
