import { z } from 'zod'
import { writable } from '../article/fields.ts'
import { issueFields } from '../bulletin/rows.ts'
import { idNumber } from '../personal.ts'
import { html, oneLine, phone, sampled, text, time } from '../shared.ts'

/** The number of a thing where it comes from: what is pushed again under it is the same thing. */
const sourceId = z
  .union([z.string(), z.number()], { error: '应为文字或数字' })
  .transform(String)
  .pipe(text('来源编号', 200, 1).trim())
  .meta({ title: '来源编号', maxLength: 200, sample: 'yb-20261125-01' })

/** Longer texts are no articles of a site; those who write here may write longer ones. */
const contentMax = 500_000
const { title, subtitle, summary, source, keywords, coverImage, publishTime, sourceUrl } = writable

/** What becomes an article. */
export const articleFields = {
  sourceId,
  title: sampled(title, '县医保局开展政策宣传'),
  content: sampled(html('正文', contentMax, 1), '<p>近日，县医保局开展政策宣传。</p>'),
  ...{ subtitle, summary, source, keywords, coverImage, publishTime, sourceUrl },
}

/** A text of an issue's own. */
const contents = z
  .array(
    z.object({
      title: oneLine('标题', 300),
      section: oneLine('栏目', 50, 0).nullish(),
      docNumber: oneLine('文号', 100, 0).nullish(),
      content: html('正文', 200_000, 1),
    }),
  )
  .max(100, '最多 100 篇')
  .nullish()
  .meta({ title: '篇目' })

const { cover: _cover, files: _files, publishedOn: _publishedOn, ...issue } = issueFields
/** What becomes an issue of the bulletin. */
export const bulletinFields = { sourceId, ...issue, publishTime: time('出版日期').nullish(), contents }

/** What a citizen wrote. */
export const letterFields = {
  sourceId,
  title: sampled(oneLine('标题', 200), '关于参保缴费的咨询'),
  content: sampled(text('内容', 20_000, 1), '请问如何办理参保缴费？'),
  name: sampled(oneLine('姓名', 50), '张三'),
  phone: phone('手机号'),
  idNumber: idNumber().nullish(),
  address: text('地址', 200).nullish(),
  email: text('电子邮箱', 200).nullish(),
  /** When it was written there. */
  publishTime: time('提交时间').nullish(),
}
