import { expect, test } from 'vitest'
import { mapsWithoutNumber } from '../../core/words/maps.ts'

const map = '<p><img src="/f/1.png" alt="青石县交通图"></p>'
const alts = (html: string, title = '') => mapsWithoutNumber(html, title).map(({ alt }) => alt)

test('a map asks for its number of approval, by the words of the picture or else of the article', () => {
  expect(alts(map)).toEqual(['青石县交通图'])
  expect(alts('<p><img src="/f/1.png"></p>', '青石县行政区划图发布')).toEqual([''])
  expect(alts('<p><img src="/f/1.png" alt="会场"></p>', '青石县行政区划图发布')).toEqual([])
  expect(alts('<p>请看地图</p>', '地图')).toEqual([])
})

test('with the number below it, or in its words, nothing is asked', () => {
  for (const said of [
    '审图号：GS（2024）0650号',
    '审图号：冀S(2023)012号',
    '审图号:GS京(2022)0001号',
    '&#71;S〔2024〕1 号',
  ])
    expect(alts(`${map}<p>${said}</p>`), said).toEqual([])
  expect(alts('<img alt="青石县地图 审图号：GS（2024）0650号" src="/f/1.png">')).toEqual([])
  expect(alts(`${map}<p>青政发〔2024〕12号</p>`)).toEqual(['青石县交通图'])
})
