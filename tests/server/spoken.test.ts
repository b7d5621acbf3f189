import { describe, expect, test } from 'vitest'
import { lengthSays, lengthWords } from '../../core/domain/voices.ts'
import { counted } from '../../server/voice/numerals.ts'
import { linesOf, piecesOf } from '../../server/voice/pieces.ts'
import { spoken } from '../../server/voice/spoken.ts'
import { readWav } from '../../server/voice/wav.ts'

describe('a text as it is read aloud', () => {
  test.each([
    ['政协发〔2026〕3号', '政协发，二零二六年，第三号'],
    ['青政协办[2025]12号文件', '青政协办，二零二五年，第十二号文件'],
    ['2026年3月12日上午9:00至11:30', '二零二六年三月十二日上午九点至十一点三十分'],
    ['2026-03-12、2026/3/5、2026.12.31', '二零二六年三月十二日、二零二六年三月五日、二零二六年十二月三十一日'],
    ['2021—2025年', '二零二一到二零二五年'],
    ['14:05:09', '十四点零五分零九秒'],
    ['办理率98.6%，同比提高3.2个百分点', '办理率百分之九十八点六，同比提高三点二个百分点'],
    ['3%-5%', '百分之三到百分之五'],
    ['气温-5℃，增长-3.2%', '气温零下五摄氏度，增长负百分之三点二'],
    [
      '0832-1234567、13912345678、400-800-1234',
      '零八三二 幺二三四五六七、幺三九幺二三四五六七八、四零零 八零零 幺二三四',
    ],
    ['拨打12345热线', '拨打幺二三四五热线'],
    ['1,234,567元、￥1.5万、10005000', '一百二十三万四千五百六十七元、一点五万元、一千万五千'],
    ['110101199001011234', '一一零一零一一九九零零一零一一二三四'],
    ['5km，120㎡，3m²，2个项目，第2个', '五公里，一百二十平方米，三平方米，两个项目，第二个'],
    ['4.5元/吨，3:1', '四点五元每吨，三比一'],
    ['详见 https://www.example.gov.cn/a/1.html?x=1。', '详见，网址见原文。'],
    ['邮箱 a.b@example.com', '邮箱，邮箱见原文，'],
    ['（一）《条例》——“十四五”规划', '一，条例，十四五规划'],
    ['１２３人', '一百二十三人'],
    ['<break time="5s"/>[[h@lU]]{{x}}', 'break time等于五s，h lU，x，'],
    ['★★★……', ''],
  ])('%s', (written, said) => {
    expect(spoken(written)).toBe(said)
  })

  test('what is not seen is not said', () => {
    expect(spoken('一\u0000二\u200b三\u202e\u001b[31m')).toBe('一 二三，三十一米')
  })

  test('numbers are counted as they are said', () => {
    const said = {
      0: '零',
      10: '十',
      12: '十二',
      20: '二十',
      101: '一百零一',
      1020: '一千零二十',
      10500: '一万零五百',
      110000: '十一万',
    }
    for (const [number, words] of Object.entries(said)) expect(counted(number)).toBe(words)
    expect(['100000005', '10000000000000000', '007'].map(counted)).toEqual([
      '一亿零五',
      '一零零零零零零零零零零零零零零零零',
      '零零七',
    ])
  })

  test('paragraphs, headings and the rows of a table are read one after the other, a large table is left to the eye', () => {
    const cell = (text: string) => `<td>${text}</td>`
    const row = `<tr>${cell('张三')}${cell('主席')}</tr>`
    const html = `<style>p{}</style><h2>一、时间</h2><p>上<b>午</b>九点<br>开会</p><table>${row}</table><p>完</p>`
    expect(linesOf(html)).toEqual([
      { text: '一、时间', heading: true },
      { text: '上午九点', heading: false },
      { text: '开会', heading: false },
      { text: '张三，主席', heading: false },
      { text: '完', heading: false },
    ])
    expect(linesOf(`<p>前</p><table>${row.repeat(61)}</table><p>后</p>`).map(({ text }) => text)).toEqual([
      '前',
      '此处有表格，请看原文。',
      '后',
    ])
  })

  test('the numbers of a list are read, which a browser counts by itself', () => {
    const html = '<ol start="3"><li>甲<ul><li>乙</li></ul></li><li><p>丙</p></li></ol><li>丁</li>'
    expect(linesOf(html).map(({ text }) => text)).toEqual(['3、甲', '乙', '4、', '丙', '丁'])
    const said = piecesOf({ title: '题', subtitle: null, html: '<ol><li>甲</li></ol>' })
    expect(said.map(({ text }) => text)).toEqual(['题', '一、甲'])
  })

  test('a text comes in breaths, and never in one that is long', () => {
    const pieces = piecesOf({
      title: '标题',
      subtitle: '副题',
      html: `<p>${'很长的一句话没有停顿'.repeat(100)}</p><p>${'一句，'.repeat(200)}</p>`,
    })
    expect(pieces.slice(0, 2).map(({ text }) => text)).toEqual(['标题', '副题'])
    expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThanOrEqual(120)
    expect(pieces.reduce((sum, { text }) => sum + text.length, 0)).toBe(4 + 1000 + 600)
  })

  test('a text made to be slow is not', () => {
    for (const part of ['1.', '1,', '1:', 'a@', '1-', '<td>', '<table>', '（2026）', '￥1.'])
      expect(() => piecesOf({ title: '甲', subtitle: null, html: `<p>甲${part.repeat(20_000)}</p>` })).not.toThrow(
        RangeError,
      )
  }, 5000)

  test('a length is said in words and figures', () => {
    expect([0.2, 59.6, 60, 725].map(lengthSays)).toEqual(['1 秒', '1 分钟', '1 分钟', '12 分 5 秒'])
    expect([5, 725, 3725].map(lengthWords)).toEqual(['0:05', '12:05', '1:02:05'])
  })
})

