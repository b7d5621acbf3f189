import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { suggestion as contract } from '../../../core/contract/suggestion.ts'
import { type SuggestionState, suggestionFlow } from '../../../core/domain/suggestion-states.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { suggestion as table } from '../../db/tables/suggestion.ts'
import { openTextsOf, phoneOf, refuseUnfitTexts, writerOf } from '../../letters/open.ts'
import type { Suggestion } from './late.ts'

/** What of a suggestion stands on the site: its own wording, with nobody's data in it. */

/** The state in which it is on the site. */
export const online = 1
const refused = 3

/** Its texts that visitors read. */
export const texts = openTextsOf(table, { title: 'openTitle', content: 'openContent', reply: 'openReply' })

/** The wording as it stands on the site, or would be published: as somebody wrote it for that, else with what is personal hidden. */
export function wordingOf(ctx: Ctx, row: Suggestion) {
  const hidden = texts.wording(row, writerOf(ctx, table, row))
  if (row.draftedAt === null && row.status !== online) return hidden
  const { openTitle, openContent, openReply } = row
  return {
    openTitle: openTitle ?? hidden.openTitle,
    openContent: openContent ?? hidden.openContent,
    // answered anew since
    openReply: openReply ?? hidden.openReply,
  }
}

/** The same by the names of what is written. */
export function draftOf(ctx: Ctx, row: Suggestion) {
  const { openTitle, openContent, openReply } = wordingOf(ctx, row)
  return { title: openTitle ?? '', content: openContent ?? '', reply: openReply ?? '' }
}

const way = {
  instead: '请改写公开稿后再公开（命令 xzx suggestion draft 编号）',
  lift: 'xzx suggestion publish 编号 --reason 理由',
}

/** @throws Refused SENSITIVE_WORDS, PRIVATE_DATA where the wording must not be public */
export function refuseUnfit(ctx: Ctx, row: Suggestion, reason: string | null): Promise<void> {
  const writer = {
    ...{ names: [writerOf(ctx, table, row)], phones: [phoneOf(ctx, table, row)] },
    ...{ says: '提出人', wrote: [row.title, row.content] },
  }
  return refuseUnfitTexts(ctx, draftOf(ctx, row), writer, way, reason)
}

/** What another answer makes of the wording for the site: what was written for the earlier one holds no more. */
export const answeredAnew = ({ draftedAt }: Suggestion): Partial<Suggestion> =>
  draftedAt === null ? {} : { openReply: null }

/** Why no wording can be written now. @throws Refused BAD_STATE */
function refuseDraft({ status, reply }: Suggestion): void {
  if (status === online) throw new Refused('BAD_STATE', '建议已公开，请先撤下再修改公开稿')
  if (status === refused)
    throw new Refused(
      'BAD_STATE',
      `建议现为「${suggestionFlow.words[status as SuggestionState]}」，不会公开，没有公开稿`,
    )
  if (reply === null) throw new Refused('BAD_STATE', '还没有答复，答复后再写公开稿')
}

/** How a suggestion is to stand on the site; what is not given is written as it is, without what is personal. */
export function drafted(ctx: Ctx, row: Suggestion, given: Omit<Parsed<typeof contract.draft>, 'id' | 'version'>) {
  refuseDraft(row)
  const { title: openTitle, content: openContent, reply: openReply } = { ...draftOf(ctx, row), ...given }
  return { openTitle, openContent, openReply, draftedAt: ctx.now }
}
