import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { forum as contract } from '../../../core/contract/forum.ts'
import type { forumTypes } from '../../../core/domain/forum-states.ts'
import { Refused } from '../../../core/errors.ts'
import { personalHits } from '../../../core/words/hits.ts'
import { personalKinds } from '../../../core/words/personal.ts'
import type { Ctx } from '../../context.ts'
import { forum as table } from '../../db/tables/forum.ts'
import { openTextsOf } from '../../letters/open.ts'
import { checkNow } from '../../words/check.ts'
import { wordsNow } from '../../words/known.ts'
import { boardOf, onSite } from './seen.ts'

/** What visitors read of a post. */
export const texts = openTextsOf(table, { title: 'openTitle', content: 'openContent' })

const titleMax = 30
/** What a comment is called in lists: the beginning of what it says. */
const called = (content: string): string => {
  const line = content.replace(/\s+/g, ' ')
  return [...line].length > titleMax ? `${[...line].slice(0, titleMax).join('')}…` : line
}

/** A post as visitors read it: a comment is called by what it says once that is hidden, for half a number is not known as one. */
export function openOf(
  post: { readonly type: number; readonly title: string; readonly content: string },
  name: string | null,
) {
  const wording = texts.wording(post, name)
  return post.type === 0 ? wording : { ...wording, openTitle: called(wording.openContent ?? '') }
}

/** What of some texts somebody should look at, in words; null: nothing. */
export async function foundIn(ctx: Ctx, texts: Readonly<Record<string, string>>): Promise<string | null> {
  const looked = Object.entries(texts).map(([field, text]) => ({ field, text }))
  const { words } = checkNow(await wordsNow(ctx), looked)
  const { kinds } = personalHits(looked)
  const says = [
    ...(words.length > 0 ? [`含有敏感词${words.map(({ word }) => `「${word}」`).join('')}`] : []),
    ...(kinds.length > 0 ? [`含有${kinds.map(([kind]) => personalKinds[kind]).join('、')}，显示时自动隐去`] : []),
  ]
  return says.join('；') || null
}

/** Where somebody posts: on a board, or below a post. */
export type Given = Parsed<typeof contract.add>

/** Where a post will stand: on its board as a topic, or below another post. @throws Refused NOT_FOUND, BAD_STATE, MISSING_PARAMETER */
export async function placed(ctx: Ctx, { plateId, parentId, title, content }: Given) {
  const above = parentId ? await standing(ctx, parentId) : null
  const board = await boardOf(ctx.db, above?.plateId ?? plateId ?? 0)
  if (!board) {
    if (!above && !plateId) throw new Refused('MISSING_PARAMETER', '版块（plateId）：请选择版块')
    throw new Refused('NOT_FOUND', '版块（plateId）：没有这个版块，可能还没有启用，或已经删除')
  }
  if (plateId && plateId !== board.id) throw new Refused('BAD_INPUT', '版块（plateId）：跟帖只能在原帖所在的版块')
  if (board.status !== 1) throw new Refused('BAD_STATE', `版块「${board.title}」已停用，不能发帖、跟帖`)
  if (!above && !title) throw new Refused('MISSING_PARAMETER', '标题（title）：请输入标题')
  const type: keyof typeof forumTypes = above === null ? 0 : above.type === 0 ? 1 : 2
  return {
    ...{ plateId: board.id, type, content, title: above ? called(content) : (title ?? '') },
    topicId: above && (above.topicId ?? above.id),
    ...{ parentId: above?.id ?? null, covered: 0 as const },
  }
}

/** The post that is answered, as it stands on the site. */
async function standing(ctx: Ctx, id: number) {
  const query = onSite(ctx.db)
    .where('forum.id', '=', id)
    .select(['forum.id', 'forum.plateId', 'forum.type', 'forum.topicId'])
  const found = await query.executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND', '所跟的帖子（parentId）：它不在网站上，可能已撤下或删除，不能跟帖')
  return found
}
