import { describe, expect, it } from 'vitest'
import { dayChanges, readYear, yearFault } from '../../core/domain/workday-read.ts'
import { shippedYears } from '../../core/domain/workday-shipped.ts'

/** What the notices say, as their pages have it; that of 2025 has its title in two lines, and other years in its reasons. */
const notices: Readonly<Record<number, string>> = {
  2024: `国务院办公厅关于2024年部分节假日安排的通知
国办发明电〔2023〕7号
　　经国务院批准，现将2024年元旦、春节、清明节、劳动节、端午节、中秋节和国庆节放假调休日期的具体安排通知如下。
　　一、元旦：1月1日放假，与周末连休。
　　二、春节：2月10日至17日放假调休，共8天。2月4日（星期日）、2月18日（星期日）上班。鼓励各单位结合带薪年休假等制度落实，安排职工在除夕（2月9日）休息。
　　三、清明节：4月4日至6日放假调休，共3天。4月7日（星期日）上班。
　　四、劳动节：5月1日至5日放假调休，共5天。4月28日（星期日）、5月11日（星期六）上班。
　　五、端午节：6月10日放假，与周末连休。
　　六、中秋节：9月15日至17日放假调休，共3天。9月14日（星期六）上班。
　　七、国庆节：10月1日至7日放假调休，共7天。9月29日（星期日）、10月12日（星期六）上班。`,
  2025: `国务院办公厅关于2025年
部分节假日安排的通知
国办发明电〔2024〕12号
　　根据2024年11月修订的《全国年节及纪念日放假办法》，自2025年1月1日起，春节自农历除夕起放假调休8天，国庆节自10月1日起放假调休7天。
　　一、元旦：1月1日（周三）放假1天，不调休。
　　二、春节：1月28日（农历除夕、周二）至2月4日（农历正月初七、周二）放假调休，共8天。1月26日（周日）、2月8日（周六）上班。
　　三、清明节：4月4日（周五）至6日（周日）放假，共3天。
　　四、劳动节：5月1日（周四）至5日（周一）放假调休，共5天。4月27日（周日）上班。
　　五、端午节：5月31日（周六）至6月2日（周一）放假，共3天。
　　六、国庆节、中秋节：10月1日（周三）至8日（周三）放假调休，共8天。9月28日（周日）、10月11日（周六）上班。`,
  2026: `国务院办公厅关于2026年部分节假日安排的通知
国办发明电〔2025〕7号
　　一、元旦：1月1日（周四）至3日（周六）放假调休，共3天。1月4日（周日）上班。
　　二、春节：2月15日（农历腊月二十八、周日）至23日（农历正月初七、周一）放假调休，共9天。2月14日（周六）、2月28日（周六）上班。
　　三、清明节：4月4日（周六）至6日（周一）放假，共3天。
　　四、劳动节：5月1日（周五）至5日（周二）放假调休，共5天。5月9日（周六）上班。
　　五、端午节：6月19日（周五）至21日（周日）放假，共3天。
　　六、中秋节：9月25日（周五）至27日（周日）放假，共3天。
　　七、国庆节：10月1日（周四）至7日（周三）放假调休，共7天。9月20日（周日）、10月10日（周六）上班。`,
}