describe('what a program answers', () => {
  const wav = (
    channels: number,
    samples: readonly number[],
    { rate = 16_000, bits = 16, size = 2 * samples.length } = {},
  ) => {
    const head = Buffer.alloc(52)
    head.write('RIFF')
    head.write('WAVEjunk', 8)
    head.writeUInt32LE(0, 16)
    head.write('fmt ', 20)
    return Buffer.concat([head.subarray(0, 20), formOf(channels, rate, bits), dataOf(samples, size)])
  }
  const formOf = (channels: number, rate: number, bits: number) => {
    const form = Buffer.alloc(24)
    form.write('fmt ')
    form.writeUInt32LE(16, 4)
    form.writeUInt16LE(1, 8)
    form.writeUInt16LE(channels, 10)
    form.writeUInt32LE(rate, 12)
    form.writeUInt16LE(bits, 22)
    return form
  }
  const dataOf = (samples: readonly number[], size: number) => {
    const data = Buffer.alloc(8 + 2 * samples.length)
    data.write('data')
    data.writeUInt32LE(size, 4)
    for (const [i, sample] of samples.entries()) data.writeInt16LE(sample, 8 + 2 * i)
    return data
  }

  test('is a WAV of one or two channels, also where its length was not known', () => {
    expect(readWav(wav(1, [1, -2, 3]))).toEqual({ rate: 16_000, samples: Int16Array.of(1, -2, 3) })
    expect(readWav(wav(2, [2, 4, -6, -8])).samples).toEqual(Int16Array.of(3, -7))
    expect(readWav(wav(1, [5, 6], { size: 0xffff_ffff })).samples).toEqual(Int16Array.of(5, 6))
  })

  test('and else is told', () => {
    expect(() => readWav(Buffer.from('no sound'))).toThrow('不是 WAV')
    expect(() => readWav(wav(1, [1], { bits: 24 }))).toThrow('24 位')
    expect(() => readWav(wav(1, [1], { rate: 12_345 }))).toThrow('12345 Hz')
    expect(() => readWav(wav(1, []).subarray(0, 44))).toThrow('没有声音')
  })
})
