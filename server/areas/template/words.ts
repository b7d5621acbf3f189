import { settings } from '../../../core/domain/settings.ts'
import type { FieldShape } from '../../site/field-shapes.ts'

/** What the names mean that templates may use, for who writes one. */

const kinds: Readonly<Record<FieldShape['kind'], string>> = {
  ...{ text: '文字', html: '网页代码，用 | raw 输出', number: '数字', flag: '是或否', list: '列表', group: '一组' },
}
export const kindSays = (kind: FieldShape['kind']): string => kinds[kind]

/** By the whole name first, then by its last part. */
const words: Readonly<Record<string, string>> = {
  'parts.crumbs': '当前位置',
  'parts.side': '侧栏',
  'parts.head': '页面头部的引用',
  'parts.header': '页头和导航',
  'parts.footer': '页脚',
  'parts.files': '附件列表',
  'parts.fields': '内容模型的字段',
  'parts.relevant': '相关文章',
  'parts.voice': '听文章的播放器',
  'voice.length': '时长',
  'parts.text': '正文',
  'site.base': '链接前面的路径',
  'site.url': '网站网址',
  'site.domain': '网站域名',
  'page.canonical': '网页的正式网址',
  'page.grey': '今天是否用灰色显示',
  'page.data': '供检索网站读取的数据，用 | raw 输出',
  'column.feed': '订阅这个栏目的地址',
  banners: '正在公示的重要公告',
  feed: '订阅源',
  label: '附件所属的字段',
  voice: '语音',
  main: '页面主体',
  site: '网站',
  article: '文章',
  column: '栏目',
  pager: '翻页',
  parts: '已经生成的部分',
  page: '页面',
  title: '标题',
  subtitle: '副标题',
  summary: '摘要',
  content: '正文',
  source: '来源',
  author: '作者',
  keywords: '关键词',
  description: '简介',
  url: '地址',
  date: '日期',
  time: '时间',
  cover: '封面图',
  srcset: '封面图的各种宽度',
  external: '是否为外部链接',
  top: '是否置顶',
  current: '是否为当前一项',
  children: '下级',
  items: '各条',
  total: '总数',
  number: '页码',
  count: '页数',
  previous: '上一页',
  next: '下一页',
  pages: '各页',
  gap: '前面是否省略了几页',
  nav: '导航栏目',
  chain: '从首页到这里的栏目',
  tree: '栏目树',
  related: '关联栏目',
  columns: '各栏目',
  heading: '标题',
  files: '附件',
  name: '名称',
  kind: '种类',
  size: '大小',
  hits: '浏览量',
  id: '编号',
  areas: '其他内容',
}

export function fieldSays(name: string): string | null {
  const plain = name.replaceAll('[]', '')
  const setting = Object.entries(settings).find(([key]) => key === plain)?.[1]
  return setting?.title ?? words[plain] ?? words[plain.slice(plain.lastIndexOf('.') + 1)] ?? null
}