describe('a year that is read', () => {
  it.each(shippedYears)('is what ships for $year, from the text of its notice', ({ year, days, source }) => {
    const read = readYear(notices[year] as string)
    expect(read).toMatchObject({ year, source })
    expect(dayChanges(days, read.days)).toEqual([])
    expect(yearFault(read.year, read.days)).toBeNull()
  })

  it('may begin in December, name single days, and give advice that sets nothing', () => {
    const { year, days } = readYear(`关于2023年部分节假日安排的通知
一、元旦：2022年12月31日至2023年1月2日放假调休，共3天。
二、清明节：4月5日放假，共1天。
三、春节：1月21日至27日放假调休，共7天。1月28日(星期六)、1月29日(星期日)上班。鼓励各单位安排职工在除夕（1月20日）休息。`)
    expect(year).toBe(2023)
    expect(days.slice(0, 3).map(({ date }) => date)).toEqual(['2022-12-31', '2023-01-01', '2023-01-02'])
    expect(days.filter(({ works }) => works).map(({ date }) => date)).toEqual(['2023-01-28', '2023-01-29'])
    expect(days).toHaveLength(13)
  })

  it('is held against the weekdays and numbers that the notice names', () => {
    const of = (line: string) => () => readYear(`关于2026年部分节假日安排的通知\n${line}`)
    expect(of('一、元旦：1月1日（周五）至3日放假，共3天。')).toThrow('2026-01-01 是星期四，文中写的是星期五')
    expect(of('一、元旦：1月1日至3日放假，共4天。')).toThrow('文中写共 4 天，读出的是 3 天')
    expect(of('一、元旦：2月30日放假。')).toThrow('不是日期')
    expect(of('一、元旦：1月3日至1日放假。')).toThrow('起止日期不对')
    expect(of('元旦1月1日放假。')).toThrow('没有读出节假日')
    expect(() => readYear('一、元旦：1月1日放假。')).toThrow('哪一年')
  })

  it('may be JSON or lines of date, kind and name', () => {
    const json = {
      year: 2027,
      papers: ['https://example.cn/a'],
      days: [{ name: '元旦', date: '2027-01-01', isOffDay: true }],
    }
    const days = [{ date: '2027-01-01', works: false, name: '元旦' }]
    expect(readYear(JSON.stringify(json))).toEqual({
      year: 2027,
      days,
      source: null,
      sourceUrl: 'https://example.cn/a',
    })
    const lines = '\ufeff日期,类型,名称\n2027/1/1,休,元旦\n2027-02-06,班,春节\n'
    expect(readYear(lines).days).toEqual([...days, { date: '2027-02-06', works: true, name: '春节' }])
    for (const [text, says] of [
      ['', '文件是空的'],
      ['{', '不是有效的 JSON'],
      ['{}', '没有 days'],
      ['{"days":[{"date":"2027-13-01"}]}', '第 1 项没有日期'],
      ['{"days":[{"date":"2027-01-01"}]}', '没有写明休息还是上班'],
      ['2027-01-01,别的,元旦', '第二列应为「休」或「班」'],
      ['2027-01-01,休,元旦\n元旦', '第 2 行开头不是日期'],
      ['2027-02-30,休,春节\n2027-02-07,休,春节', '第 1 行开头不是日期：2027-02-30'],
      ['2027-1-l,休,元旦\n2027-02-07,休,春节', '第 1 行开头不是日期：2027-1-l'],
      ['2027-1-l,节,元旦\n2027-02-07,休,春节', '第 1 行开头不是日期：2027-1-l'],
      ['元旦,休,元旦\n2027-02-07,休,春节', '第 1 行开头不是日期：元旦'],
    ] as const)
      expect(() => readYear(text), text).toThrow(says)
  })

  it('is refused where a day is twice there, elsewhere, worked anyway, or without a name', () => {
    const fault = (...days: [date: string, works: boolean, name?: string][]) =>
      yearFault(
        2027,
        days.map(([date, works, name = '元旦']) => ({ date, works, name })),
      )
    expect(fault(['2027-01-01', false])).toBeNull()
    expect(fault(['2026-12-31', false])).toBeNull()
    expect(fault(['2027-01-01', false], ['2027-01-01', true])).toContain('出现了两次')
    expect(fault(['2026-06-01', false])).toContain('不属于 2027 年')
    expect(fault(['2027-01-04', true])).toContain('本来就上班')
    expect(fault(['2027-01-01', false, ' '])).toContain('缺少节日名称')
    expect(fault(['2027-02-30', false])).toContain('不是日期')
    expect(yearFault(1900, [])).toContain('年份应为')
    expect(yearFault(2027, [])).toContain('没有')
  })
})
