import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  { path: 'system/role', title: '角色', needs: 'role_list', load: () => import('./RoleScreen.tsx') },
  {
    path: 'system/disUser',
    title: '角色的人员',
    needs: 'user_list',
    shows: 'role',
    under: 'system/role',
    load: () => import('./RoleUsersScreen.tsx'),
  },
]
