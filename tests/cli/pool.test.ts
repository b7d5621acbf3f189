import { expect, test } from 'vitest'
import { workOff } from '../../cli/bulk/pool.ts'

test('several hands take every piece once, each when it is free', async () => {
  const done: number[] = []
  let atOnce = 0
  let most = 0
  await workOff(
    [1, 2, 3, 4, 5, 6, 7],
    3,
    () => false,
    async (piece) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await Promise.resolve()
      atOnce -= 1
      done.push(piece)
    },
  )
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(3)
})

test('after a failure what was begun is finished, nothing more is taken, and the first failure is thrown', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const source = [1, 2, 3, 4, 5, 6].values()
  const work = workOff(
    source,
    2,
    () => false,
    async (piece) => {
      begun.push(piece)
      if (piece === 1) throw new Error('first')
      for (let i = 0; i < 5; i += 1) await Promise.resolve()
      ended.push(piece)
    },
  )
  await expect(work).rejects.toThrow('first')
  expect({ begun, ended, left: [...source] }).toEqual({ begun: [1, 2], ended: [2], left: [3, 4, 5, 6] })
})

test('a stop ends it between pieces', async () => {
  const done: number[] = []
  await workOff(
    [1, 2, 3],
    1,
    () => done.length === 2,
    async (piece) => void done.push(piece),
  )
  expect(done).toEqual([1, 2])
})
