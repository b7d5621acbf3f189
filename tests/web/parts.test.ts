import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ColumnNode } from '../../core/contract/column.ts'
import { imageBytesMax } from '../../core/contract/file.ts'
import { hot } from '../../core/contract/hot.ts'
import { choice, count, filter, idOf, int, text, time } from '../../core/contract/shared.ts'
import { roleEnabled } from '../../core/domain/enums.ts'
import { imagesOf, joinImages } from '../../core/domain/images.ts'
import { columnsFrom } from '../../core/sheet/columns.ts'
import { diff, stepsFor } from '../../core/text-diff.ts'
import { picturesIn } from '../../web/parts/editor/pictures.ts'
import { ago } from '../../web/parts/list/cells.tsx'
import { filtersOf } from '../../web/parts/list/filtersOf.ts'
import { sheetWith } from '../../web/parts/list/sheet.ts'
import { settled } from '../../web/parts/TwoPane.tsx'
import { orderWith } from '../../web/parts/tree/nodes.ts'
import { refusal, type Takes } from '../../web/parts/upload/check.ts'
import { titleOf } from '../../web/parts/upload/files.ts'
import { kind } from '../../web/screens/column/calls.ts'
import { changesIn, meaningsOf } from '../../web/screens/log/readable.ts'
import { screenAt, screens } from '../../web/screens/screens.ts'

