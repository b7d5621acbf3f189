import { describe, expect, test } from 'vitest'
import type { Article } from '../../cli/areas/article-rows.ts'
import { asFile, fromFile } from '../../cli/editor.ts'
import { cleanText } from '../../cli/output/clean.ts'
import { cells, fitTo, wrap } from '../../cli/output/width.ts'
import { actionsFor, type KeyLine, keys } from '../../cli/tui/keys.ts'
import { pressesOf } from '../../cli/tui/press.ts'
import { type Dialog, form, type Pressed, pick, pressDialog, question } from '../../cli/tui/state/dialogs.ts'
import { edit, inputOf, insert, textOf, viewOf } from '../../cli/tui/state/input.ts'
import { slim } from '../../cli/tui/state/rows.ts'
import { newRun, pace, run } from '../../cli/tui/state/run.ts'
import { loadReadings } from '../../cli/tui/text/match.ts'

const none = {} as Parameters<typeof pressesOf>[1]

function pressAll(dialog: Dialog, ...presses: readonly string[]): Pressed {
  let at: Pressed = { dialog }
  for (const press of presses) if ('dialog' in at) at = pressDialog(at.dialog, press)
  return at
}

describe('keys', () => {
  test('no press means two things in one place, unless one of them is over', () => {
    const shared = new Set(['esc', 'enter', 'R', 'ctrl+l'])
    for (const place of ['list', 'run'] as const)
      for (const press of Object.values(keys).flatMap((key: KeyLine) => key.press))
        if (!shared.has(press)) expect(actionsFor(press, place).length, `${place} ${press}`).toBeLessThan(2)
  })

  test('every letter that acts has a key beside it that no input method takes', () => {
    for (const [name, { press }] of Object.entries(keys))
      if (press.some((one) => /^[a-z]$/i.test(one)))
        expect(
          press.some((one) => !/^[a-z]$/i.test(one)),
          name,
        ).toBe(true)
  })

  test('keys that come together are taken one by one', () => {
    expect(pressesOf('jjx', none)).toEqual(['j', 'j', 'x'])
    expect(pressesOf('r2\r', none)).toEqual(['r', '2', 'enter'])
    expect(pressesOf('\u0015\u0015', none)).toEqual(['ctrl+u', 'ctrl+u'])
    expect(pressesOf('中文', none)).toEqual(['中', '文'])
    expect(pressesOf('9', { ...none, meta: true })).toEqual(['esc', '9'])
  })
})

