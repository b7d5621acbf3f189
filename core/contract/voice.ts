import { z } from 'zod'
import { yesNo } from '../domain/enums.ts'
import { jobStates } from '../domain/jobs.ts'
import { voiceStates } from '../domain/voices.ts'
import { endpoint, spelledAs } from './endpoint.ts'
import { jobShape } from './job.ts'
import {
  choice,
  chosen,
  count,
  filter,
  id,
  idOf,
  idText,
  nothing,
  onlyId,
  page,
  pageOf,
  row,
  text,
  when,
  words,
} from './shared.ts'

/** An article's voice: a file that reads it aloud, and how far one is that is being made. */
const shape = {
  articleId: idText('文章编号'),
  title: words('标题'),
  voiceState: chosen('语音', voiceStates),
  says: words('说明'),
  seconds: count('时长', '秒'),
  size: count('字节数'),
  fileId: words('文件编号'),
  fileName: words('文件名'),
  engine: words('语音引擎'),
  madeAt: when('生成时间'),
  jobId: words('任务'),
  total: count('总段数'),
  finished: count('已完成段数'),
  byName: words('生成人'),
}
export const voiceRow = row(shape)

/** The same as the job that makes it. */
const madeRow = row({
  ...shape,
  jobId: jobShape.jobId.nullable(),
  scope: words('范围'),
  state: z
    .enum(Object.keys(jobStates) as (keyof typeof jobStates)[])
    .nullable()
    .meta({ title: '任务状态', words: jobStates }),
})

const ofArticle = z.object({ id: id('文章') })
const read = { method: 'POST', effect: 'read', repeat: true, own: true } as const

/** Articles that are read aloud (other-calls §Related articles and voice). */
export const voice = spelledAs(
  { id: ['articleId', 'articleID'] },
  {
    synthesis: endpoint({
      method: 'POST',
      path: '/articleVoice/synthesis',
      send: 'body',
      payload: 'articleVoice',
      input: z.object({ id: id('文章'), again: filter(choice('重新生成', yesNo)) }),
      output: madeRow,
      effect: 'write',
      repeat: true,
      access: 'granted',
      roles: ['auditor', 'staff'],
      about: 'article',
      each: true,
      says: '把文章读成语音，长文在后台进行；文字没有改动的不重复生成，除非指明重新生成；已发布的文章随即可在网页上收听',
      right: '生成文章语音',
      tells: '生成文章{}的语音',
      verb: 'synthesize',
    }),
    deleteVoice: endpoint({
      method: 'POST',
      path: '/articleVoice/deleteVoice',
      send: 'body',
      payload: 'idDto',
      input: ofArticle,
      output: onlyId,
      effect: 'write',
      repeat: true,
      access: 'granted',
      roles: ['auditor', 'staff'],
      about: 'article',
      each: true,
      says: '删除文章的语音，网页上的同时撤下；正在生成的停止',
      right: '删除文章语音',
      tells: '删除文章{}的语音',
      verb: 'delete',
    }),
    cancel: endpoint({
      method: 'POST',
      path: '/x/voice/cancel',
      send: 'body',
      own: true,
      input: ofArticle,
      output: voiceRow,
      effect: 'write',
      repeat: true,
      access: { like: 'voice_synthesis' },
      about: 'article',
      each: true,
      says: '停止正在生成的语音，原有的语音不变',
      tells: '停止生成文章{}的语音',
    }),
    get: endpoint({
      ...read,
      path: '/x/voice/get',
      send: 'body',
      input: ofArticle,
      output: voiceRow.nullable(),
      access: { like: 'article_list' },
      about: 'article',
      says: '查看一篇文章的语音和生成进度',
    }),
    list: endpoint({
      ...read,
      path: '/x/voice/list',
      send: 'body',
      input: z.object({
        title: filter(text('标题', 200)),
        columnId: filter(idOf('column', '栏目')),
        voiceState: filter(choice('语音', voiceStates)),
        ...page,
      }),
      output: pageOf(voiceRow),
      access: { like: 'article_list' },
      about: 'article',
      says: '分页查询文章的语音',
    }),
    state: endpoint({
      ...read,
      path: '/x/voice/state',
      send: 'none',
      input: nothing,
      output: row({ engine: words('语音引擎'), missing: words('不能生成的原因') }),
      access: { like: 'voice_synthesis' },
      says: '语音引擎是否可用',
    }),
  },
)
