import { describe, expect, test } from 'vitest'
import type { Item } from '../../cli/tui/kinds/kind.ts'
import {
  chosenRows,
  currentRow,
  emptyList,
  idOf,
  type ListEvent,
  type ListState,
  list,
} from '../../cli/tui/state/list.ts'
import { loadReadings, matches } from '../../cli/tui/text/match.ts'

const row = (id: number, title = `标题 ${id}`) => ({ id: String(id), title, status: 1 })
const rows = (n: number, from = 1) => Array.from({ length: n }, (_, i) => row(from + i))
const moved = (s: ListState, ...events: ListEvent[]) => events.reduce(list, s)
const of = (n: number) => moved({ ...emptyList, height: 10 }, { type: 'replace', rows: rows(n), total: n, whole: true })
const ids = (s: ListState) => chosenRows(s).map(idOf)

describe('cursor and window', () => {
  test('the cursor stays inside and the window follows it', () => {
    const down = moved(of(30), { type: 'move', by: 12 })
    expect(down).toMatchObject({ cursor: 12, top: 3 })
    expect(moved(down, { type: 'move', by: -5 })).toMatchObject({ cursor: 7, top: 3 })
    expect(moved(down, { type: 'to', index: 1e9 })).toMatchObject({ cursor: 29, top: 20 })
    expect(moved(down, { type: 'move', by: -99 })).toMatchObject({ cursor: 0, top: 0 })
  })

  test('a smaller window keeps the cursor in sight', () => {
    const s = moved(of(30), { type: 'to', index: 9 }, { type: 'height', height: 4 })
    expect(s).toMatchObject({ cursor: 9, top: 6, height: 4 })
  })

  test('a reload stays on the row, though rows before it have gone', () => {
    const s = moved(of(30), { type: 'to', index: 15 }, { type: 'replace', rows: rows(25, 6), total: 25, whole: true })
    expect(idOf(currentRow(s) as Item)).toBe('16')
    expect(s.cursor).toBe(10)
  })

  test('rows that leave take their marks with them; the cursor keeps its row or its place', () => {
    const s = moved(of(10), { type: 'to', index: 4 }, { type: 'mark' }, { type: 'remove', ids: ['2', '5'] })
    expect(idOf(currentRow(s) as Item)).toBe('6')
    expect(s.marks.size).toBe(0)
    expect(s.total).toBe(8)
  })

  test('a page that overlaps the last adds only what is new', () => {
    const s = moved(of(10), { type: 'append', rows: rows(10, 6), total: 15, whole: true })
    expect(s.rows.map(idOf)).toEqual(rows(15).map(idOf))
  })
})

describe('pages', () => {
  test('a further page costs what it brings, not what is there: 100,000 rows come in without a copy', () => {
    const first = { ...of(200), total: 100_000, whole: false }
    const s = moved(moved(first, { type: 'markAll' }), {
      type: 'append',
      rows: rows(200, 201),
      total: 100_000,
      whole: false,
    })
    const next = list(s, { type: 'append', rows: rows(200, 401), total: 100_000, whole: false })
    expect(next.rows).toBe(s.rows)
    expect(next.marks).toBe(s.marks)
    expect([next.shown.length, next.marks.size]).toEqual([600, 600])
  })

  test('an empty list that grows leaves the next empty list empty', () => {
    const s = list(emptyList, { type: 'append', rows: rows(3), total: 3, whole: true })
    expect(s.shown).toHaveLength(3)
    expect([emptyList.rows.length, emptyList.shown.length]).toEqual([0, 0])
  })

  test('under a filter a page adds what passes', () => {
    const s = moved(
      of(12),
      { type: 'word', word: '标题 1' },
      { type: 'append', rows: rows(8, 13), total: 20, whole: true },
    )
    expect(s.shown.map(idOf)).toEqual(['1', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19'])
    expect(s.rows).toHaveLength(20)
  })

  test('rows with another state take the places of the old ones', () => {
    const s = list(of(5), {
      type: 'patch',
      rows: [
        { ...row(2), status: 0 },
        { ...row(4), status: 0 },
      ],
    })
    expect(s.shown.map(({ status }) => status)).toEqual([1, 0, 1, 0, 1])
  })
})

describe('marks', () => {
  test('without marks the current row is meant', () => {
    expect(ids(moved(of(5), { type: 'move', by: 2 }))).toEqual(['3'])
  })

  test('space marks and takes back', () => {
    const s = moved(of(5), { type: 'mark' }, { type: 'move', by: 2 }, { type: 'mark' })
    expect(ids(s)).toEqual(['1', '3'])
    expect(ids(moved(s, { type: 'mark' }))).toEqual(['1'])
  })

  test('a range goes both ways', () => {
    const up = moved(of(9), { type: 'to', index: 5 }, { type: 'range' }, { type: 'move', by: -2 }, { type: 'range' })
    expect(ids(up)).toEqual(['4', '5', '6'])
    expect(up.anchor).toBeNull()
  })

  test('all that match goes on with the pages that are read later', () => {
    const first = { ...of(5), total: 8, whole: false }
    const s = moved(first, { type: 'markAll' }, { type: 'append', rows: rows(3, 6), total: 8, whole: true })
    expect(s.marks.size).toBe(8)
    expect(moved(s, { type: 'unmark' }).marks.size).toBe(0)
  })

  test('under a filter only matching rows are marked', () => {
    const s = moved(of(12), { type: 'word', word: '标题 1' }, { type: 'markAll' })
    expect(ids(s)).toEqual(['1', '10', '11', '12'])
  })
})

describe('filter', () => {
  test('narrows, goes on narrowing, and gives all back', async () => {
    const s = moved(of(120), { type: 'word', word: '1' }, { type: 'word', word: '11' })
    expect(s.shown.map(idOf)).toEqual(['11', '110', '111', '112', '113', '114', '115', '116', '117', '118', '119'])
    expect(moved(s, { type: 'word', word: '' }).shown).toHaveLength(120)
  })

  test('next and previous go round', () => {
    const seek = (by: 1 | -1): ListEvent => ({ type: 'seek', word: '3', by })
    const s = moved(of(20), seek(1))
    expect(s.cursor).toBe(2)
    expect(moved(s, seek(1)).cursor).toBe(12)
    expect(moved(s, seek(-1)).cursor).toBe(12)
  })

  test('finds by first letters, also of characters with several readings', async () => {
    await loadReadings()
    expect(matches('县政协召开常委会会议', 'zxzk')).toBe(true)
    expect(matches('关于“委员走基层”的通知', 'wyzjc')).toBe(true)
    expect(matches('重庆市政协', 'cqs')).toBe(true)
    expect(matches('县政协召开常委会会议', 'xzb')).toBe(false)
    expect(matches('县政协召开常委会会议', '常委')).toBe(true)
  })
})
