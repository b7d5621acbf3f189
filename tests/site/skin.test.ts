import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSkin } from '../../server/site/skin.ts'

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
  const skin = openSkin(
    'plain',
    skinWith({ 'style/2-nav.css': 'b{}', 'style/1-base.css': 'a{}', 'icon.svg': '<svg/>' }),
  )
  expect(skin.assets).toEqual(['icon.svg', 'style.css'])
  expect(skin.asset('style.css').toString()).toBe('a{}\nb{}')
  expect(skin.asset('icon.svg').toString()).toBe('<svg/>')
})

test('a sheet that lies there by itself comes before a folder of its name', () => {
  const skin = openSkin('plain', skinWith({ 'style.css': 'own{}', 'style/1-base.css': 'a{}' }))
  expect(skin.assets).toEqual(['style.css'])
  expect(skin.asset('style.css').toString()).toBe('own{}')
})
