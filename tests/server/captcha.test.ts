import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'
import { expect, test } from 'vitest'
import { asDrawn, glyphs } from '../../server/captcha/glyphs.ts'
import { localCaptcha } from '../../server/ports/captcha.ts'
import { type Drawn, readCaptchas } from '../support/captcha-reader.ts'

const many = (count: number, make: () => Promise<Drawn>): Promise<Drawn[]> =>
  Promise.all(Array.from({ length: count }, make))
const known = 600
const asked = 50

test('a reader by nearest neighbours, which reads plain captchas, does not read ours', async () => {
  const plain = await many(known + asked, async () => {
    const { text, data } = svgCaptcha.create({ size: 4, noise: 2, ignoreChars: '0oO1iIlL5S2Z', width: 120, height: 40 })
    return { answer: text, png: await sharp(Buffer.from(data)).png().toBuffer() }
  })
  const ours = await many(known + asked, localCaptcha.make)
  const best = async (all: readonly Drawn[]) =>
    Math.max(...Object.values(await readCaptchas(all.slice(0, known), all.slice(known))))
  const [library, own] = [await best(plain), await best(ours)]
  console.log(`captchas read of ${asked}: the library's ${library}, ours ${own}`)
  // else it says nothing that it fails at ours
  expect(library).toBeGreaterThanOrEqual(30)
  expect(own).toBeLessThanOrEqual(15)
})

test('a captcha is five letters that nothing else looks like, and a picture of all of them', async () => {
  for (const { answer, png } of await many(50, localCaptcha.make)) {
    expect(answer).toMatch(/^[A-Z2-9]{5}$/)
    expect(asDrawn(answer)).toBe(answer.toLowerCase())
    for (const letter of answer) expect(glyphs).toHaveProperty(letter)
    const { width = 0, height = 0, format } = await sharp(png).metadata()
    expect([format, width / height]).toEqual(['png', expect.closeTo(174 / 54, 1)])
    // dark on light, with room around
    const { channels } = await sharp(png).stats()
    expect(channels[0]?.min).toBeLessThan(60)
    expect(channels[0]?.mean).toBeGreaterThan(150)
    expect(png.length).toBeLessThan(20_000)
  }
})

test('each is drawn anew: no letter twice alike, and who takes Z for 2 is not wrong', async () => {
  const pictures = await many(20, localCaptcha.make)
  expect(new Set(pictures.map(({ answer }) => answer)).size).toBeGreaterThan(18)
  expect(asDrawn('zBgQv')).toBe('2869u')
  expect(asDrawn('P4n')).toBe('rah')
})
