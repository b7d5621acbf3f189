import { Form, Input, Select } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { article } from '../../../core/contract/article.ts'
import { onlineAlready } from '../../../core/domain/article-states.ts'
import { essayTypes, newsCategoryTypes, newsTypes } from '../../../core/domain/enums.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { pleaseEnter, pleaseSelect } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { DateInput } from '../../parts/DateInput.tsx'
import { LazyEditor } from '../../parts/editor/LazyEditor.tsx'
import { required, rule } from '../../parts/form/rules.ts'
import { OwnColumnPicker, ReferencePicker } from '../../parts/ReferencePicker.tsx'
import { RowField } from '../../parts/row/RowField.tsx'
import { FilesField } from '../../parts/upload/FilesField.tsx'
import { ImageUpload } from '../../parts/upload/ImageUpload.tsx'
import { needsCover } from './calls.ts'
import { fresh, type Values } from './fields.ts'
import { ModelFields } from './ModelFields.tsx'
import { mutePictures, toComeSays } from './useGoingOut.ts'

const { shape } = article.saveAdmin.input
/** The 图文类型 that shows three covers. */
const threeImages = 3
const optionsOf = (words: Readonly<Record<string | number, string>>, numeric: boolean) =>
  Object.entries(words).map(([key, label]) => ({ value: numeric ? Number(key) : key, label }))

/** A link's place follows from 内容类型. */
const frontPlaces = optionsOf(essayTypes, true).filter(({ label }) => label !== essayTypes[5])

const placeName = ({ value, label }: { value: string | number; label?: ReactNode }) =>
  label ?? essayTypes[Number(value) as keyof typeof essayTypes] ?? value

const isEmpty = (html: string) => html.replace(/<(?!img|video)[^<>]*>|&nbsp;|\s/gi, '') === ''
const content = {
  validator: async (_rule: unknown, html: unknown) => {
    if (isEmpty(String(html ?? ''))) throw new Error(pleaseEnter('内容'))
  },
}

/** Only said: a text may be saved as it is, but whoever cannot see its pictures should not be left out. */
const described = {
  warningOnly: true,
  validator: async (_rule: unknown, html: unknown) => {
    const mute = mutePictures(String(html ?? ''))
    if (mute) throw new Error(`有 ${mute} 张图片没有说明，选中图片后可在工具栏中填写`)
  },
}

/** What is online already bears no time to come. */
const notInFuture = {
  validator: async (_rule: unknown, time: unknown) => {
    if (toComeSays(time)) throw new Error(onlineAlready)
  },
}

interface Props {
  /** The publication time that the article has. */
  readonly before: string | null | undefined
  /** None: it is new. */
  readonly status: number | undefined
  /** None: it is new. */
  readonly articleId?: string | undefined
}

/** The time of publication, and why it shall be an earlier day. */
function PublishTime({ before, status }: Props) {
  const time: string | null | undefined = Form.useWatch('publishTime')
  const back = !!time && time !== before && time < formatTime(Date.now()).slice(0, 10)
  return (
    <>
      <Form.Item
        name="publishTime"
        label="发布时间"
        extra={status === 2 ? undefined : (toComeSays(time) ?? (status === 5 ? undefined : '不填则以发布的时间为准'))}
        rules={status === 2 ? [notInFuture] : []}
      >
        <DateInput withTime />
      </Form.Item>
      {back && (
        <Form.Item
          name="publishTimeReason"
          label="发布时间早于今天的理由"
          extra="文章会排在较新的文章之后；理由记入操作日志"
          required
          rules={[required(pleaseEnter('理由')), rule(shape.publishTimeReason)]}
        >
          <Input maxLength={500} />
        </Form.Item>
      )}
    </>
  )
}

/** Seldom needed; folded where they are as a new article has them. */
const rare = ['subtitle', 'keywords', 'categoryType', 'newsType', 'sourceUrl', 'sort'] as const

