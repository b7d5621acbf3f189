import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../measure.ts'
import { copyTo, grow } from './copies.ts'
import { type Figure, figures, prepare } from './figures.ts'

const shown = (value: number, { unit }: Figure) => `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`

/** Measures in the one copy and the other by turns, so that a drifting machine hits both; says the medians. */
async function row(figure: Figure, folders: readonly string[]): Promise<string> {
  const found = folders.map((): number[] => [])
  for (let i = 0; i < figure.rounds; i += 1)
    for (const [at, folder] of folders.entries()) found[at]?.push(await figure.of(folder))
  const [today, grown] = found.map(median) as [number, number]
  const limit = figure.limit === undefined ? '' : `${figure.limit} ${figure.unit}`
  const passed = figure.limit !== undefined && grown > figure.limit ? ' ←' : ''
  return `| ${figure.what} | ${shown(today, figure)} | ${shown(grown, figure)} | ${(grown / today).toFixed(2)} | ${limit}${passed} |`
}

/** The repository as it is beside a copy grown to the whole specification: what the rails cost at 500 calls. */
export async function main(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'xzx-scale-'))
  const folders = ['today', 'grown'].map((name) => join(root, name))
  try {
    for (const folder of folders) {
      mkdirSync(folder)
      copyTo(folder)
    }
    await grow(folders[1] as string)
    for (const folder of folders) await prepare(folder)
    console.log('| | 今天 | 500 个接口 | 比率 | 上限 |\n|---|---|---|---|---|')
    for (const figure of figures) console.log(await row(figure, folders))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
