import { attachables } from '../../../core/contract/files.ts'
import type { Right } from '../../../core/contract/rights.ts'
import { holdsKey } from '../../access/rights.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { tables } from '../../db/table.ts'
import { allOf, amongRows, anyOf, type Condition, oneOf, test } from '../../rows/condition.ts'

/** What a reader of the log is told of things, by their kinds: never more than the kind's own list would show them. */

/** Whose names are read by another right than that to their list; null: by everybody who reads the log. */
const rights: Readonly<Record<string, Right | null>> = {
  ...{ column: null, dept: null, app: null, exportTask: null, resource: 'resource_tree' },
  ...{
    other: 'other_insert',
    applyDept: 'apply_list',
    assignmentReply: 'assignment_list',
    auditPlan: 'plan_apply',
    bulletinContent: 'bulletin_list',
    contentModelField: 'contentModel_list',
    file: 'file_uploadName',
    mailForum: 'mail_list',
    skin: 'template_templateSkin',
    skinFile: 'template_templateSkin',
    periodicalPage: 'periodical_list',
    periodicalArticle: 'periodical_list',
    specialArticle: 'special_list',
    questFeedback: 'questAnswer_searchFeedbackList',
    surveyKeyword: 'survey_recordList',
    surveyQuestion: 'survey_list',
    surveyRecord: 'survey_recordList',
    proposalDept: 'proposal_list',
    themeReply: 'theme_list',
    llThemeReply: 'llTheme_list',
    xaxThemeReply: 'xaxTheme_list',
  },
}

/** The right by which things of a kind are told of; null: none is needed. */
export const rightTo = (kind: string): string | null =>
  (Object.hasOwn(rights, kind) ? rights[kind] : `${kind}_list`) as string | null

/** Which rows of a table the reader sees by a right; null: none. */
function seenBy(ctx: Ctx, name: string, right: string | null): readonly Condition[] | null {
  const table = tables.get(name)
  if (!table || (right !== null && !holdsKey(whoOf(ctx).rights, right))) return null
  return right === null ? [] : scopeOf(ctx, table, right)
}

/** A file is its row's, and read by whoever reads that; one that has none yet is its uploader's. */
function attachmentsSeen(ctx: Ctx, ids?: readonly number[]): readonly Condition[] {
  const kinds = [...attachables.values()].map(({ to, seen }) => ({ to, rows: seenBy(ctx, to, seen) }))
  if (kinds.every(({ rows }) => rows?.length === 0)) return []
  const own = allOf([test('rowId', '=', 0), test('createdBy', '=', whoOf(ctx).userId)])
  // of a large table the rows of these files, and not all that are in reach
  const of = ids ? [amongRows('id', 'attachment', 'rowId', oneOf('id', ids))] : []
  const theirs = kinds.flatMap(({ to, rows }) =>
    rows === null ? [] : [allOf([test('to', '=', to), amongRows('rowId', to, 'id', [...rows, ...of])])],
  )
  return [anyOf([own, ...theirs])]
}

/** Kinds whose things are judged by others. */
export const judgedBy: Readonly<Record<string, (ctx: Ctx, ids?: readonly number[]) => readonly Condition[]>> = {
  attachment: attachmentsSeen,
}

/**
 * The conditions for things of a kind that this reader is told of; null: of none.
 * @param ids only these are asked about
 */
export function reachOf(ctx: Ctx, kind: string, ids?: readonly number[]): readonly Condition[] | null {
  const judged = Object.hasOwn(judgedBy, kind) ? judgedBy[kind] : undefined
  if (judged) return judged(ctx, ids)
  return seenBy(ctx, kind, rightTo(kind))
}

/** Whether this reader is told all of all things of a kind: also of those that are gone, of which nobody can tell any more whose they were. */
export const seesAll = (ctx: Ctx, kind: string): boolean => reachOf(ctx, kind)?.length === 0

/** Whether this reader is told what things of a kind were called that are gone. */
export const namesGone = (ctx: Ctx, kind: string): boolean =>
  seesAll(ctx, kind) || (!Object.hasOwn(judgedBy, kind) && reachOf(ctx, kind) !== null)
