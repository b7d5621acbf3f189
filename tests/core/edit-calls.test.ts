import { expect, test } from 'vitest'
import { requiredFields, shapeOf } from '../../core/client/prepare.ts'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'

/** Which row is meant, and of a restoration which step. */
const names = new Set(['id', 'articleId', 'categoryId', 'revisionId', 'fileName', 'revision'])

/** What a call needs beside the row, and who always sends it. */
const always: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'advice.resultReply': {
    resultTitle: 'the form sends both parts of an answer (web/screens/advice/AdviceScreen.tsx)',
    resultContent: 'as above',
  },
  'advice.forward': { deptId: 'it names who gets it' },
  'apply.clarify': { content: 'a dialog of its own asks for it (web/screens/apply/forms.ts)' },
  'apply.supplement': { content: 'as above' },
  'apply.extend': { days: 'as above', reason: 'as above' },
  'apply.thirdParty': { name: 'as above' },
  'apply.thirdReply': { opinion: 'as above' },
  'apply.deliver': { way: 'as above' },
  'assignment.replyReturn': { reason: 'a dialog of its own asks for it' },
  'bulletin.addOrUpdateBulletin': {
    title: 'forms and commands change by bulletin.edit',
    year: 'as above',
    number: 'as above',
  },
  'column.save': { columnType: 'it only adds: changes go by column.edit', categoryTitle: 'as above' },
  'column.roleSave': {
    roleId: 'it names the role',
    columnIds: 'what is marked is sent whole (web/screens/role/ColumnMarks.tsx)',
  },
  'mail.extend': { days: 'a dialog of its own asks for both', reason: 'as above' },
  'mail.merge': { into: 'it names the letter that stays' },
  'mail.supplement': { content: 'a dialog of its own asks for it' },
  'mail.tellMerged': { reply: 'it is what is said to whoever wrote' },
  'mailCount.update': { reason: 'its dialog asks for it anew each time' },
  'plateRole.save': {
    roleId: 'it names the role',
    plateIds: 'what is marked is sent whole (web/screens/role/PlateMarks.tsx)',
  },
  'periodical.saveOrUpdate': { title: 'forms and commands change by periodical.edit', publishedOn: 'as above' },
  'resource.roleSave': {
    roleId: 'it names the role',
    resourceIds: 'what is marked is sent whole (web/screens/role/KeyMarks.tsx)',
  },
  'mail.settleComplaint': { result: 'it is what is said of the complaint' },
  'suggestion.forward': { deptId: 'it names who gets it' },
  'survey.add': { title: 'forms and commands change by survey.edit' },
  'template.rename': { newName: 'a dialog of its own asks for it' },
  'template.writeFileContent': { content: 'a file is its text' },
  'special.saveOrUpdate': { title: 'forms and commands change by special.edit' },
  ...Object.fromEntries(
    ['theme', 'llTheme', 'xaxTheme'].flatMap((area) => [
      [`${area}.replySave`, { content: 'a reply is its text' }],
      [`${area}.replyAudit`, { state: 'it is the judgement' }],
    ]),
  ),
  'proposal.merge': { into: 'it names the proposal that stays' },
  'proposal.extend': { months: 'a dialog of its own asks for both', reason: 'as above' },
  'proposal.rate': { rating: 'it is the judgement' },
  'report.adopt': { columnId: 'a dialog of its own asks where it goes (web/screens/report/Acting.tsx)' },
  'report.score': { extra: 'as above' },
  'themeCount.edit': { reason: 'its dialog asks for it anew each time' },
  'user.roles': { roleIds: 'what is marked is sent whole (web/screens/user/RolesDialog.tsx)' },
  'workday.save': { year: 'it names the year', days: 'a year is sent whole (web/screens/workday/YearEditor.tsx)' },
  'workday.importYear': { text: 'it is what is imported' },
  'workday.reset': { year: 'it names the year' },
}

const contract = await wholeContract()
const edits = [...eachEndpoint(contract)]
  .map(([area, call, e]) => ({ name: `${area}.${call}`, e: e as Endpoint }))
  .filter(({ e }) => e.effect === 'write' && e.send !== 'list' && Object.hasOwn(shapeOf(e), 'version'))

// a form sends what was changed and no more: what is not sent stays as it is
test.for(edits)('$name takes any one of its fields without the others', ({ name, e }) => {
  const needed = requiredFields(e).filter((field) => !names.has(field))
  expect(needed).toEqual(Object.keys(always[name] ?? {}))
})

test('the table names no call that is gone', () => {
  expect(Object.keys(always).filter((name) => !edits.some((one) => one.name === name))).toEqual([])
})
