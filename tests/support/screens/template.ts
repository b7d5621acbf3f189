import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/system/template', '网站正在使用'],
  ['/main/system/templateFile', 'article.liquid'],
  ['/main/system/templateEditor?file=default/404.liquid', '可以使用的字段'],
  ['/main/system/tempContent?file=default/404.liquid', '这个文件在这里没有改过'],
]
