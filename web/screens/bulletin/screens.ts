import type { Screen } from '../screen.ts'

export const screens: readonly Screen[] = [
  {
    path: 'article/bulletin',
    title: '公报',
    needs: 'bulletin_list',
    waits: 'bulletin',
    load: () => import('./BulletinListScreen.tsx'),
  },
  {
    path: 'article/bulletin/bin',
    title: '回收站',
    needs: 'bulletin_dels',
    under: 'article/bulletin',
    load: () => import('./BulletinBinScreen.tsx'),
  },
  {
    path: 'article/bulletin/:id',
    title: '公报',
    needs: 'bulletin_list',
    under: 'article/bulletin',
    shows: 'bulletin',
    load: () => import('./BulletinScreen.tsx'),
  },
  {
    path: 'article/bulletin/:id/choose',
    title: '选用文章',
    needs: 'bulletin_edit',
    under: 'article/bulletin',
    load: () => import('./ChooseScreen.tsx'),
  },
]
