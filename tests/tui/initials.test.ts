import { expect, test } from 'vitest'
import { initialsOf } from '../../cli/tui/text/initials.ts'
import { table } from '../../cli/tui/text/initials-table.ts'
import { madeTable } from '../support/initials.ts'

test('the table of first letters is what the library says; npx tsx scripts/initials.ts makes it anew', () => {
  expect(madeTable() === table).toBe(true)
})

test.each([
  ['政', 'z'],
  ['重', 'zc'],
  ['〇', '〇'],
  ['䶮', 'y'],
  ['A', 'a'],
  ['，', '，'],
])('%s is read %s', (character, letters) => {
  expect([...initialsOf(character)].sort()).toEqual([...letters].sort())
})