describe('parts of the console', () => {
  test('a comparison marks what came and went, down to the character', () => {
    expect(diff('会议今天召开。\n地点：三楼', '会议明天召开。\n地点：三楼')).toEqual([
      { kind: 'same', text: '会议' },
      { kind: 'removed', text: '今' },
      { kind: 'added', text: '明' },
      { kind: 'same', text: '天召开。\n地点：三楼' },
    ])
    expect(diff('', '新')).toEqual([{ kind: 'added', text: '新' }])
    expect(diff('同', '同')).toEqual([{ kind: 'same', text: '同' }])
  })

  test.each([
    ['2026-11-12 08:44:00', '2099-01-01 00:00:00'],
    ['/uploads/20261123-d6047c20-1280.png', '/uploads/20261124-a1b2-960.png'],
    ['12', '120'],
  ])('%s and %s are one thing each: told whole', (a, b) =>
    expect(diff(a, b)).toEqual([
      { kind: 'removed', text: a },
      { kind: 'added', text: b },
    ]),
  )

  test('a very long replaced passage takes no longer than it should', () => {
    const [a, b] = ['甲'.repeat(50_000), '乙'.repeat(50_000)]
    expect(diff(a, b).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })

  test('many comparisons on one screen cost no more than a few', () => {
    const cost = (n: number) => n * stepsFor(n) ** 2
    for (const n of [1, 100, 10_000, 1_000_000]) expect(cost(n)).toBeLessThanOrEqual(4_000_000)
    const [a, b] = ['会议甲乙丙', '会议丁戊己']
    expect(diff(a, b, 2).map(({ kind }) => kind)).toEqual(['removed', 'added'])
    expect(diff(a, b).map(({ kind }) => kind)).toEqual(['same', 'removed', 'added'])
  })

  test('the divider springs back below 150', () => {
    expect([149, 150, 400.4].map(settled)).toEqual([360, 150, 400])
  })

  test.each([
    ['2026-11-21 09:04:30', '刚刚'],
    ['2026-11-21 09:02:00', '3 分钟前'],
    ['2026-11-21 06:05:00', '3 小时前'],
    ['2026-11-01 09:05:00', '20 天前'],
    ['2026-09-01 09:05:00', '2026-09-01'],
  ])('%s is %s', (time, says) => expect(ago(time, Date.parse('2026-11-21T01:05:00Z'))).toBe(says))

  test('addresses find their screen; the fixed ones before those with an id', () => {
    expect(screenAt('/main/article/essay/add')?.title).toBe('新增文章')
    expect(screenAt('/main/article/essay/12')?.path).toBe('article/essay/:id')
    expect(screenAt('/main/article/nothing')).toBeUndefined()
    expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
    for (const { under } of screens) if (under) expect(screens.some(({ path }) => path === under)).toBe(true)
  })

  const format = '上传图片只能是 JPG/GIF/PNG 格式！'
  test.each<[string, string, number, Takes, string | null]>([
    ['a.png', 'image/png', imageBytesMax, 'image', null],
    ['a.png', 'image/png', imageBytesMax + 1, 'image', '上传图片大小不能超过 10 MB！'],
    ['a.JPEG', '', 1, 'both', null],
    ['a.webp', 'image/webp', 1, 'both', format],
    ['a.svg', 'image/svg+xml', 1, 'image', format],
    ['a.mp4', 'video/mp4', 1, 'image', format],
    ['a.mp4', 'video/mp4', imageBytesMax + 1, 'both', null],
    ['a.avi', 'video/x-msvideo', 1, 'both', '视频只能是 MP4 或 WebM 格式'],
    ['a.png', 'image/png', 1, 'video', '请选择图片/视频文件'],
    ['a.docx', '', 1, 'both', '请选择图片/视频文件'],
  ])('%s (%s, %i bytes) where %s is taken: %s', (name, type, size, takes, says) =>
    expect(refusal({ name, type, size } as File, takes)).toBe(says),
  )

  test('several addresses in one text; a comma within one is part of it', () => {
    expect(imagesOf('/a.png,/b.png, https://c/d.png')).toEqual(['/a.png', '/b.png', 'https://c/d.png'])
    expect(imagesOf('https://c/a,b.png')).toEqual(['https://c/a,b.png'])
    expect(imagesOf(null)).toEqual([])
    expect(joinImages(['/a.png', '', '/b.png'])).toBe('/a.png,/b.png')
  })

  test('only a name that a person gave says what a picture shows', () => {
    expect(['会议现场.jpg', 'IMG_0042.jpg', '微信图片_20261121.png'].map(titleOf)).toEqual(['会议现场', '', ''])
  })

  test('pictures are found in RTF, and only those that can be shown', async () => {
    const hex = '89504e470d0a1a0a'.repeat(8)
    const rtf = `{\\rtf1 {\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn a}}}\\picw640\\pngblip\\bliptag-1{\\*\\blipuid 00ff}\n${hex}}}{\\nonshppict{\\pict\\wmetafile8 ${hex}}}}`
    const [one, ...others] = picturesIn(rtf)
    expect(others).toEqual([])
    expect([one?.type, one?.size]).toEqual(['image/png', 64])
  })

  test('a row of the log reads in Chinese: fields, values, and what is within them', async () => {
    const said = (changes: ReturnType<typeof changesIn>) => changes.map((c) => [c.title, c.before, c.after])
    const ofColumns = await meaningsOf('column.arrange')
    expect(
      said(changesIn({ '3 要闻': { categorySort: 1 } }, { '3 要闻': { categorySort: 2, columnType: 3 } }, ofColumns)),
    ).toEqual([['3 要闻', '排序：1', '排序：2，栏目类型：链接栏目']])
    const ofArticles = await meaningsOf('article.accept')
    expect(
      said(changesIn([{ articleId: '7', status: 1 }], [{ articleId: '7', status: 0, forced: true }], ofArticles)),
    ).toEqual([['内容', '文章：7，状态：待审核', '文章：7，状态：待发布，由提交人本人审核：是']])
    expect(said(changesIn(null, { scope: '全站', failedCount: 0 }, await meaningsOf('generate.all')))).toEqual([
      ['范围', '', '全站'],
      ['失败数', '', '0'],
    ])
    expect(changesIn(null, null, await meaningsOf('nothing.here'))).toEqual([])
  })

  describe('putting columns in order', () => {
    const node = (columnId: string, categorySort: number, children: ColumnNode[] = [], parent = '0') =>
      ({ columnId, categorySort, children, categoryCategoryId: parent, version: 1 }) as ColumnNode
    const [a, b, d] = [node('a', 1), node('b', 2), node('d', 1, [], 'c')]
    const c = node('c', 3, [d])
    const columns = [a, b, c]
    test('names the whole order of the parent', () => {
      expect(orderWith(kind, columns, c, { parentId: '0', index: 0 })).toEqual(['c', 'a', 'b'])
      expect(orderWith(kind, columns, b, { parentId: '0', index: 2 })).toEqual(['a', 'c', 'b'])
    })
    test('says nothing where nothing moves', () =>
      expect(orderWith(kind, columns, a, { parentId: '0', index: 0 })).toBeNull())
    test('moves under another parent and back to the top', () => {
      expect(orderWith(kind, columns, a, { parentId: 'c', index: 1 })).toEqual(['d', 'a'])
      expect(orderWith(kind, columns, d, { parentId: '0', index: 3 })).toEqual(['a', 'b', 'c', 'd'])
    })
  })
})

test('filters are made of what a list call takes: words, rows of other areas, spans, numbers with their unit, texts', () => {
  const input = z.object({
    title: filter(text('标题', 30)),
    state: filter(choice('状态', roleEnabled)),
    deptId: filter(idOf('dept')),
    startTime: filter(time('发布时间起')),
    endTime: filter(time('发布时间止', 'end')),
    days: filter(int('剩余', 0, 90, '天')),
  })
  const e = { ...hot.list, input }
  expect(filtersOf(e, ['title', 'state', 'deptId', 'startTime', 'days'])).toEqual([
    { kind: 'text', field: 'title', label: '标题', wrong: expect.any(Function) },
    { kind: 'choice', field: 'state', label: '状态', words: roleEnabled },
    { kind: 'reference', field: 'deptId', label: '部门', of: 'dept' },
    { kind: 'dates', field: 'startTime', end: 'endTime', label: '发布时间' },
    { kind: 'number', field: 'days', label: '剩余', minimum: 0, maximum: 90, unit: '天' },
  ])
  expect(columnsFrom(z.object({ size: count('大小', '字节'), name: z.string() }), ['size', 'name'])).toMatchObject([
    { title: '大小（字节）' },
    { title: 'name' },
  ])
})

test('an exported list has headings that stay and filter, times and numbers as such, and no broken text', async () => {
  const { default: ExcelJS } = await import('exceljs')
  const columns = [
    { field: 'title', title: '标题', kind: 'text', width: 50 },
    { field: 'hits', title: '点击', kind: 'number', width: 10 },
    { field: 'publishTime', title: '发布时间', kind: 'time', width: 20 },
  ] as const
  const day = new Date('2026-05-01T08:30:00Z')
  const sheet = sheetWith('文章导出', columns, [
    ["'=1+1", 12_345, day],
    ['甲<乙&\u0001丙', '不详', '长期'],
  ])
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(await sheet.arrayBuffer())
  const [read] = book.worksheets
  expect(read?.name).toBe('文章导出')
  expect(read?.getSheetValues().slice(1)).toEqual([
    [undefined, '标题', '点击', '发布时间'],
    [undefined, "'=1+1", 12_345, day],
    [undefined, '甲<乙&丙', '不详', '长期'],
  ])
  expect(read?.getCell('C2').numFmt).toBe('yyyy-mm-dd hh:mm:ss')
  expect(read?.autoFilter).toBe('A1:C1')
  expect(read?.views).toMatchObject([{ state: 'frozen', ySplit: 1 }])
  expect(columns.map((_, i) => read?.getColumn(i + 1).width)).toEqual(columns.map(({ width }) => width))
})
