import { z } from 'zod'
import { wordLevels, wordLists, wordTypes } from '../../domain/words.ts'
import { personalKinds } from '../../words/personal.ts'
import { endpoint } from '../endpoint.ts'
import { chosen, count, idText, row, words } from '../shared.ts'
import { scanRow } from '../word-scan.ts'
import { one } from './fields.ts'
import { deadLink } from './links.ts'
import { search, unsaved } from './read.ts'

/** The fields that are looked through. */
export const lookedFields = {
  title: '标题',
  subtitle: '副标题',
  summary: '摘要',
  source: '来源',
  keywords: '关键词',
  modelFields: '模型字段',
  content: '正文',
} as const

/** A word that was found. */
const hit = row({
  wordId: idText('敏感词'),
  word: z.string().meta({ title: '词' }),
  found: z.string().meta({ title: '文中写法' }),
  list: chosen('词表', wordLists),
  type: chosen('类型', wordTypes),
  level: chosen('等级', wordLevels),
  field: chosen('字段', lookedFields),
  position: count('位置'),
  before: z.string().meta({ title: '前文' }),
  after: z.string().meta({ title: '后文' }),
  suggestion: words('建议改为'),
  across: z.boolean().meta({ title: '跨句' }),
})

/** Somebody's own data that were found. */
const personal = row({
  kind: chosen('种类', personalKinds),
  found: z.string().meta({ title: '文中写法' }),
  masked: z.string().meta({ title: '隐去后' }),
  field: chosen('字段', lookedFields),
  position: count('位置'),
  before: z.string().meta({ title: '前文' }),
  after: z.string().meta({ title: '后文' }),
})

export const checked = row({
  level: chosen('最高等级', wordLevels).nullable(),
  /** How many there are; the first 500 are told. */
  total: count('发现'),
  hits: z.array(hit),
  personalTotal: count('个人信息'),
  personal: z.array(personal),
  /** Links that lead nowhere. */
  links: z.array(row(deadLink)),
  /** Maps without their number of approval. */
  maps: z.array(row({ alt: words('图片说明'), src: words('地址') })),
  /** Attachments in which somebody's own data stand, or that could not be looked into. */
  files: z.array(
    row({
      id: idText('附件'),
      name: z.string().meta({ title: '文件名' }),
      /** Why not all of it was read; null: it was. */
      fault: words('没有检测的原因'),
      total: count('个人信息'),
      hits: z.array(
        row({
          kind: chosen('种类', personalKinds),
          found: z.string().meta({ title: '文中写法' }),
          masked: z.string().meta({ title: '隐去后' }),
          before: z.string().meta({ title: '前文' }),
          after: z.string().meta({ title: '后文' }),
        }),
      ),
    }),
  ),
})

/** Looking through articles for the words of the lists (main-console §7, Article). */
export const checking = {
  detection: endpoint({
    method: 'POST',
    path: '/api/article/detection',
    send: 'body',
    input: unsaved,
    output: checked,
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '检测未保存的文章中的敏感词和个人信息，不作保存',
    verb: false,
  }),
  articleSensitiveList: endpoint({
    method: 'POST',
    path: '/api/article/articleSensitiveList',
    send: 'query',
    input: one,
    output: checked,
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '检测一篇文章中的敏感词和个人信息，有待审修订的检测修订',
  }),
  detectionAll: endpoint({
    method: 'POST',
    path: '/api/article/detectionAll',
    send: 'body',
    input: z.object(search),
    output: scanRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '检测符合条件的全部文章',
    tells: '检测文章中的敏感词',
    job: true,
    verb: false,
  }),
}