describe('cells', () => {
  test.each([
    ['政协会议', 6, '政协… '],
    ['政协会议', 8, '政协会议'],
    ['abc', 5, 'abc  '],
    ['a👨‍👩‍👧b', 4, 'a👨‍👩‍👧b'],
    ['政', 1, '…'],
  ])('%s in %i', (text, width, fitted) => {
    expect(fitTo(text, width)).toBe(fitted)
    expect(cells(fitted)).toBe(width)
  })

  test('no number, word or address is parted that fits in a line', () => {
    expect(wrap('全县实现生产总值1102284万元，增长9.3%', 20)).toEqual(['全县实现生产总值', '1102284万元，增长', '9.3%'])
    expect(wrap('保留在 /tmp/xzx-edit-a/71.html', 24)).toEqual(['保留在 ', '/tmp/xzx-edit-a/71.html'])
    expect(wrap('a'.repeat(25), 10)).toEqual(['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(5)])
    expect(wrap('见/tmp/xzx-edit-a/71.html）', 22)).toEqual(['见', '/tmp/xzx-edit-a/71.html'.slice(0, 22), 'l）'])
  })

  test('no line begins with closing punctuation', () => {
    expect(wrap('召开会议。研究', 8)).toEqual(['召开会', '议。研究'])
  })
})

describe('a line being typed', () => {
  test('goes by characters as people see them', () => {
    const typed = ['left', 'backspace', '会'].reduce(
      (input, press) => edit(input, press) ?? input,
      inputOf('政协👍🏽好'),
    )
    expect(textOf(typed)).toBe('政协会好')
  })

  test('a line that was copied brings its end along: it is no part of a password', () => {
    expect(textOf(insert(inputOf(), 'Test-7431\r\n'))).toBe('Test-7431')
    expect(textOf(insert(inputOf('一'), '二\n三\n\n'))).toBe('一二 三')
  })

  test('shows the part around the cursor', () => {
    expect(viewOf(inputOf('一二三四五六'), 6)).toEqual({ text: '五六', x: 4 })
  })
})

describe('dialogs', () => {
  test('a question is answered no by everything but y', () => {
    expect(pressAll(question('好吗'), 'enter')).toEqual({ answer: null })
    expect(pressAll(question('好吗'), 'y')).toEqual({ answer: { question: 'y' } })
  })

  test('a count must be typed exactly', () => {
    expect(pressAll(question('删除', '128'), '1', '2', '8', 'enter')).toEqual({ answer: { question: '128' } })
    expect(pressAll(question('删除', '128'), '1', 'enter')).toEqual({ answer: null })
  })

  test('Home and End go to the ends of a choice, while nothing is typed that they would move along', () => {
    const queues = pick(
      '队列',
      ['甲', '乙', '丙'].map((label) => ({ value: label, label })),
    )
    expect(pressAll(queues, 'end', 'enter')).toEqual({ answer: { pick: '丙' } })
    expect(pressAll(queues, 'end', 'home', 'enter')).toEqual({ answer: { pick: '甲' } })
    expect(pressAll(queues, '乙', 'end', 'enter')).toEqual({ answer: { pick: '乙' } })
  })

  test('a preset can be changed, and no reason is no answer', () => {
    const reasons = pick('理由', [{ value: '甲', label: '甲' }], true)
    expect(pressAll(reasons, '1', '！', 'enter')).toEqual({ answer: { pick: '甲！' } })
    expect(pressAll(reasons, 'enter')).toHaveProperty('dialog')
    expect(pressAll(reasons, 'esc')).toEqual({ answer: null })
  })

  test('enter goes from field to field', () => {
    const login = form('登录', [
      { name: 'user', label: '用户名' },
      { name: 'word', label: '密码', hidden: true },
    ])
    expect(pressAll(login, 'a', 'enter', 'b', 'enter')).toEqual({ answer: { user: 'a', word: 'b' } })
  })
})

describe('a run', () => {
  test('speed and rest leave pauses out', () => {
    const begun = run(newRun('通过', ['1', '2', '3', '4'], 0), { type: 'chunk', done: ['1', '2'], failed: [] })
    const paused = run(run(begun, { type: 'pause', now: 1000 }), { type: 'pause', now: 9000 })
    expect(pace(paused, 9000)).toEqual({ speed: 2, rest: 1 })
    expect(paused.left).toEqual(['3', '4'])
  })
})

test('an edited file gives title and text back', () => {
  const written = { title: '标题', content: '<p>正文</p>' }
  expect(fromFile(asFile(written))).toEqual(written)
  expect(fromFile(asFile({ title: '标题', content: '一段\n\n二段' })).content).toBe('<p>一段</p>\n<p>二段</p>')
  expect(() => fromFile('只有标题')).toThrow('分隔行')
})

test('a joiner that joins no signs is left out: terminals draw what follows it over what stands before', () => {
  expect(cleanText('宽度\u200d甲，👧\u200d甲')).toBe('宽度甲，👧甲')
  for (const family of ['👨\u200d👩\u200d👧', '👩🏽\u200d🚒', '❤\ufe0f\u200d🔥']) expect(cleanText(family)).toBe(family)
})

test('nothing that the list shows can steer the terminal, also of a copy under review', () => {
  const evil = '甲\u001b[2J\u202e乙'
  const row = {
    articleId: '1',
    title: evil,
    deptName: evil,
    createdByName: null,
    review: { title: evil, submittedByName: evil },
  }
  const clean = '甲[2J乙'
  expect(slim(row as unknown as Article)).toMatchObject({
    title: clean,
    deptName: clean,
    review: { title: clean, submittedByName: clean },
  })
})

test('a choice is taken by its first letters, an exact name before others', async () => {
  await loadReadings()
  const choices = ['提案工作/提案动态', '提案工作', '新闻中心/政协要闻', '政协要闻']
  const field = (value: string) => form('', [{ name: 'column', label: '栏目', choices, value }])
  expect(pressAll(field('ta'), 'enter')).toEqual({ answer: { column: '提案工作/提案动态' } })
  expect(pressAll(field('提案工作'), 'enter')).toEqual({ answer: { column: '提案工作' } })
  expect(pressAll(field('无'), 'enter')).toEqual({ answer: { column: '无' } })
})
