import { z } from 'zod'
import { specialModels } from '../../domain/special-states.ts'
import { inTheBin, onItsWay, onTheSite } from '../activity.ts'
import { collected } from '../collected.ts'
import {
  choiceOrNone,
  chosen,
  idText,
  image,
  int,
  manyOf,
  oneLine,
  row,
  sampled,
  text,
  when,
  words,
} from '../shared.ts'

/** So many articles a topic may gather. */
export const relationsMax = 10_000

export const model = () => choiceOrNone('模块', specialModels)

/** What people write of a topic. */
export const specialFields = {
  title: sampled(oneLine('标题', 100), '学习贯彻县政协全会精神'),
  model: model(),
  cover: image('封面').nullish(),
  summary: text('简介', 500).nullish(),
  sort: int('排序', 0, 9999).optional(),
}

const named = {
  id: idText(),
  title: z.string().meta({ title: '标题' }),
  model: chosen('模块', specialModels),
}
const shown = {
  ...named,
  sort: z.number().nullable().meta({ title: '排序' }),
  relationCount: manyOf('specialArticle.specialId', '篇数'),
  ...onItsWay,
}
/** A topic as lists show it. */
export const specialBrief = row({ ...shown, ...onTheSite })
/** The whole of it but for its articles. */
export const specialRow = row({ ...specialBrief.shape, cover: words('封面'), summary: words('简介') })
export const specialBinned = row({ ...shown, ...inTheBin })

/** An article of a topic. */
export const relationRow = row({ ...collected, specialId: idText('专题编号'), section: words('栏目') })

/** What anybody may know of a topic that is published. */
export const specialOpen = row({
  ...named,
  cover: words('封面'),
  summary: words('简介'),
  publishedAt: when('发布时间'),
  url: words('网页地址'),
})
/** An article of it, as anybody reads it. */
export const relationOpen = row({
  id: idText(),
  specialId: idText('专题编号'),
  articleId: idText('文章编号'),
  title: z.string().meta({ title: '标题' }),
  section: words('栏目'),
  source: words('来源'),
  publishTime: when('发布时间'),
  url: words('网页地址'),
})
