import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keptSkin, openSkin } from '../../server/site/skin.ts'
import { shippedFiles } from '../../server/site/skin-files.ts'

/** A folder with one skin `plain` that has these asset files. */
function skinWith(files: Readonly<Record<string, string>>): string {
  const skins = mkdtempSync(join(tmpdir(), 'xzx-skins-'))
  onTestFinished(() => rmSync(skins, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    const file = join(skins, 'plain/assets', name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }
  return skins
}

test('a folder of style sheets is one sheet on the site, in the order of its parts', () => {
  const files = { 'style/2-nav.css': 'b{}', 'style/1-base.css': 'a{}', 'icon.svg': '<svg/>' }
  const skin = openSkin(shippedFiles('plain', skinWith(files)))
  expect(skin.assets).toEqual(['icon.svg', 'style.css'])
  expect(skin.asset('style.css').toString()).toBe('a{}\nb{}')
  expect(skin.asset('icon.svg').toString()).toBe('<svg/>')
})

test('a sheet that lies there by itself comes before a folder of its name', () => {
  const skin = openSkin(shippedFiles('plain', skinWith({ 'style.css': 'own{}', 'style/1-base.css': 'a{}' })))
  expect(skin.assets).toEqual(['style.css'])
  expect(skin.asset('style.css').toString()).toBe('own{}')
})

test('a skin that is kept is read again as soon as one of its files is changed', () => {
  const skins = skinWith({ 'style.css': 'a{}' })
  const write = (text: string) => writeFileSync(join(skins, 'plain/article.liquid'), text)
  write('<h1>{{ title }}</h1>')
  const now = () => keptSkin(shippedFiles('plain', skins))
  const first = now()
  expect(first.render('article', { title: '甲' })).toBe('<h1>甲</h1>')
  expect(now()).toBe(first)
  write('<h2>{{ title }} 改过</h2>')
  expect(now().render('article', { title: '甲' })).toBe('<h2>甲 改过</h2>')
  expect(() => shippedFiles('../plain', skins)).toThrow('不存在')
})
