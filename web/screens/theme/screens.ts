import { themeAreas, themeNames } from '../../../core/domain/theme-names.ts'
import type { Screen } from '../screen.ts'

const menu = 'interact/theme'

export const screens: readonly Screen[] = [
  ...themeAreas.flatMap((area): Screen[] => {
    const path = `interact/${area}`
    const { title, noun } = themeNames[area]
    return [
      {
        ...{ path, title, needs: `${area}_list`, waits: area },
        ...(path !== menu && { under: menu }),
        load: () => import('./TopicListScreen.tsx'),
      },
      {
        ...{ path: `${path}/bin`, title: `${noun}回收站`, needs: `${area}_dels`, under: path },
        load: () => import('./TopicBinScreen.tsx'),
      },
      {
        ...{ path: `${path}/:id`, title: `${noun}和回复`, needs: `${area}_list`, under: path, shows: area },
        load: () => import('./TopicScreen.tsx'),
      },
    ]
  }),
  {
    path: `${menu}/counts`,
    title: '话题统计',
    needs: 'themeCount_list',
    under: menu,
    load: () => import('./CountsScreen.tsx'),
  },
]
