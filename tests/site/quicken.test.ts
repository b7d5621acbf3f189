import { Liquid, type LiquidOptions } from 'liquidjs'
import { describe, expect, test } from 'vitest'
import { quicken } from '../../server/site/quicken.ts'

const options: LiquidOptions = {
  ownPropertyOnly: true,
  outputEscape: 'escape',
  strictFilters: true,
  memoryLimit: 10_000,
}
const scope = {
  a: {
    b: { c: '<i>"深"</i>', 'x-y': 1 },
    list: ['甲', '<乙>', 3],
    empty: '',
    zero: 0,
    no: false,
    nothing: null,
    inherited: Object.create({ p: 1 }),
  },
  text: '& < > " \'',
  number: 1.5,
}
const templates = [
  '{{ a.b.c }}|{{ a.b.c | raw }}|{{ text }}|{{ number }}|{{ a.zero }}|{{ a.no }}|{{ a.nothing }}|{{ nothing.at.all }}',
  '{{ a.list }}|{{ a.list.size }}|{{ a.list.first }}|{{ a.list.last }}|{{ a.list[1] }}|{{ a["list"][0] }}|{{ text.size }}',
  '{{ a.constructor }}|{{ a.b.__proto__ }}|{{ a.inherited.p }}|{{ a.toString }}|{{ text.length }}',
  '{% if a.empty %}1{% else %}2{% endif %}{% if a.no %}3{% elsif a.zero %}4{% endif %}{% if a.b.c == text %}5{% else %}6{% endif %}',
  '{% for one in a.list %}{{ one }}{{ forloop.index }}{% if forloop.last %}。{% endif %}{% else %}空{% endfor %}',
  '{% assign a = text %}{{ a }}{% capture d %}{{ a }}!{% endcapture %}{{ d }}{{ d | raw }}',
  '{{ text | upcase }}|{{ text | escape }}|{{ text | raw | upcase }}|{{ a.nothing | default: text }}',
  '  {{- a.b.c -}}  x\n{% unless a.no %}{{ number }}{% endunless %}{% case number %}{% when 1.5 %}是{% endcase %}',
]

describe('quickened templates', () => {
  test.each(templates)('say the same as LiquidJS: %s', (source) => {
    const plain = new Liquid(options)
    const quick = new Liquid(options)
    const parsed = quick.parse(source)
    quicken(parsed, quick)
    expect(quick.renderSync(parsed, scope)).toBe(plain.parseAndRenderSync(source, scope))
  })

  test('keep the limits', () => {
    const quick = new Liquid(options)
    const parsed = quick.parse('{{ long }}')
    quicken(parsed, quick)
    expect(() => quick.renderSync(parsed, { long: 'x'.repeat(20_000) })).toThrow('memory alloc limit exceeded')
  })

  test('name the line of what fails among nodes that are gone through together', () => {
    const quick = new Liquid({ ...options, memoryLimit: 100 })
    const parsed = quick.parse('甲\n{{ text }}\n{{ long }}\n{{ text }}{% for one in a.list %}{{ one }}{% endfor %}')
    quicken(parsed, quick)
    expect(() => quick.renderSync(parsed, { ...scope, long: 'x'.repeat(200) })).toThrow('line:3')
  })

  test('take the direct way at all', () => {
    const quick = new Liquid(options)
    const parsed = quick.parse('文字{{ a.b.c }}')
    quicken(parsed, quick)
    expect(parsed.every((node) => Object.hasOwn(node, 'render'))).toBe(true)
  })
})
