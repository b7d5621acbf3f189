import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { version } from './moves.ts'
import {
  chosen,
  count,
  filter,
  id,
  idOf,
  idText,
  oneLine,
  page,
  pageOf,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from './shared.ts'

/** What everything has that gathers articles of the site: issues of bulletin and periodicals, special topics. */

/** When a row came to be and changed. */
export const kept = { createdAt: when('创建时间'), updatedAt: when('修改时间'), version: count('版本') }

/** Under which heading one stands. */
export const section = sampled(oneLine('栏目', 50, 0), '政府文件').nullish()

/** What of it lists show. `hidden` says why visitors do not see it. */
export const collected = {
  id: idText(),
  articleId: words('选用的文章编号'),
  title: z.string().meta({ title: '标题' }),
  sort: count('排序'),
  hidden: words('未显示的原因'),
  ...kept,
}

/** A published article of the site that may be chosen. */
export const candidateRow = row({
  id: idText(),
  title: z.string().meta({ title: '标题' }),
  columnName: words('栏目'),
  source: words('来源'),
  publishTime: when('发布时间'),
  chosen: chosen('已选用', { 0: '否', 1: '是' }),
})

const candidateSearch = {
  title: filter(text('标题', 300)),
  columnId: filter(idOf('column')),
  startTime: filter(time('发布时间起')),
  endTime: filter(time('发布时间止', 'end')),
  ...page,
}

interface Of<K extends string> {
  readonly area: 'bulletin' | 'periodical' | 'special'
  /** The field that names where they would stand, and what that is called. */
  readonly field: K
  readonly noun: string
}

/** The call that lists what may be chosen. */
export const candidatesCall = <K extends string>({ area, field, noun }: Of<K>) =>
  endpoint({
    method: 'POST',
    path: `/x/${area}/candidates`,
    send: 'body',
    input: z.object({ [field]: filter(id(noun)), ...candidateSearch } as Record<K, ReturnType<typeof ofId>> &
      typeof candidateSearch),
    output: pageOf(candidateRow),
    effect: 'read',
    repeat: true,
    access: { like: `${area}_list` },
    says: `网站上可以选入${noun}的文章`,
    own: true,
  })
const ofId = () => filter(id())

/** A file that visitors may take. */
export const openFile = row({
  name: z.string().meta({ title: '名称' }),
  size: count('大小', '字节'),
  url: words('下载地址'),
})

/** The input of a call that changes a row, where its id is given, and adds one where not. */
export const saved = <S extends z.ZodRawShape>(noun: string, shape: S) =>
  z.object({ id: id(`要修改的${noun}`).nullish(), version, ...shape })