/** The fields of an article: the text on the left, what belongs to it on the right. */
export function ArticleFields({ before, status, articleId }: Props) {
  const { can } = useRights()
  const kind = Form.useWatch('categoryType')
  const look = Form.useWatch('newsType')
  // what has been filled in is not hidden
  const form = Form.useFormInstance<Partial<Values>>()
  const places = Form.useWatch('essayList', form)
  // what was asked of the cover goes with the place that it was asked for
  useEffect(() => {
    if (!needsCover(places)) form.setFields([{ name: 'coverImage', errors: [] }])
  }, [places, form])
  const [unfolded] = useState(() =>
    rare.some((field) => ![fresh[field], undefined, null, ''].includes(form.getFieldValue(field))),
  )
  return (
    <div className="article-form">
      <div className="panel">
        <Form.Item name="title" label="标题" required rules={[rule(shape.title)]}>
          <Input maxLength={300} showCount autoFocus />
        </Form.Item>
        {kind === 'URL' ? (
          <Form.Item
            name="jumpUrl"
            label="跳转链接"
            required
            rules={[required(pleaseEnter('跳转链接')), rule(shape.jumpUrl)]}
          >
            <Input placeholder="https://" maxLength={1000} />
          </Form.Item>
        ) : (
          <Form.Item name="content" label="正文" required rules={[content, described]} htmlFor="none">
            <LazyEditor label="正文" />
          </Form.Item>
        )}
        <Form.Item
          name="files"
          label="附件"
          htmlFor="none"
          rules={[rule(shape.files)]}
          extra={kind === 'URL' ? '链接文章没有自己的网页，附件不会出现在网站上' : undefined}
        >
          <FilesField label="附件" to="article" />
        </Form.Item>
      </div>
      <div className="panel">
        <Form.Item name="columnId" label="栏目" required rules={[required(pleaseSelect('栏目'))]}>
          {can('article_saveAdmin') ? <ReferencePicker of="column" label="栏目" /> : <OwnColumnPicker label="栏目" />}
        </Form.Item>
        <ModelFields articleId={articleId} />
        <PublishTime before={before} status={status} />
        <Form.Item
          name="offlineTime"
          label="定时下架"
          extra="到时自动从网站撤下；不填则一直在线"
          rules={[rule(shape.offlineTime)]}
        >
          <DateInput withTime />
        </Form.Item>
        <Form.Item name="source" label="来源" rules={[rule(shape.source)]}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="summary" label="摘要" rules={[rule(shape.summary)]}>
          <Input.TextArea rows={3} maxLength={1000} showCount />
        </Form.Item>
        <Form.Item name="coverImage" label="封面图片" rules={[rule(shape.coverImage)]}>
          <ImageUpload label="封面图片" max={look === threeImages ? 3 : 1} />
        </Form.Item>
        <Form.Item
          name="essayList"
          label="首页展示"
          extra="幻灯片和图片新闻要有封面图片"
          getValueProps={(value?: string | null) => ({ value: (value ?? '').split(',').filter(Boolean).map(Number) })}
          getValueFromEvent={(chosen: number[]) => chosen.join(',')}
        >
          <Select mode="multiple" aria-label="首页展示" options={frontPlaces} labelRender={placeName} />
        </Form.Item>
        <details className="more-fields" open={unfolded}>
          <summary>更多：副标题、关键词、类型、原文地址、排序</summary>
          <Form.Item name="subtitle" label="副标题" rules={[rule(shape.subtitle)]}>
            <Input maxLength={300} />
          </Form.Item>
          <Form.Item name="keywords" label="关键词" rules={[rule(shape.keywords)]}>
            <Input maxLength={300} />
          </Form.Item>
          <Form.Item name="categoryType" label="内容类型">
            <Select aria-label="内容类型" options={optionsOf(newsCategoryTypes, false)} />
          </Form.Item>
          <Form.Item name="newsType" label="图文类型">
            <Select aria-label="图文类型" options={optionsOf(newsTypes, true)} />
          </Form.Item>
          <Form.Item name="sourceUrl" label="原文地址" rules={[rule(shape.sourceUrl)]}>
            <Input maxLength={1000} />
          </Form.Item>
          <RowField name="sort" schema={shape.sort} />
        </details>
      </div>
    </div>
  )
}
